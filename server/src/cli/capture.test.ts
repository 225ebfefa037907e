import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeCorpora } from '../../../test/corpora.ts';
import { readTrace } from '../trace/index.ts';
import { type Place, placeWith } from './testing.ts';

interface Scored {
  readonly case_id: string;
  readonly file: string;
  readonly verdict: string;
  readonly runs: readonly { readonly run_id: string; readonly verdict: string }[];
}

async function scoreAll(place: Place, ...args: string[]): Promise<readonly Scored[]> {
  const { out, err } = await place.run('score', ...args, '--format', 'json');
  expect(err).toBe('');
  return (JSON.parse(out) as { cases: Scored[] }).cases;
}

const native = (...runs: object[]) => JSON.stringify({ trace_version: 1, case_id: 'book', runs });
const search = (over: object = {}) => ({
  name: 'search',
  arguments: { to: 'Rome' },
  batch: 0,
  status: 'ok',
  output: { flights: [{ id: 'F777' }, { id: 'F888' }] },
  ...over,
});
const book = (flight: string, over: object = {}) => ({
  name: 'book',
  arguments: { flight, seats: 2 },
  batch: 1,
  status: 'ok',
  output: { ok: true },
  ...over,
});
const user = (content: string) => ({ role: 'user', content });

describe('capture', () => {
  it.each([
    ['book.trace.json', 'no tool is defined in book.trace.json'],
    ['none.tools.json', 'there is no none.tools.json: check the path after --tools'],
  ])('takes %s for no manifest', async (path, message) => {
    const place = placeWith({ 'book.trace.json': native({ calls: [search()] }) });
    const captured = await place.run('capture', 'book.trace.json', '--tools', path);
    expect(captured).toEqual({ code: 2, out: '', err: `callsheet: ${message}\n` });
  });

  it('says what the disk refuses', async () => {
    const place = placeWith({ 'book.trace.json': native({ calls: [search()] }) });
    const out = `${'x'.repeat(300)}.golden.yaml`;
    const { code, err } = await place.run('capture', 'book.trace.json', '--out', out);
    expect([code, err]).toEqual([2, expect.stringMatching(/^callsheet: cannot use .*: .+\n$/)]);
  });

  it('writes a golden trajectory that its own run passes', async () => {
    const trace = native({
      run_id: 'a',
      calls: [search(), book('F777')],
      messages: [user('To Rome, for two.')],
      final_message: 'Done.',
    });
    const place = placeWith({ 'book.trace.json': trace });
    const captured = await place.run('capture', 'book.trace.json', '--out', 'book.golden.yaml');
    expect(captured).toEqual({ code: 0, out: '', err: '' });
    expect(
      place.read('book.golden.yaml'),
    ).toBe(`# Captured from ./book.trace.json, run a. Review before you commit.
golden_id: book
user_message: To Rome, for two.
calls:
  - id: search
    name: search
    group: 0
    args:
      to: Rome
    returns:
      flights:
        - id: F777
        - id: F888
  - name: book
    group: 1
    args:
      flight: { from_call: search, path: "$.flights[0].id" }
      seats: 2
    returns:
      ok: true
final_message: Done.
baseline:
  calls: 2
source:
  trace: ./book.trace.json
  run_id: a
`);
    expect(await scoreAll(place, 'book.golden.yaml')).toMatchObject([
      { case_id: 'book', verdict: 'pass' },
    ]);
  });

  it('keeps calls of one assistant message in one group, and draws on none of them there', async () => {
    const trace = native({
      run_id: 'a',
      calls: [search(), book('F777', { batch: 0 }), book('F888')],
      messages: [],
    });
    const place = placeWith({ 'book.trace.json': trace });
    const { out } = await place.run('capture', 'book.trace.json');
    expect(out.match(/group: \d/g)).toEqual(['group: 0', 'group: 0', 'group: 1']);
    expect(out.match(/flight: .*/g)).toEqual([
      'flight: F777',
      'flight: { from_call: search, path: "$.flights[1].id" }',
    ]);
  });

  it('widens what is allowed by further passing runs, and says which it did not use', async () => {
    const passing = { human: 'pass', messages: [] };
    const place = placeWith({
      'book.trace.json': native(
        { run_id: 'bad', human: 'fail', calls: [search({ arguments: { to: 'Oslo' } })] },
        { run_id: 'a', ...passing, calls: [search(), book('F777')] },
        { run_id: 'b', ...passing, calls: [search({ arguments: { to: 'FCO' } }), book('F888')] },
        { run_id: 'c', ...passing, calls: [book('F1')] },
      ),
    });
    const { out, err } = await place.run('capture', 'book.trace.json');
    expect(out).toContain('to: { allowed: [ Rome, FCO ] }');
    expect(out).toContain('flight: { from_call: search, path: "$.flights[*].id" }');
    expect(err).toBe(
      'Widened by run b, which passed as well.\nNot used: run c, which passed another way.\n',
    );
  });

  it('leaves out calls that failed', async () => {
    const failed = search({ status: 'error', error: '503' });
    const place = placeWith({ 'a.trace.json': native({ run_id: '1', calls: [failed, search()] }) });
    const { err } = await place.run('capture', 'a.trace.json', '--out', 'a.golden.yaml');
    expect(err).toBe('Left out: call 1, search, which failed.\n');
    expect(await scoreAll(place, 'a.golden.yaml')).toMatchObject([{ verdict: 'pass' }]);
  });

  it('replaces sensitive values everywhere, and still passes', async () => {
    const address = 'ada@lovelace.org';
    const place = placeWith({
      'mail.trace.json': native({
        run_id: '1',
        messages: [user(`Write to ${address}.`)],
        calls: [
          { name: 'find', arguments: { to: address }, output: { also: 'eve@crypto.org' } },
          { name: 'send', arguments: { to: 'eve@crypto.org', cc: 'bob@crypto.org' } },
        ],
        final_message: `Sent to ${address}.`,
      }),
    });
    const { err } = await place.run('capture', 'mail.trace.json', '--out', 'mail.golden.yaml');
    const text = place.read('mail.golden.yaml');
    expect(text).not.toMatch(/lovelace|crypto/);
    expect(text).toContain('user_message: Write to person-1@example.com.');
    expect(text).toContain('final_message: Sent to person-1@example.com.');
    expect(text.match(/(?:to|cc|also): .*/g)).toEqual([
      'to: { from_user: true }',
      'also: person-3@example.com',
      'to: { from_call: find, path: "$.also" }',
      'cc: { predicate: email }',
    ]);
    expect(err.match(/Replaced/g)).toHaveLength(3);
    expect(await scoreAll(place, 'mail.golden.yaml')).toMatchObject([{ verdict: 'pass' }]);
  });

  it('makes a case of a run without calls', async () => {
    const silent = native({ run_id: '1', messages: [user('Hi')], final_message: 'Which order?' });
    const place = placeWith({ 'a.trace.json': silent });
    const refused = await place.run('capture', 'a.trace.json', '--golden');
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toBe(
      'callsheet: cannot capture a.trace.json: run “1” has no call that succeeded: capture it as a case instead\n',
    );
    await place.run('capture', 'a.trace.json', '--out', 'a.case.yaml');
    expect(place.read('a.case.yaml')).toContain('tool_behavior: clarify');
    expect(await scoreAll(place, 'a.case.yaml')).toMatchObject([{ verdict: 'pass' }]);
  });

  it('replaces no file of another content, and names the runs that there are', async () => {
    const place = placeWith({
      'a.trace.json': native({ run_id: '1', calls: [search()] }),
      'a.golden.yaml': 'golden_id: mine\n',
    });
    const taken = await place.run('capture', 'a.trace.json', '--out', 'a.golden.yaml');
    expect(taken.code).toBe(2);
    expect(place.read('a.golden.yaml')).toBe('golden_id: mine\n');
    const unknown = await place.run('capture', 'a.trace.json', '--run', '7');
    expect(unknown.err).toContain('there is no run “7” in the trace; it has 1');
  });
});

