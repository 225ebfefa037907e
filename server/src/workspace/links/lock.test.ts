import { expect, it } from 'vitest';
import { definitionDigest, LOCK_NAME, labelOf, renderLock } from '../../manifest/index.ts';
import type { ToolDefinition } from '../../model/tool.ts';
import { labelFile, lockText } from '../labelling.ts';
import { at, sessionOf } from '../testing.ts';
import { touchedCases } from '../touched.ts';

const before: ToolDefinition = {
  name: 'refund',
  description: 'Pays money back.',
  input_schema: { type: 'object', properties: { order: { type: 'string' } } },
};
const now = {
  ...before,
  input_schema: { type: 'object', properties: { order_id: { type: 'string' } } },
};

const manifest = ({ name, description, input_schema }: ToolDefinition): string =>
  JSON.stringify({ tools: [{ name, description, inputSchema: input_schema }] });

const files = {
  'callsheet.config.yaml': 'tools: ./a.tools.json\n',
  'a.tools.json': manifest(now as ToolDefinition),
  'cases/a.case.yaml': `case_id: a\ntools_digest: { refund: "${labelOf(definitionDigest(before))}" }\nexpected: { calls: [{ name: refund, args: { order: "1" } }] }\n`,
};

const drift = async (session: ReturnType<typeof sessionOf>['session']) => {
  const snapshot = (await session.snapshot(at('cases/a.case.yaml')))!;
  return session.linter
    .lint(snapshot)
    .filter(({ code }) => code === 'tools-drift')
    .map(({ message }) => message);
};

it('tells what has changed by the lock file beside the configuration, as soon as there is one', async () => {
  const { session, files: disk } = sessionOf(files);
  const short = '`refund` has changed since this was labelled';
  expect(await drift(session)).toEqual([short]);

  disk.files.set(at(LOCK_NAME), renderLock([before]));
  session.workspace.filesChanged([{ uri: at(LOCK_NAME), deleted: false }]);
  const long = `${short}: argument \`order\` renamed to \`order_id\``;
  expect(await drift(session)).toEqual([long]);

  const linted = session.linter.linted;
  session.workspace.filesChanged([{ uri: at('cases/other.case.yaml'), deleted: true }]);
  expect(await drift(session)).toEqual([long]);
  expect(session.linter.linted).toBe(linted);
});

it('reads no lock file for cases without labels', async () => {
  const { session, files: disk } = sessionOf({
    ...files,
    'cases/a.case.yaml': 'case_id: a\nexpected: { calls: [{ name: refund }] }\n',
  });
  await drift(session);
  expect(disk.reads).toBe(3);
});

it('labels in the session alone, and gathers the definitions that are still vouched for', async () => {
  const { session, files: disk } = sessionOf({ ...files, [LOCK_NAME]: renderLock([before]) });
  expect((await lockText(session))?.text).toBe(renderLock([before]));
  const labelled = await labelFile(session, at('cases/a.case.yaml'));
  expect(labelled?.text).toContain(
    `{ refund: "${labelOf(definitionDigest(now as ToolDefinition))}" }`,
  );
  expect(disk.files.get(at('cases/a.case.yaml'))).toBe(files['cases/a.case.yaml']);
  expect(await lockText(session)).toEqual({
    uri: at(LOCK_NAME),
    text: renderLock([now as ToolDefinition]),
  });
  expect(await drift(session)).toEqual([]);
});

it('counts a case as touched by what its golden trajectory calls', async () => {
  const { session } = sessionOf({
    ...files,
    'g.golden.yaml': 'golden_id: g\ncalls: [{ name: refund, args: { order: "1" } }]\n',
    'b.case.yaml': 'case_id: b\nexpected: { golden: ./g.golden.yaml }\n',
    'c.case.yaml': 'case_id: c\nexpected: { tool_behavior: no_call }\n',
  });
  const uris = ['b.case.yaml', 'c.case.yaml', 'g.golden.yaml'].map(at);
  const change = { kind: 'description', message: 'description edited' } as const;
  const drifts = [{ name: 'refund', before, after: before, changes: [change] }];
  const touched = await touchedCases(session, uris, drifts, []);
  expect(touched.map(({ id, tools }) => [id, tools[0]?.lines.length])).toEqual([
    ['b', 1],
    ['g', 1],
  ]);
});
