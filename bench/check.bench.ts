/** `callsheet check` over thousands of case files: cold, and again. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { short, table } from './lib/figures.ts';
import { caseFile, folderWith, MANIFEST } from './lib/sample.ts';

const CASES = Number(process.env.BENCH_CASES ?? 10_000);
const cli = process.env.CALLSHEET_CLI ?? join('dist', 'cli.js');

const folder = folderWith({
  'shop.tools.json': MANIFEST,
  'callsheet.config.yaml': 'tools: shop.tools.json\n',
  ...Object.fromEntries(
    Array.from({ length: CASES }, (_, i) => [`case-${i}.case.yaml`, caseFile(i)]),
  ),
});

function check(): number {
  const begun = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'check', folder], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new Error(`check failed: ${stderr || stdout.slice(0, 500)}`);
  return performance.now() - begun;
}

const cold = check();
const again = check();
table(`check of ${CASES} case files`, [
  ['', 'seconds'],
  ['cold', short(cold / 1000)],
  ['again, nothing changed', short(again / 1000)],
  ['a file', `${short((cold / CASES) * 1000)} µs`],
  ['again ×', short(cold / again)],
]);
