/** Memory: over thousands of edits of one file, and with a large workspace known. */
import { short, slope, table } from './lib/figures.ts';
import { caseFile, dataset, folderWith, MANIFEST, middleLine } from './lib/sample.ts';
import type { Server } from './lib/server.ts';
import { startOurs } from './lib/servers.ts';

const EDITS = Number(process.env.BENCH_EDITS ?? 10_000);
const CASES = Number(process.env.BENCH_CASES ?? 10_000);
const MANIFESTS = 40;
const FILE = 'speed.dataset.yaml';

/** Types and takes back, and looks now and then at what a forced collection leaves. */
async function edits(): Promise<void> {
  const text = dataset(1000);
  const server = await startOurs(folderWith({ 'shop.tools.json': MANIFEST, [FILE]: text }));
  const { line, character } = middleLine(text);
  await server.open(FILE, text);
  const seen: [number, number][] = [];
  for (let i = 0; i < EDITS / 2; i++) {
    await server.edit(FILE, line, character, character, 'x');
    await server.edit(FILE, line, character, character + 1, '');
    if ((i + 1) % (EDITS / 20) === 0) seen.push([(i + 1) * 2, await server.heap()]);
  }
  server.stop();
  const late = seen.slice(Math.floor(seen.length / 2));
  table(`heap after a forced collection over ${EDITS} edits, MB`, [
    ['edits', ...seen.map(([at]) => String(at))],
    ['heap', ...seen.map(([, heap]) => heap.toFixed(2))],
  ]);
  console.log(`  second half: ${short(slope(late) * 1000)} MB per 1,000 edits`);
}

/** Many small cases, each in its file, and more manifests than they name. */
const workspaceFiles = (): Record<string, string> => ({
  ...Object.fromEntries([
    ...Array.from({ length: CASES }, (_, i) => [`cases/${i}.case.yaml`, caseFile(i)]),
    ...Array.from({ length: MANIFESTS }, (_, i) => [`tools/${i}.tools.json`, MANIFEST]),
  ]),
  'cases/shop.tools.json': MANIFEST,
});

async function tableOf(what: string, server: Server): Promise<void> {
  table(`memory with ${CASES} case files and ${MANIFESTS + 1} manifests known`, [
    ['', 'MB'],
    [`occupied after ${what}`, short(server.memory())],
    ['heap after a forced collection', short(await server.heap())],
    ['occupied after it', short(server.memory())],
  ]);
  server.stop();
}

async function searched(): Promise<void> {
  const files = workspaceFiles();
  const server = await startOurs(folderWith(files));
  await server.open('cases/0.case.yaml', files['cases/0.case.yaml']!);
  await server.ask('workspace/symbol', { query: 'refund_1' });
  await tableOf('the search', server);
}

/** As VS Code does it: every file's diagnostics are asked for. */
async function told(): Promise<void> {
  const server = await startOurs(folderWith(workspaceFiles()), true);
  await server.ask('workspace/diagnostic', { previousResultIds: [] });
  await tableOf('the diagnostics of every file', server);
}

await edits();
await searched();
await told();
