import { expect, it } from 'vitest';
import type { ToolsInUse } from '../../server/src/protocol.ts';
import { Client, ROOT, uriOf } from './harness.ts';

const MANIFEST = JSON.stringify({
  tools: [
    { name: 'search', inputSchema: { type: 'object', properties: { seats: { type: 'integer' } } } },
  ],
});
const CASE = `case_id: one
user_message: Find it.
tools: ./api.json
expected:
  calls:
    - name: serch
`;
const HEAD = { position: { line: 0, character: 0 } };

/** The first symbol of a document; undefined where it is none of ours. */
async function symbolOf(client: Client, uri: string): Promise<string | undefined> {
  const params = { textDocument: { uri } };
  const symbols = await client.request<{ name: string }[] | null>(
    'textDocument/documentSymbol',
    params,
  );
  return symbols?.[0]?.name;
}

const capabilities = {
  workspace: { configuration: true },
  experimental: { callsheet: { testing: true } },
};

it('maps files of each folder by that folder’s own setting', async () => {
  const [a, b] = ['file:///a', 'file:///b'];
  const client = await Client.start({
    folders: [a, b],
    capabilities,
    settings: { [a]: { files: { case: ['evals/*.yaml'] } }, [b]: { files: {} } },
  });
  const mapped = await client.open(`${a}/evals/one.yaml`, CASE, 'yaml');
  const other = await client.open(`${b}/evals/one.yaml`, CASE, 'yaml');
  expect(await symbolOf(client, mapped)).toBe('one');
  expect(await symbolOf(client, other)).toBeUndefined();
  await client.stop();
});

it('follows a setting that changes, without a restart', async () => {
  const settings: Record<string, unknown> = {};
  const client = await Client.start({ capabilities, settings });
  const uri = await client.open('evals/one.yaml', CASE, 'yaml');
  expect(await symbolOf(client, uri)).toBeUndefined();
  settings[ROOT] = { files: { case: ['evals/*.yaml'] } };
  await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
  await client.diagnosticsWith(uri, 'a finding', ({ diagnostics }) => diagnostics.length > 0);
  expect(await symbolOf(client, uri)).toBe('one');
  settings[ROOT] = {};
  await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
  await client.diagnosticsWith(uri, 'no finding', ({ diagnostics }) => diagnostics.length === 0);
  await client.stop();
});

it('follows what the configuration of a folder maps, while it is written', async () => {
  const client = await Client.start({
    files: { 'api.json': MANIFEST, 'evals/two.yaml': 'case_id: two\n' },
    capabilities,
  });
  const uri = await client.open('one.yaml', CASE, 'yaml');
  const config = await client.open('callsheet.config.yaml', 'files: {}\n');
  expect(await symbolOf(client, uri)).toBeUndefined();
  await client.change(config, [{ text: 'files: { case: ["*.yaml", "evals/*.yaml"] }\n' }]);
  const { diagnostics } = await client.diagnosticsWith(uri, 'a finding', (params) =>
    params.diagnostics.some(({ code }) => code === 'unknown-tool'),
  );
  expect(diagnostics[0]?.message).toContain('search');
  const cases = await client.request<{ uri: string }[]>('callsheet/cases', {});
  expect(cases.map((file) => file.uri)).toContain(uriOf('evals/two.yaml'));
  await client.stop();
});

it('takes an untitled document with an ending for what its name says', async () => {
  const client = await Client.start({ capabilities });
  const named = await client.open('untitled:/workspace/package.json', '{ "name": "x" }', 'json');
  const bare = await client.open('untitled:Untitled-1', CASE);
  expect(await symbolOf(client, named)).toBeUndefined();
  expect(await symbolOf(client, bare)).toBe('one');
  await client.stop();
});

it('tells the manifests in use at a line, and what is wrong with them', async () => {
  const client = await Client.start({ files: { 'api.json': MANIFEST }, capabilities });
  const text = `${CASE}---\ncase_id: two\ntools: [./gone.json, { path: ./api.json, as: x }]\n`;
  const uri = await client.open('one.case.yaml', text);
  const at = (line: number) => client.request<ToolsInUse>('callsheet/toolsInUse', { uri, line });
  expect(await at(3)).toEqual({
    manifests: [{ path: './api.json', uri: uriOf('api.json'), tools: 1 }],
  });
  expect(await at(8)).toEqual({
    manifests: [
      { path: './gone.json', uri: uriOf('gone.json'), tools: 0, problem: 'no such file' },
      { path: './api.json', uri: uriOf('api.json'), tools: 1 },
    ],
  });
  const config = await client.open('package.json', '{}', 'json');
  expect(await client.request('callsheet/toolsInUse', { uri: config, line: 0 })).toBeNull();
  await client.stop();
});

it('reads files again when asked to, and keeps the scores', async () => {
  const trace = (seats: number) =>
    JSON.stringify({
      trace_version: 1,
      runs: [{ calls: [{ name: 'search', arguments: { seats }, status: 'ok' }] }],
    });
  const client = await Client.start({
    files: { 'api.json': MANIFEST, 'run.trace.json': trace(1) },
    capabilities,
  });
  const text = `${CASE.replace('serch', 'search\n      args: { seats: 2 }')}trace: ./run.trace.json\n`;
  const uri = await client.open('one.case.yaml', text);
  const verdicts = () =>
    client.notifications.flatMap(({ method, params }) =>
      method === 'callsheet/scoresChanged'
        ? (params as { results: { verdict: string }[] }).results.map(({ verdict }) => verdict)
        : [],
    );
  const execute = (command: string, argument: object) =>
    client.request('workspace/executeCommand', { command, arguments: [argument] });
  await execute('callsheet.rescoreFile', { uri });
  expect(verdicts().at(-1)).toBe('fail');
  client.files?.files.set(uriOf('run.trace.json'), trace(2));
  await execute('callsheet.reloadManifests', {});
  await client.until('a better score', () => (verdicts().at(-1) === 'pass' ? true : undefined));
  await client.until('word of the tools', () =>
    client.notifications.find(({ method }) => method === 'callsheet/toolsChanged'),
  );
  await client.stop();
});

it('offers to capture what a trace recorded', async () => {
  const client = await Client.start({ capabilities });
  const uri = await client.open('run.trace.json', '{ "trace_version": 1, "runs": [] }', 'json');
  const lenses = await client.request('textDocument/codeLens', { textDocument: { uri } });
  expect(lenses).toEqual([
    {
      range: { start: HEAD.position, end: HEAD.position },
      command: {
        title: 'Capture golden',
        command: 'callsheet.captureGolden',
        arguments: [{ trace_uri: uri }],
      },
    },
  ]);
  await client.stop();
});
