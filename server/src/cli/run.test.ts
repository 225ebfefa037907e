import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { main } from '../cli.ts';
import { SCORE_FORMATS } from '../report/formats.ts';
import { placeWith } from './testing.ts';

const CONFIG = `
tools: shop.tools.json
policies:
  charge: { consequence: destructive, idempotency_key: key }
  look: { consequence: read }
runners:
  agent: { type: command, command: [node, agent.mjs] }
  other: { type: command, command: [node, agent.mjs, "12.50"], env: { MODE: strict } }
default_runner: agent
`;
const TOOLS = JSON.stringify({
  tools: [
    {
      name: 'charge',
      inputSchema: {
        type: 'object',
        properties: { amount: { type: 'string' }, key: { type: 'string' } },
        required: ['amount'],
      },
    },
    { name: 'look', inputSchema: { type: 'object', properties: {} } },
  ],
});
/** Charges what the first word of its arguments says, or what the message says; counts its starts. */
const AGENT = `
import { appendFileSync, readFileSync } from 'node:fs';
const { case_id, messages, trial, seed } = JSON.parse(readFileSync(0, 'utf8'));
appendFileSync('started', case_id + ' ' + trial + ' ' + seed + '\\n');
const task = messages.at(-1).content;
if (task === 'fail on trial ' + trial) { console.error('out of luck'); process.exit(1); }
const calls = task === 'look' ? [{ name: 'look', arguments: {}, status: 'ok', output: {} }]
  : [{ name: 'charge', arguments: { amount: process.argv[2] ?? '9.99' }, status: 'ok', output: {} }];
console.log(JSON.stringify({ calls, final_message: 'Done.' }));
`;
const chargeCase = (id: string, task = 'charge', more = '') => `
case_id: ${id}
user_message: ${task}
${more}
expected: { calls: [{ name: charge, args: { amount: "9.99" } }] }
`;

const shop = (cases: Readonly<Record<string, string>>) =>
  placeWith({
    'callsheet.config.yaml': CONFIG,
    'shop.tools.json': TOOLS,
    'agent.mjs': AGENT,
    ...cases,
  });
type Place = ReturnType<typeof placeWith>;

async function report(place: Place, ...args: string[]) {
  const { code, out, err } = await place.run('run', '--format', 'json', ...args);
  expect({ err, isJson: out.startsWith('{') }).toEqual({ err, isJson: true });
  return { code, err, report: JSON.parse(out) };
}
const verdicts = (of: { cases: { case_id: string; verdict: string }[] }) =>
  Object.fromEntries(of.cases.map(({ case_id: id, verdict }) => [id, verdict]));
const started = (place: Place) => place.read('started').trim().split('\n').sort();

