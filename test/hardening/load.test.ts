/** A workspace of ten thousand cases, in which everything changes at once: what is done is bounded. */
import { expect, it } from 'vitest';
import { Client, uriOf } from '../protocol/harness.ts';

const CASES = 10_000;
const CHANGED = 1_000;
const OPEN = 'c0.case.yaml';

const caseOf = (i: number, tool = 'look') =>
  `case_id: c${i}\nuser_message: u\ntools: m.tools.json\nexpected:\n  calls:\n    - name: ${tool}\n`;
const toolsOf = (name: string) =>
  JSON.stringify({ tools: [{ name, inputSchema: { type: 'object' } }] });

const files = Object.fromEntries([
  ['m.tools.json', toolsOf('look')],
  ...Array.from({ length: CASES }, (_, i) => [`c${i}.case.yaml`, caseOf(i)]),
]);

it('a branch switch amid typing costs one look at what changed, and one answer', async () => {
  const client = await Client.start({ files });
  const disk = client.files!;
  const uri = await client.open(OPEN, files[OPEN]!);
  await client.diagnostics(uri);
  await client.until('every file read', () => (disk.reads > CASES ? true : undefined));

  const [reads, pushed] = [disk.reads, client.published.length];
  for (let i = 1; i <= CHANGED; i++) {
    disk.files.set(uriOf(`c${i}.case.yaml`), caseOf(i, 'find'));
  }
  disk.files.set(uriOf('m.tools.json'), toolsOf('find'));
  const changed = [
    ...Array.from({ length: CHANGED }, (_, i) => `c${i + 1}.case.yaml`),
    'm.tools.json',
  ];
  for (const path of changed) {
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: uriOf(path), type: 2 }],
    });
  }
  const end = { line: 6, character: 0 };
  let version = 1;
  for (let i = 0; i < 20; i++) {
    version = await client.change(uri, [{ range: { start: end, end }, text: '#' }]);
  }
  const { diagnostics } = await client.diagnosticsWith(
    uri,
    'the finding about the new manifest',
    (params) => params.version === version && params.diagnostics.length > 0,
  );
  expect(diagnostics.map(({ code }) => code)).toEqual(['unknown-tool']);
  expect(disk.reads - reads).toBeLessThanOrEqual(CHANGED + 1);
  // One a text, and one more once all is settled.
  expect(client.published.length - pushed).toBeLessThanOrEqual(22);
  await client.stop();
}, 120_000);
