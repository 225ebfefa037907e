/** Recorded runs that flags name: files that hold none, and runs that are there twice. */
import { describe, expect, it } from 'vitest';
import { placeWith } from './testing.ts';

const caseOf = (id: string) => `case_id: ${id}
user_message: Hello.
expected: { tool_behavior: no_call }
`;
const trace = (id: string, ...runIds: string[]) =>
  JSON.stringify({ case_id: id, runs: runIds.map((run_id) => ({ run_id, calls: [] })) });
const place = (files: Readonly<Record<string, string>>) =>
  placeWith({ 'a.case.yaml': caseOf('a'), 'b.case.yaml': caseOf('b'), ...files });

const verdicts = (out: string) =>
  Object.fromEntries(
    JSON.parse(out).cases.map((of: { case_id: string; verdict: string }) => [
      of.case_id,
      of.verdict,
    ]),
  );

describe('score --results', () => {
  it('leaves other cases alone where one file cannot be read', async () => {
    const { run } = place({
      'out/a.trace.json': trace('a', '1'),
      'out/b.trace.json': '{ "runs": [',
      'out/c.trace.json': '{}',
    });
    const { code, out, err } = await run('score', '--results', 'out', '--format', 'json');
    expect(code).toBe(1);
    expect(verdicts(out)).toEqual({ a: 'pass', b: 'error' });
    expect(err).toMatch(/^out\/b.trace.json: not scored: .+\nout\/c.trace.json: not scored: .+\n$/);
  });

  it('fails with both files where one run is in two', async () => {
    const { run } = place({
      'one/a.trace.json': trace('a', '1', '2'),
      'two/again.trace.json': trace('a', '2', '3'),
      'two/b.trace.json': trace('b', '1'),
    });
    expect(await run('score', '--results', 'one', '--results', 'two')).toEqual({
      code: 2,
      out: '',
      err: 'callsheet: run 2 of case “a” is in one/a.trace.json and in two/again.trace.json: score them apart, or leave one of them out\n',
    });
    // The same file twice is the same run.
    const twice = await run('score', '--results', 'one', '--results', 'one', '--format', 'json');
    expect(JSON.parse(twice.out).cases[0].reliability.n).toBe(2);
  });
});

describe.each([
  ['score', ['score']],
  ['explain', ['explain', 'a']],
])('%s --trace', (_, command) => {
  it.each([
    ['{ "runs": [', /cannot read mine.json: no run is in it: .+/],
    ['{}', /cannot read mine.json: no run is in it: .+/],
  ])('says why it cannot read %j', async (text, message) => {
    const { run } = place({ 'mine.json': text });
    const { code, out, err } = await run(...command, '--trace', 'mine.json');
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
  });
});

it('score --trace says so where the runs are of no case here', async () => {
  const { run } = place({ 'mine.json': trace('z', '1') });
  const { code, err } = await run('score', '--trace', 'mine.json');
  expect(code).toBe(2);
  expect(err).toBe(
    'callsheet: no run in mine.json is of a case here: check the paths, and the `case_id` of the runs\n',
  );
});

it('writes a number beyond all doubles as such', async () => {
  const { run } = placeWith({
    'one.case.yaml': `case_id: one
user_message: Hello.
tools: [{ name: look, inputSchema: { type: object, properties: { limit: { type: number } } } }]
trace: one.trace.json
expected: { calls: [{ name: look, args: { limit: 5 } }] }
`,
    'one.trace.json':
      '{"case_id": "one", "runs": [{"calls": [{"name": "look", "arguments": {"limit": 1e999}}]}]}',
  });
  const { out } = await run('score', '--format', 'json');
  expect(out).toMatch(/"actual": 1e999\b/);
  expect((await run('score')).out).toContain('1e999');
  const { out: golden } = await run('capture', 'one.trace.json');
  expect(golden).toContain('limit: .inf');
});
