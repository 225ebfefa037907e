/**
 * Runs `host/*.web.ts` inside the extension host of a browser, where no process can be started and
 * the workspace is a virtual file system.
 */
import { rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { outputFolder, root } from '../../scripts/bootstrap.mjs';
import { openBrowser } from './browser.ts';
import type { TestResult } from './host/runner.ts';
import { anyFailed, bundleTests, runTestPage, showResults } from './in-host.ts';
import { installPart, partsFolder } from './install.mjs';

/** Chromium resolves it, and the names below it that web views have, without asking anybody. */
const HOST = 'localhost';
/** Stands for the build, which is ours and has none. */
const COMMIT = '0'.repeat(40);

await showResults('browser extension host', async (): Promise<TestResult[]> => {
  const testWeb = await installPart('testWeb');
  await offerBuild(await installPart('web'));
  // The tests must lie inside the extension's folder to be served.
  const module = join(outputFolder, 'web', 'index.js');
  await bundleTests('.web.ts', 'browser', module);

  const { open } = createRequire(import.meta.url)(join(testWeb, 'out', 'server', 'index.js'));
  const port = await freePort();
  const server = await open({
    browserType: 'none',
    quality: 'stable',
    commit: COMMIT,
    testRunnerDataDir: partsFolder,
    host: HOST,
    port,
    extensionDevelopmentPath: root,
    extensionTestsPath: module,
    folderPath: join(root, 'examples'),
  });
  const browser = await openBrowser('web');
  let failed = true;
  try {
    const results = await runTestPage(browser.page, `http://${HOST}:${port}/`);
    failed = anyFailed(results);
    return results;
  } finally {
    await browser.close(failed);
    server.dispose();
  }
});

/** Puts the build where test-web looks before it would download one. */
async function offerBuild(build: string): Promise<void> {
  const offered = join(partsFolder, `vscode-web-stable-${COMMIT}`);
  await writeFile(join(build, 'version'), COMMIT);
  await rm(offered, { force: true });
  await symlink(build, offered);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, HOST, () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
