import { expect, it } from 'vitest';
import { at, sessionOf } from './testing.ts';

const CASES = 500;
const TOOLS = JSON.stringify({ tools: [{ name: 'find', inputSchema: { type: 'object' } }] });
const caseOf = (id: string, more = '') =>
  `case_id: ${id}\n${more}expected:\n  calls:\n    - name: find\n`;

/** A workspace in which everything was looked at, and scored, once. */
async function known(files: Readonly<Record<string, string>>) {
  const others = Array.from({ length: CASES }, (_, i) => [`other${i}.case.yaml`, caseOf(`o${i}`)]);
  const { session, files: disk } = sessionOf({ ...Object.fromEntries(others), ...files });
  for (const uri of await session.workspace.files()) {
    const snapshot = (await session.snapshot(uri))!;
    session.findings(snapshot);
    if (snapshot.file.kind === 'case') await session.rescore(snapshot);
  }
  await session.affected.take();
  /** The files that are to be looked at after a change on disk; undefined for all of them. */
  const affectedBy = async (path: string, text: string | undefined) => {
    if (text === undefined) disk.files.delete(at(path));
    else disk.files.set(at(path), text);
    session.workspace.filesChanged([{ uri: at(path), deleted: text === undefined }]);
    const affected = await session.affected.take();
    return affected && [...affected].map((uri) => uri.slice(at('').length)).sort();
  };
  return { session, affectedBy };
}

it('an edited case affects itself alone, however many cases and scores there are', async () => {
  const { session } = await known({ 'a.case.yaml': caseOf('a') });
  const uri = at('a.case.yaml');
  session.workspace.open(uri, 1, caseOf('a'));
  await session.affected.take();
  session.workspace.change(uri, 2, [{ text: caseOf('a', 'title: t\n') }]);
  expect(await session.affected.take()).toEqual(new Set([uri]));
  expect(await session.affected.take()).toEqual(new Set());
});

it('a manifest affects the cases that name it, and those that name a golden judged by it', async () => {
  const { affectedBy } = await known({
    'a.case.yaml': caseOf('a', 'tools: m.tools.json\n'),
    'b.case.yaml': 'case_id: b\nexpected: { golden: g.golden.yaml }\n',
    'g.golden.yaml': 'golden_id: g\ntools: m.tools.json\ncalls:\n  - name: find\n',
    'm.tools.json': TOOLS,
  });
  const users = ['a.case.yaml', 'b.case.yaml', 'g.golden.yaml', 'm.tools.json'];
  expect(await affectedBy('m.tools.json', TOOLS.replace('find', 'look'))).toEqual(users);
  expect(await affectedBy('m.tools.json', undefined)).toEqual(users);
  expect(await affectedBy('m.tools.json', TOOLS)).toEqual(users);
});

it('a case that takes, or leaves, the id of another affects that one', async () => {
  const { affectedBy } = await known({ 'a.case.yaml': caseOf('a'), 'b.case.yaml': caseOf('b') });
  expect(await affectedBy('b.case.yaml', caseOf('a'))).toEqual(['a.case.yaml', 'b.case.yaml']);
  expect(await affectedBy('b.case.yaml', undefined)).toEqual(['a.case.yaml', 'b.case.yaml']);
  expect(await affectedBy('a.case.yaml', caseOf('a', 'title: t\n'))).toEqual(['a.case.yaml']);
});

it('what a dataset says around its cases affects those that it takes in', async () => {
  const set = (version: number, id: string) =>
    `dataset: d\nversion: ${version}\ncases:\n  - include: in/*.case.yaml\n  - case_id: ${id}\n    expected: { tool_behavior: no_call }\n`;
  const { affectedBy } = await known({
    'd.dataset.yaml': set(1, 'd1'),
    'in/a.case.yaml': caseOf('a'),
    'in/b.case.yaml': caseOf('b'),
  });
  expect(await affectedBy('d.dataset.yaml', set(1, 'a'))).toContain('in/a.case.yaml');
  expect(await affectedBy('d.dataset.yaml', set(2, 'a'))).toContain('in/b.case.yaml');
  expect(await affectedBy('in/c.case.yaml', caseOf('c'))).toEqual([
    'd.dataset.yaml',
    'in/c.case.yaml',
  ]);
});

it('a configuration affects everything', async () => {
  const { affectedBy } = await known({});
  expect(await affectedBy('callsheet.config.yaml', 'rules: {}\n')).toBeUndefined();
});

it('a saved file leaves the list of files the very same, and a new one does not', async () => {
  const { session, affectedBy } = await known({ 'a.case.yaml': caseOf('a') });
  const { listed } = session.workspace;
  await affectedBy('a.case.yaml', caseOf('a', 'title: t\n'));
  expect(session.workspace.listed).toBe(listed);
  await affectedBy('b.case.yaml', caseOf('b'));
  expect(session.workspace.listed).toEqual([...listed, at('b.case.yaml')]);
  await affectedBy('b.case.yaml', undefined);
  expect(session.workspace.listed).toEqual(listed);
});
