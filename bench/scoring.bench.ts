/** Scoring: a small trace beside the seed's demonstration, thousands of traces on disk, a large alignment. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { scoreRun } from '../server/src/scoring/score-run.ts';
import { scoreCase } from '../server/src/scoring/set/case-score.ts';
import { call, expectation, made, run, toolset } from '../server/src/scoring/testing.ts';
import { readTrace } from '../server/src/trace/index.ts';
import { short, table } from './lib/figures.ts';
import { folderWith } from './lib/sample.ts';

const cpu = () => process.cpuUsage().user / 1000;

/** What something takes of the processor and of the clock, in milliseconds a time. */
function timed(times: number, work: () => void) {
  for (let i = 0; i < times / 5; i++) work();
  const [begun, wall] = [cpu(), performance.now()];
  for (let i = 0; i < times; i++) work();
  return { cpu: (cpu() - begun) / times, wall: (performance.now() - wall) / times };
}

const TOOLS = toolset([
  { name: 'search_flights', consequence: 'read' },
  { name: 'book_flight', consequence: 'write' },
  { name: 'get_weather', consequence: 'read' },
  { name: 'send_email', consequence: 'destructive' },
]);

// The very case that the demonstration scores.
const EXPECTED = expectation({
  case_id: 'C',
  calls: [
    call('search_flights', { origin: { allowed: ['SFO'] }, dest: { allowed: ['JFK'] } }),
    call(
      'book_flight',
      { flight_id: { from_call: 'search_flights' }, seats: { allowed: [1] } },
      { group: 1 },
    ),
  ],
});
const RUN = run([
  made(
    'search_flights',
    { origin: 'SFO', dest: 'JFK' },
    { output: { results: [{ id: 'F777' }, { id: 'F778' }] } },
  ),
  made('book_flight', { flight_id: 'F777', seats: 1 }, { output: { confirmation: 'OK' } }),
]);

if (scoreRun(EXPECTED, TOOLS, RUN).verdict !== 'pass') throw new Error('the small trace fails');
const small = timed(50_000, () => scoreRun(EXPECTED, TOOLS, RUN));

/** Traces a second of the seed's demonstration, measured now; undefined where it is not at hand. */
function seedRate(): number | undefined {
  const peers = process.env.CALLSHEET_PEERS ?? join('..', 'shared', 'peers');
  if (!existsSync(join(peers, 'bench_seed.py'))) return undefined;
  const said = execFileSync('python3', ['bench_seed.py'], { cwd: peers, encoding: 'utf8' });
  return Number(/^(\d+) traces/.exec(said)?.[1]);
}

/** Microseconds that agentevals 0.0.7 was seen to take for one comparison. */
const AGENTEVALS = 71;

const perSecond = 1000 / small.wall;
const seed = seedRate();
table('one small trace, every metric', [
  ['', 'traces a second', 'ours against it'],
  ['ours', short(perSecond), ''],
  [
    'the seed in Python, now',
    short(seed ?? Number.NaN),
    `${short(perSecond / (seed ?? Number.NaN))}×`,
  ],
  [
    'agentevals 0.0.7, recorded',
    short(1e6 / AGENTEVALS),
    `${short((perSecond * AGENTEVALS) / 1e6)}×`,
  ],
]);

const names = Array.from({ length: 200 }, (_, i) => `tool_${i % 10}`);
const wide = toolset([...new Set(names)].map((name) => ({ name, consequence: 'read' as const })));
const shuffled = names.map((name, i) => made(name, { n: (i * 37) % 200 }));
const large = expectation({
  calls: names.map((name, i) => call(name, { n: i })),
  match: { calls: 'any_order' },
});
const aligned = timed(10, () => scoreRun(large, wide, run(shuffled)));
table('alignment of 200 × 200 calls', [
  ['', 'ms'],
  ['clock', short(aligned.wall)],
  ['processor', short(aligned.cpu)],
]);

const CASES = Number(process.env.BENCH_CASES ?? 10_000);
const TRIALS = 5;

/** The trace of one trial, as a chat API records it. */
const traceText = (number: number, trial: number): string =>
  JSON.stringify({
    run_id: `run-${number}-${trial}`,
    case_id: `C${number}`,
    model: 'a-model',
    calls: RUN.calls.map((each, i) => ({
      id: `call_${number}_${i}`,
      name: each.name,
      arguments: each.arguments,
      output: each.output,
      status: 'ok',
      latency_ms: 100 + i,
    })),
    messages: [{ role: 'user', content: 'Book me a flight from SFO to JFK, one seat.' }],
    final_message: 'Your flight F777 from SFO to JFK is booked. Have a good trip!',
    usage: { input_tokens: 1234, output_tokens: 56 },
  });

const folder = folderWith({});
for (let number = 0; number < CASES; number++) {
  const trials = Array.from({ length: TRIALS }, (_, trial) => traceText(number, trial));
  writeFileSync(join(folder, `${number}.trace.jsonl`), `${trials.join('\n')}\n`);
}
const files = readdirSync(folder).map((file) => join(folder, file));
const cases = new Map(
  files.map((_, number) => [number, { ...EXPECTED, caseId: `C${number}` }] as const),
);

const begunParse = [cpu(), performance.now()] as const;
for (const file of files) {
  for (const line of readFileSync(file, 'utf8').split('\n')) if (line) JSON.parse(line);
}
const parse = { cpu: cpu() - begunParse[0], wall: performance.now() - begunParse[1] };

const begunScore = [cpu(), performance.now()] as const;
let passed = 0;
for (const [number, file] of files.entries()) {
  const { runs } = readTrace(readFileSync(file, 'utf8'));
  const score = scoreCase({ expectation: cases.get(number)!, toolset: TOOLS, runs, file });
  if (score.verdict === 'pass' && runs.length === TRIALS) passed += 1;
}
const rescore = { cpu: cpu() - begunScore[0], wall: performance.now() - begunScore[1] };
if (passed !== files.length) throw new Error(`${passed} of ${files.length} pass`);
table(`rescoring ${CASES} cases × ${TRIALS} trials from disk`, [
  ['', 'seconds', 'of the processor'],
  ['JSON.parse alone', short(parse.wall / 1000), short(parse.cpu / 1000)],
  ['rescoring', short(rescore.wall / 1000), short(rescore.cpu / 1000)],
  ['×', short(rescore.wall / parse.wall), short(rescore.cpu / parse.cpu)],
]);
