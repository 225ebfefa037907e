/**
 * Runs `host/*.host.ts` inside the Node extension host of a real VS Code, in a trusted folder,
 * `host/*.restricted.ts` in Restricted Mode, and `host/*.several.ts` with several folders. `host/*.killed.ts`
 * have a VS Code of their own, since a file that is in work when a server is killed twice is set aside.
 */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outputFolder, root } from '../../scripts/bootstrap.mjs';
import { openBrowser } from './browser.ts';
import type { TestResult } from './host/runner.ts';
import { anyFailed, bundleTests, runTestPage, showResults } from './in-host.ts';
import { keepLogs, startTestServer } from './server.mjs';

interface Profile {
  readonly name: string;
  /** Chooses the tests in `host/`. */
  readonly ending: string;
  readonly trusted: boolean;
  /** Fills the folder of the tests; gives the query that opens it, and what stands under its name. */
  open(workspace: string): Promise<[query: 'folder' | 'workspace', path: string]>;
}

const profiles: readonly Profile[] = [
  { name: 'trusted', ending: '.host.ts', trusted: true, open: openExamples },
  { name: 'restricted', ending: '.restricted.ts', trusted: false, open: openExamples },
  { name: 'killed', ending: '.killed.ts', trusted: true, open: openExamples },
  { name: 'several', ending: '.several.ts', trusted: true, open: openSeveral },
];

for (const profile of profiles) {
  await showResults(`Node extension host, ${profile.name}`, () => runInHost(profile));
}

async function openExamples(workspace: string): Promise<['folder', string]> {
  await cp(join(root, 'examples'), workspace, { recursive: true });
  return ['folder', workspace];
}

/** A shop and a bank, both with a `pay` in `api.tools.json`, whose arguments differ. */
async function openSeveral(workspace: string): Promise<['workspace', string]> {
  for (const [folder, required, free] of [
    ['shop', 'amount', 'note'],
    ['bank', 'sum', 'reference'],
  ] as const) {
    const properties = { [required]: { type: 'number' }, [free]: { type: 'string' } };
    const inputSchema = { type: 'object', properties, required: [required] };
    await mkdir(join(workspace, folder), { recursive: true });
    const write = (file: string, text: string) => writeFile(join(workspace, folder, file), text);
    await write('api.tools.json', JSON.stringify({ tools: [{ name: 'pay', inputSchema }] }));
    await write('callsheet.config.yaml', 'tools: api.tools.json\n');
  }
  const file = join(workspace, 'both.code-workspace');
  await writeFile(file, JSON.stringify({ folders: [{ path: 'shop' }, { path: 'bank' }] }));
  return ['workspace', file];
}

async function runInHost({ name, ending, trusted, open }: Profile): Promise<TestResult[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'callsheet-host-'));
  const module = join(scratch, 'tests', 'index.js');
  const workspace = join(scratch, 'workspace');
  const profile = join(scratch, 'profile');
  await bundleTests(ending, 'node', module);
  const opened = await open(workspace);
  // What lies there when the server starts for the first time is installed.
  const models = join(profile, 'extensions', 'callsheet-tests.scripted-models-0.0.1');
  await cp(join(root, 'test', 'vscode', 'models'), models, { recursive: true });

  const log = join(outputFolder, `host-${name}.server.log`);
  const server = await startTestServer({ profile, log, trusted });
  const browser = await openBrowser(`host-${name}`);
  let failed = true;
  try {
    const results = await runTestPage(browser.page, testUrl(server.url, opened, module));
    failed = anyFailed(results);
    return results;
  } finally {
    await browser.close(failed);
    await server.stop();
    if (failed) await keepLogs(profile, join(outputFolder, `host-${name}.logs`));
    await rm(scratch, { recursive: true, force: true });
  }
}

function testUrl(server: string, [query, path]: [string, string], module: string): string {
  const remote = server.replace('http://', 'vscode-remote://');
  const payload = JSON.stringify([
    ['extensionDevelopmentPath', `${remote}${root}`],
    ['extensionTestsPath', `${remote}${module}`],
  ]);
  return `${server}/?${query}=${encodeURIComponent(path)}&payload=${encodeURIComponent(payload)}`;
}