describe('callsheet run', () => {
  it('starts nothing where there is no report to compare with', async () => {
    const place = shop({ 'a.case.yaml': chargeCase('a') });
    for (const args of [['--baseline', 'none.json'], ['--fail-on-regression']]) {
      expect(await place.run('run', ...args)).toMatchObject({ code: 2, out: '' });
    }
    expect(existsSync(join(place.folder, 'started'))).toBe(false);
  });

  it('runs each trial with the configured agent, keeps the runs, and scores them', async () => {
    const place = shop({ 'a.case.yaml': chargeCase('a', 'charge', 'trials: 2') });
    const { code, err, report: made } = await report(place, '--out', 'runs');
    expect(code).toBe(0);
    expect(verdicts(made)).toEqual({ a: 'pass' });
    expect(made.cases[0].reliability).toMatchObject({ n: 2, c: 2 });
    expect(err).toMatch(/^\[1\/2\] a, trial 1: [\d.]+ s\n\[2\/2\] a, trial 2: [\d.]+ s\n/);
    expect(err).toMatch(/runs are in runs\n$/);
    expect(started(place)).toEqual(['a 1 1', 'a 2 2']);
    expect(readdirSync(join(place.folder, 'runs'))).toEqual(['a.trace.json']);
    expect(JSON.parse(place.read('runs/a.trace.json'))).toMatchObject({
      trace_version: 1,
      case_id: 'a',
      runs: [
        {
          run_id: '1',
          calls: [{ name: 'charge', arguments: { amount: '9.99' }, status: 'ok', output: {} }],
          final_message: 'Done.',
          tools_digest: { charge: expect.stringMatching(/^sha256:[0-9a-f]{16}$/) },
          started_at: expect.any(String),
          latency_ms: expect.any(Number),
        },
        { run_id: '2' },
      ],
    });
    const again = await place.run('score', '--results', 'runs');
    expect(again.code).toBe(0);
  });

  it('applies no gates where there are none, and does not run for it', async () => {
    const place = shop({ 'a.case.yaml': chargeCase('a') });
    const { code, out, err } = await place.run('run', '--gate');
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('there is no gate to apply');
    expect(existsSync(join(place.folder, 'started'))).toBe(false);
  });

  it('replaces what a run has written, and nothing else', async () => {
    const mine = '{"case_id":"b","runs":[{"calls":[]}]}';
    const place = shop({
      'a.case.yaml': `${chargeCase('a')}---${chargeCase('b')}`,
      'runs/notes.txt': 'Kept.',
    });
    expect((await report(place, '--out', 'runs')).code).toBe(0);
    expect((await report(place, '--out', 'runs')).code).toBe(0);
    writeFileSync(join(place.folder, 'runs/b.trace.json'), mine);
    for (const flag of ['--out', '--resume']) {
      const { code, out, err } = await place.run('run', flag, 'runs');
      expect([code, out]).toEqual([2, '']);
      expect(err).toBe(
        'callsheet: runs/b.trace.json is there, and no run has written it: choose another folder\n',
      );
    }
    expect(place.read('runs/b.trace.json')).toBe(mine);
    expect(place.read('runs/notes.txt')).toBe('Kept.');
    expect(started(place)).toHaveLength(4);
  });

  it('keeps cases by one id in two datasets apart, in its results too', async () => {
    const dataset = (name: string, task: string) =>
      JSON.stringify({
        dataset: name,
        cases: [
          {
            case_id: 'a',
            user_message: task,
            expected: { calls: [{ name: 'charge', args: { amount: '9.99' } }] },
          },
        ],
      });
    const place = shop({
      'one.dataset.json': dataset('one', 'charge'),
      'two.dataset.json': dataset('two', 'look'),
    });
    const outcomes = (of: { cases: { file: string; verdict: string }[] }) =>
      of.cases.map(({ file, verdict }) => `${file} ${verdict}`);
    const ran = await report(place, '--out', 'runs', '--trials', '2');
    expect(outcomes(ran.report)).toEqual(['one.dataset.json pass', 'two.dataset.json fail']);
    const again = await place.run('score', '--results', 'runs', '--format', 'json');
    expect(JSON.parse(again.out).cases).toEqual(ran.report.cases);
    // A shard alone has but one of them, and may go on in a folder with the other.
    for (const shard of ['1/2', '2/2']) await report(place, '--shard', shard, '--out', shard[0]!);
    const merged = await place.run('score', '--results', '1', '--results', '2', '--format', 'json');
    expect(outcomes(JSON.parse(merged.out))).toEqual(outcomes(ran.report));
  });

  it('says so where nobody runs a case, and how somebody would', async () => {
    const files = { 'a.case.yaml': chargeCase('a', 'charge', 'trace: mine.trace.json') };
    const trace = JSON.stringify({ case_id: 'a', runs: [{ calls: [] }] });
    const config = CONFIG.replace('default_runner: agent', '');
    const place = shop({ ...files, 'mine.trace.json': trace, 'callsheet.config.yaml': config });
    expect((await place.run('run')).err).toBe(
      '1 case not run, recorded runs scored: no runner is named. To run an agent, name a runner with --runner: agent, other\n',
    );
    expect((await place.run('run', '--runner', 'replay')).err).toBe('');
    const bare = placeWith({ ...files, 'mine.trace.json': trace, 'shop.tools.json': TOOLS });
    expect((await bare.run('run')).err).toContain(
      'write a runner into callsheet.config.yaml, and name it with --runner',
    );
  });

  it('keeps what the agent was asked, so that a case can be captured', async () => {
    const place = shop({ 'a.case.yaml': chargeCase('a') });
    await report(place, '--out', 'runs');
    const { out } = await place.run('capture', 'runs/a.trace.json', '--case');
    expect(out).toContain('user_message: charge\n');
  });

  it('writes outside the workspace where it is told to, and scores from there', async () => {
    const place = shop({ 'a.case.yaml': chargeCase('a') });
    const out = join(placeWith().folder, 'runs');
    expect((await report(place, '--out', out)).code).toBe(0);
    expect((await place.run('score', '--results', out)).code).toBe(0);
  });

  it('takes another runner, a number of trials and an agent that does it wrong', async () => {
    const place = shop({ 'a.case.yaml': chargeCase('a') });
    const { code, report: made } = await report(place, '--runner', 'other', '--trials', '3');
    expect(code).toBe(1);
    expect(made.summary).toEqual({ pass: 0, fail: 1, error: 0 });
    expect(made.cases[0].reliability).toMatchObject({ n: 3, c: 0 });
    expect(made.cases[0].runs[0].findings[0]).toMatchObject({
      code: 'wrong-arg',
      expected: '9.99',
      actual: '12.50',
    });
    // Without --out they go to the workspace's own folder.
    expect(readdirSync(join(place.folder, '.callsheet/runs'))).toHaveLength(1);
  });

  it('makes a case an error whose agent gives no answer, and says why', async () => {
    const place = shop({
      'a.case.yaml': chargeCase('a', 'fail on trial 2', 'trials: 3'),
      'b.case.yaml': chargeCase('b'),
    });
    const { code, err, report: made } = await report(place, '--out', 'runs');
    expect(code).toBe(1);
    expect(verdicts(made)).toEqual({ a: 'error', b: 'pass' });
    const [failing] = made.cases[0].runs.filter(
      ({ verdict }: { verdict: string }) => verdict === 'error',
    );
    expect(failing).toMatchObject({
      run_id: '2',
      findings: [
        {
          code: 'trace-unreadable',
          message: expect.stringContaining('ended with exit code 1; it said:\nout of luck'),
        },
      ],
    });
    expect(err).toContain('a | out of luck');
    // The same from the files alone.
    const again = await place.run('score', '--results', 'runs', '--format', 'json');
    expect(verdicts(JSON.parse(again.out))).toEqual({ a: 'error', b: 'pass' });
  });

  it('goes on where an earlier run was stopped', async () => {
    const place = shop({ 'a.case.yaml': chargeCase('a', 'fail on trial 2', 'trials: 3') });
    await place.run('run', '--out', 'runs');
    writeFileSync(join(place.folder, 'a.case.yaml'), chargeCase('a', 'charge', 'trials: 4'));
    const { code, report: made } = await report(place, '--resume', 'runs');
    expect(code).toBe(0);
    expect(made.cases[0].reliability).toMatchObject({ n: 4, c: 4 });
    // Trials 1 and 3 had an answer; 2 had none.
    expect(started(place)).toEqual(['a 1 1', 'a 2 2', 'a 2 2', 'a 3 3', 'a 4 4']);
  });

  it('keeps what is finished when it is stopped, and says how to go on', async () => {
    const place = shop({ 'a.case.yaml': chargeCase('a', 'charge', 'trials: 5') });
    let stop = () => {};
    let err = '';
    const code = await main(['run', '--out', 'runs'], {
      cwd: place.folder,
      color: false,
      out() {},
      err(text) {
        err += text;
        if (text.startsWith('[2/5]')) stop();
      },
      onInterrupt(given) {
        stop = given;
        return () => undefined;
      },
    });
    expect(code).toBe(130);
    expect(err).toContain('stopped after 2 trials, which are kept: go on with --resume runs');
    expect(JSON.parse(place.read('runs/a.trace.json')).runs).toHaveLength(2);
    expect(readdirSync(join(place.folder, 'runs'))).toEqual(['a.trace.json']);
  });

  it('splits the cases into shards that together are all of them', async () => {
    const place = shop({
      'a.case.yaml': ['a1', 'a2', 'a3'].map((id) => chargeCase(id)).join('---'),
      'b.case.yaml': ['b1', 'b2'].map((id) => chargeCase(id)).join('---'),
    });
    const first = await report(place, '--shard', '1/2', '--out', 'one', '--concurrency', '2');
    const second = await report(place, '--shard', '2/2', '--out', 'two', '--concurrency', '2');
    expect(Object.keys(verdicts(first.report))).toEqual(['a1', 'a3', 'b2']);
    expect(Object.keys(verdicts(second.report))).toEqual(['a2', 'b1']);
    const merged = await place.run('score', '--results', 'one', '--results', 'two');
    expect(merged.code).toBe(0);
    expect(merged.out).toContain('5');
  });

  it('runs only what failed before, what a change touches, or one slice', async () => {
    const looks = `
case_id: looks
user_message: look
tags: [reading]
expected: { calls: [{ name: look, args: {} }] }
`;
    const changed = TOOLS.replace('"look",', '"look","description":"Looks.",');
    const place = shop({
      'a.case.yaml': `${chargeCase('good')}---${chargeCase('bad', 'look')}---${looks}`,
      'new.json': changed,
    });
    const { out } = await place.run('run', '--format', 'json');
    writeFileSync(join(place.folder, 'report.json'), out);
    const ids = async (...args: string[]) =>
      Object.keys(verdicts((await report(place, ...args)).report));
    expect(await ids('--only-failed', 'report.json')).toEqual(['bad']);
    expect(await ids('--touched-by', 'shop.tools.json', 'new.json', 'a.case.yaml')).toEqual([
      'looks',
    ]);
    expect(await ids('--where', 'tag=reading')).toEqual(['looks']);
    expect(await ids('--case', 'good')).toEqual(['good']);
  });

  it.each([
    ['--touched-by', 'shop.tools.json', 'shop.tools.json'],
    ['--shard', '2/2'],
  ])('is done at once where %s leaves nothing', async (...args) => {
    const { code, out, err } = await shop({ 'a.case.yaml': chargeCase('a') }).run('run', ...args);
    expect([code, out]).toEqual([0, '']);
    expect(err).toContain('nothing to run');
  });

  it('leaves a folder and a report of a shard without cases, so that all can be judged', async () => {
    const place = shop({ 'a.case.yaml': chargeCase('a') });
    await place.run('run', '--shard', '1/2', '--out', 'results/1');
    const second = await report(place, '--shard', '2/2', '--out', 'results/2');
    expect([second.code, second.report.cases]).toEqual([0, []]);
    const both = ['--results', 'results/1', '--results', 'results/2'];
    expect(await place.run('score', ...both)).toMatchObject({ code: 0, err: '' });
  });

  it.each(Object.keys(SCORE_FORMATS).filter((format) => format !== 'pretty'))(
    'reports no case as %s',
    async (format) => {
      const place = shop({ 'a.case.yaml': chargeCase('a') });
      expect((await place.run('run', '--shard', '2/2', '--format', format)).code).toBe(0);
    },
  );

  it('scores recorded runs as they are with the runner replay', async () => {
    const trace = { case_id: 'a', runs: [{ run_id: 'mine', calls: [] }] };
    const place = shop({
      'a.case.yaml': chargeCase('a', 'charge', 'trace: a.trace.json'),
      'a.trace.json': JSON.stringify(trace),
    });
    const { code, report: made } = await report(place, '--runner', 'replay');
    expect(code).toBe(1);
    expect(made.cases[0].runs[0]).toMatchObject({ run_id: 'mine', verdict: 'fail' });
    expect(existsSync(join(place.folder, 'started'))).toBe(false);
  });

  it.each([
    [
      ['--runner', 'nobody'],
      'there is no runner “nobody”: the configuration has replay, agent, other',
    ],
    [['--case', 'nothing'], 'there is no case “nothing”'],
    [['--shard', '3/2'], 'i/n is needed'],
    [['--trials', '0'], 'at least 1 is needed'],
    [['--only-failed', 'none.json'], 'there is no none.json'],
    [['--touched-by', 'shop.tools.json'], 'takes two manifests'],
    [['--resume', 'runs', '--out', 'x'], 'leave out --out'],
  ])('cannot run with %s', async (args, message) => {
    const { code, err } = await shop({ 'a.case.yaml': chargeCase('a') }).run('run', ...args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
