/**
 * Runs `host/*.host.ts` inside the Node extension host of a real VS Code, in a trusted folder, and
 * `host/*.restricted.ts` in Restricted Mode. Each of their tests is shown as a test here.
 */
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { outputFolder, root } from '../../scripts/bootstrap.mjs';
import { openBrowser } from './browser.ts';
import { bundleTests } from './bundle.ts';
import type { TestResult } from './host/runner.ts';
import { startTestServer, withLimit } from './server.mjs';

/** How long all tests of a profile may take together, in milliseconds. */
const RUN_LIMIT = 300_000;

const profiles = [
  { name: 'trusted', ending: '.host.ts', trusted: true },
  { name: 'restricted', ending: '.restricted.ts', trusted: false },
];

for (const profile of profiles) {
  const results = await runInHost(profile).catch((error: Error) => [
    { name: 'the extension host runs the tests', error: error.stack ?? error.message },
  ]);
  describe(`Node extension host, ${profile.name}`, () => {
    for (const { name, error } of results) {
      it(name, () => {
        if (error) throw new Error(error);
      });
    }
  });
}

async function runInHost({
  name,
  ending,
  trusted,
}: (typeof profiles)[number]): Promise<TestResult[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'callsheet-host-'));
  const module = join(scratch, 'tests', 'index.js');
  const workspace = join(scratch, 'workspace');
  const resultsFile = join(scratch, 'results.json');
  await bundleTests(
    ending,
    "require('node:fs').writeFileSync(process.env.CALLSHEET_TEST_RESULTS, JSON.stringify(await runTests()));",
    { platform: 'node', outfile: module },
  );
  await cp(join(root, 'examples'), workspace, { recursive: true });

  const server = await startTestServer({
    profile: join(scratch, 'profile'),
    log: join(outputFolder, `host-${name}.server.log`),
    trusted,
    env: { CALLSHEET_TEST_RESULTS: resultsFile },
  });
  const browser = await openBrowser(`host-${name}`);
  let failed = true;
  try {
    const log: string[] = [];
    const exited = new Promise<number>((resolve) => {
      browser.page.exposeFunction('codeAutomationLog', (_: string, args: unknown[]) => {
        log.push(args.map(String).join(' '));
      });
      browser.page.exposeFunction('codeAutomationExit', resolve);
    });
    await browser.page.goto(testUrl(server.url, workspace, module));
    const code = await withLimit(exited, RUN_LIMIT);
    if (code !== 0) throw new Error(`the host ended with code ${code}\n${log.join('\n')}`);
    const results: TestResult[] = JSON.parse(await readFile(resultsFile, 'utf8'));
    failed = results.some(({ error }) => error !== undefined);
    return results;
  } finally {
    await browser.close(failed);
    await server.stop();
    if (failed) await keepLogs(join(scratch, 'profile'), name);
    await rm(scratch, { recursive: true, force: true });
  }
}

function testUrl(server: string, workspace: string, module: string): string {
  const remote = server.replace('http://', 'vscode-remote://');
  const payload = JSON.stringify([
    ['extensionDevelopmentPath', `${remote}${root}`],
    ['extensionTestsPath', `${remote}${module}`],
  ]);
  return `${server}/?folder=${encodeURIComponent(workspace)}&payload=${encodeURIComponent(payload)}`;
}

/** The output channels are files below the server's data folder. */
async function keepLogs(profile: string, name: string): Promise<void> {
  for (const folder of ['logs', 'server/data/logs']) {
    await cp(join(profile, folder), join(outputFolder, `host-${name}.logs`), {
      recursive: true,
    }).catch(() => undefined);
  }
}
