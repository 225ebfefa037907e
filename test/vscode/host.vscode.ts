/**
 * Runs `host/*.host.ts` inside the Node extension host of a real VS Code, in a trusted folder, and
 * `host/*.restricted.ts` in Restricted Mode.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outputFolder, root } from '../../scripts/bootstrap.mjs';
import { openBrowser } from './browser.ts';
import type { TestResult } from './host/runner.ts';
import { anyFailed, bundleTests, runTestPage, showResults } from './in-host.ts';
import { keepLogs, startTestServer } from './server.mjs';

const profiles = [
  { name: 'trusted', ending: '.host.ts', trusted: true },
  { name: 'restricted', ending: '.restricted.ts', trusted: false },
];

for (const profile of profiles) {
  await showResults(`Node extension host, ${profile.name}`, () => runInHost(profile));
}

async function runInHost({
  name,
  ending,
  trusted,
}: (typeof profiles)[number]): Promise<TestResult[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'callsheet-host-'));
  const module = join(scratch, 'tests', 'index.js');
  const workspace = join(scratch, 'workspace');
  const profile = join(scratch, 'profile');
  await bundleTests(ending, 'node', module);
  await cp(join(root, 'examples'), workspace, { recursive: true });
  // What lies there when the server starts for the first time is installed.
  const models = join(profile, 'extensions', 'callsheet-tests.scripted-models-0.0.1');
  await cp(join(root, 'test', 'vscode', 'models'), models, { recursive: true });

  const log = join(outputFolder, `host-${name}.server.log`);
  const server = await startTestServer({ profile, log, trusted });
  const browser = await openBrowser(`host-${name}`);
  let failed = true;
  try {
    const results = await runTestPage(browser.page, testUrl(server.url, workspace, module));
    failed = anyFailed(results);
    return results;
  } finally {
    await browser.close(failed);
    await server.stop();
    if (failed) await keepLogs(profile, join(outputFolder, `host-${name}.logs`));
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
