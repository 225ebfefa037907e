/** What the Node and the browser's extension host have in common when they run tests. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { root } from '../../scripts/bootstrap.mjs';
import { MEASURED, type TestResult } from './host/runner.ts';
import { withLimit } from './server.mjs';

/** How long all tests of a host may take together, in milliseconds. */
const RUN_LIMIT = 300_000;
/** Begins the line of the host's log that holds the results. */
const MARK = 'callsheet test results: ';

const folder = join(root, 'test', 'vscode', 'host');

/**
 * Bundles test files into one module that an extension host runs.
 *
 * @param ending chooses the files in `host/`, such as `.host.ts`
 * @param platform of the host
 * @param outfile where the module goes
 */
export async function bundleTests(
  ending: string,
  platform: BuildOptions['platform'],
  outfile: string,
): Promise<void> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(ending)).sort();
  const contents = [
    ...files.map((file) => `import './${file}';`),
    "import { runTests } from './runner.ts';",
    'export async function run() {',
    `  console.log(${JSON.stringify(MARK)} + JSON.stringify(await runTests()));`,
    '}',
  ].join('\n');
  await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    bundle: true,
    platform,
    format: 'cjs',
    external: ['vscode'],
    sourcemap: 'inline',
    logLevel: 'warning',
    outfile,
  });
}

/**
 * Opens a workbench that runs tests, and waits for them.
 *
 * @throws {Error} when the host ends without results, with its log
 */
export async function runTestPage(page: Page, url: string): Promise<TestResult[]> {
  const log: string[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    page.once('crash', () => reject(new Error('the page crashed')));
    page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => {
      log.push(args.map(String).join(' '));
    });
    page.exposeFunction('codeAutomationExit', () => resolve());
  });
  await page.goto(url);
  await withLimit(ended, RUN_LIMIT);
  for (const entry of log) if (entry.includes(MEASURED)) console.log(entry);
  const line = log.find((entry) => entry.includes(MARK));
  if (!line) throw new Error(`the host ended without results\n${log.join('\n')}`);
  return JSON.parse(line.slice(line.indexOf(MARK) + MARK.length));
}

/**
 * Shows the tests of a host as tests here. The host runs while the file that calls this is read.
 *
 * @param title names the host
 * @param run gives the results; its failure is shown as a test of its own
 */
export async function showResults(title: string, run: () => Promise<TestResult[]>): Promise<void> {
  const results = await run().catch((error: Error) => [
    { name: 'the host runs the tests', error: error.stack ?? error.message },
  ]);
  describe(title, () => {
    for (const { name, error } of results) {
      it(name, () => {
        if (error) throw new Error(error);
      });
    }
  });
}

/** Whether any test failed. */
export const anyFailed = (results: TestResult[]): boolean =>
  results.some(({ error }) => error !== undefined);
