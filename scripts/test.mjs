/**
 * `npm test`: the static checks, vitest, and the suites in a real VS Code. The last line is
 * `N passed, N failed`; the exit code is 1 when anything failed.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installParts, unsupported } from '../test/vscode/install.mjs';
import { bootstrap, node, outputFolder } from './bootstrap.mjs';
import { getChromium } from './chromium.mjs';

/** @typedef {{passed: number, failed: number}} Count */

/** @type {{name: string, run: () => Promise<Count>}[]} */
const steps = [
  { name: 'build', run: () => check(['scripts/build.mjs']) },
  { name: 'format and lint', run: () => check(['node_modules/@biomejs/biome/bin/biome', 'check']) },
  { name: 'types', run: () => check(['node_modules/typescript/bin/tsc', '--noEmit']) },
  { name: 'units, protocol and command line', run: () => vitest('vitest.config.mts', 'unit') },
  { name: 'a real VS Code', run: realVsCode },
];

rmSync(outputFolder, { recursive: true, force: true });
await bootstrap();
const total = { passed: 0, failed: 0 };
for (const { name, run } of steps) {
  console.log(`\n── ${name}`);
  const { passed, failed } = await run();
  total.passed += passed;
  total.failed += failed;
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

/**
 * A check that is no test: it counts when it fails.
 *
 * @param {string[]} command
 * @returns {Promise<Count>}
 */
async function check(command) {
  return { passed: 0, failed: (await node(command)) === 0 ? 0 : 1 };
}

/**
 * @param {string} config
 * @param {string} name names the report in test-output
 * @returns {Promise<Count>} a file that fails before its first test counts as one failure
 */
async function vitest(config, name) {
  const report = join(outputFolder, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const program = 'node_modules/vitest/vitest.mjs';
  const code = await node([program, 'run', '--root=.', `--config=${config}`, ...reporters]);
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests || (code === 0 ? 0 : 1) };
  } catch (error) {
    console.error(`vitest left no report: ${error}`);
    return { passed: 0, failed: 1 };
  }
}

/** @returns {Promise<Count>} */
async function realVsCode() {
  try {
    await prepareVsCode();
  } catch (error) {
    console.log(
      `Not run in any of the three hosts: ${error instanceof Error ? error.message : error}`,
    );
    return { passed: 0, failed: process.env.CI ? 1 : 0 };
  }
  return vitest('test/vscode/vitest.config.mts', 'vscode');
}

/** @throws {Error} saying which part is missing and how to get it */
async function prepareVsCode() {
  const obstacle = unsupported();
  if (obstacle) throw new Error(obstacle);
  if (!(await getChromium())) {
    throw new Error(
      'Chromium is missing: install it (on Debian: apt-get install chromium), or let CHROME name a Chrome',
    );
  }
  await installParts();
}