const WRITES = /^(book|cancel|update|send)_/;

describeCorpora('the passing airline runs', 'tau-bench', (folder) => {
  const trace = join(folder, 'gpt-4o-airline.tasks-0-24.json');
  const { runs } = readTrace(readFileSync(trace, 'utf8'));
  const passing = runs.filter(({ meta }) => meta?.reward === 1).map(({ runId }) => runId);
  let place: Place;

  beforeAll(async () => {
    const tools = JSON.parse(readFileSync(join(folder, 'airline.tools.json'), 'utf8')) as {
      function: { name: string };
    }[];
    const policies = tools.map(({ function: { name } }) => [
      name,
      { consequence: WRITES.test(name) ? 'write' : 'read' },
    ]);
    place = placeWith({
      'callsheet.config.yaml': JSON.stringify({
        tools: './airline.tools.json',
        traces: { error_pattern: '^Error' },
        policies: Object.fromEntries(policies),
      }),
    });
    copyFileSync(trace, join(place.folder, 'airline.trace.json'));
    copyFileSync(join(folder, 'airline.tools.json'), join(place.folder, 'airline.tools.json'));
    for (const run of passing) {
      const golden = ['capture', 'airline.trace.json', '--run', run];
      const made = await place.run(...golden, '--golden', '--out', `goldens/${run}.golden.yaml`);
      if (made.code === 0) continue;
      await place.run(...golden, '--case', '--out', `cases/${run}.case.yaml`);
    }
  }, 300_000);

  it('are 31', () => {
    expect(passing).toHaveLength(31);
  });

  it('pass against what was captured of them', async () => {
    const goldens = await scoreAll(place, 'goldens');
    expect(goldens).toHaveLength(29);
    expect(goldens.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
    const cases = await scoreAll(place, 'cases');
    const own = cases.flatMap(({ file, runs: scored }) =>
      scored.filter(({ run_id }) => file === `cases/${run_id}.case.yaml`),
    );
    expect(own).toMatchObject([
      { run_id: '12-3', verdict: 'pass' },
      { run_id: '21-1', verdict: 'pass' },
    ]);
  });
});
