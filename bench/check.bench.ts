/** `callsheet check` over thousands of case files: on one processor and on two, and again. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { median, short, table } from './lib/figures.ts';
import { caseFile, folderWith, MANIFEST } from './lib/sample.ts';

const CASES = Number(process.env.BENCH_CASES ?? 10_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const cli = process.env.CALLSHEET_CLI ?? join(process.cwd(), 'dist', 'cli.js');

const folder = folderWith({
  'shop.tools.json': MANIFEST,
  'callsheet.config.yaml': 'tools: shop.tools.json\n',
  ...Object.fromEntries(
    Array.from({ length: CASES }, (_, i) => [`case-${i}.case.yaml`, caseFile(i)]),
  ),
});
const caches = folderWith({});

/** Seconds that a check takes on these processors; Linux alone can say which. */
function check(processors: string, ...args: string[]): number {
  const command = [process.execPath, cli, 'check', folder, ...args];
  const [program, ...rest] =
    process.platform === 'linux' ? ['taskset', '-c', processors, ...command] : command;
  const begun = performance.now();
  const { status, stdout, stderr } = spawnSync(program!, rest, {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    env: { ...process.env, XDG_CACHE_HOME: caches },
  });
  if (status !== 0) throw new Error(`check failed: ${stderr || stdout.slice(0, 500)}`);
  return (performance.now() - begun) / 1000;
}

const times = (run: () => number) => median(Array.from({ length: ROUNDS }, run));
const one = times(() => check('0', '--no-cache'));
const two = times(() => check('0,1', '--no-cache'));
check('0,1');
const again = times(() => check('0,1'));
table(`check of ${CASES} case files`, [
  ['', 'seconds', '×'],
  ['one processor', short(one), ''],
  ['two', short(two), short(one / two)],
  ['again, nothing changed', short(again), short(two / again)],
]);
