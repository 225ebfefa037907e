/** Typing in a workspace of ten thousand files and as many scores, also while a branch is switched. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { ProgressType } from 'vscode-languageserver/node';
import { median, percentile, short, table } from './lib/figures.ts';
import { caseFile, dataset, folderWith, MANIFEST } from './lib/sample.ts';
import type { Server } from './lib/server.ts';
import { startOurs } from './lib/servers.ts';

const CASES = Number(process.env.BENCH_CASES ?? 10_000);
const SETS = 20;
const CHANGED = 1_000;
const ROUNDS = 60;
const OPEN = 'cases/0.case.yaml';
const SCORED_LINES = (CASES / SETS) * 20 + 5;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A session as VS Code has it: the workspace's diagnostics are asked for, too. */
class Session {
  #version = 1;
  readonly #results = new Map<string, string>();
  /** The files told of so far. */
  readonly told: string[] = [];

  private constructor(
    readonly server: Server,
    readonly folder: string,
  ) {}

  static async start(files: Readonly<Record<string, string>>): Promise<Session> {
    const folder = folderWith(files);
    const session = new Session(await startOurs(folder, true), folder);
    const { connection } = session.server;
    await connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri: session.uri, languageId: 'callsheet', version: 1, text: files[OPEN]! },
    });
    connection.onProgress(
      new ProgressType<{ items: { uri: string; resultId: string }[] }>(),
      'workspace',
      ({ items }) => {
        for (const { uri, resultId } of items) {
          session.#results.set(uri, resultId);
          session.told.push(uri);
        }
      },
    );
    void session.#askForAll();
    await session.until(Object.keys(files).filter((path) => !path.endsWith('trace.json')).length);
    return session;
  }

  /** A request that ends is made again two seconds later, with the names of what is known, as VS Code does. */
  async #askForAll(): Promise<void> {
    for (;;) {
      const previousResultIds = [...this.#results].map(([uri, value]) => ({ uri, value }));
      const params = { previousResultIds, partialResultToken: 'workspace' };
      try {
        await this.server.connection.sendRequest('workspace/diagnostic', params);
      } catch {
        return; // The server was stopped.
      }
      await wait(2_000);
    }
  }

  get uri(): string {
    return this.server.uriOf(OPEN);
  }

  /** Waits until so many files were told of. */
  async until(count: number): Promise<void> {
    while (this.told.length < count) await wait(20);
  }

  /** Types into the title; milliseconds until the diagnostics of that text. */
  async edit(): Promise<number> {
    const at = { line: 2, character: 8 };
    this.#version += 1;
    const [range, text] =
      this.#version % 2 === 0
        ? [{ start: at, end: at }, 'x']
        : [{ start: at, end: { line: 2, character: 9 } }, ''];
    const textDocument = { uri: this.uri };
    const begun = performance.now();
    void this.server.connection.sendNotification('textDocument/didChange', {
      textDocument: { ...textDocument, version: this.#version },
      contentChanges: [{ range, text }],
    });
    await this.server.connection.sendRequest('textDocument/diagnostic', { textDocument });
    return performance.now() - begun;
  }

  async complete(): Promise<number> {
    const position = { line: 16, character: 20 };
    const params = { textDocument: { uri: this.uri }, position };
    return (await this.server.ask('textDocument/completion', params)).wall;
  }
}

interface Times {
  readonly edits: number[];
  readonly completions: number[];
}

/** Types every tenth of a second, so that what follows an edit falls among the edits, until it is told to stop. */
async function type(session: Session, goesOn: (round: number) => boolean): Promise<Times> {
  const times: Times = { edits: [], completions: [] };
  for (let round = 0; goesOn(round); round++) {
    times.edits.push(await session.edit());
    times.completions.push(await session.complete());
    await wait(100);
  }
  return times;
}

const row = (name: string, { edits, completions }: Times): string[] => [
  name,
  ...[median(edits), percentile(edits, 0.95), Math.max(...edits)].map(short),
  ...[median(completions), percentile(completions, 0.95)].map(short),
];

const own = { [OPEN]: caseFile(0), 'cases/shop.tools.json': MANIFEST };
const trace = JSON.stringify({
  runs: [{ run_id: '1', calls: [{ name: 'search_orders', arguments: {} }] }],
});
const sets = Array.from({ length: SETS }, (_, i) => [
  `sets/${i}.dataset.yaml`,
  dataset(SCORED_LINES)
    .replaceAll('refund_', `set${i}_`)
    .replaceAll(/^( +)language: en$/gm, '$1language: en\n$1trace: run.trace.json'),
]);
const small = await Session.start(own);
const large = await Session.start({
  ...Object.fromEntries(
    Array.from({ length: CASES }, (_, i) => [`cases/${i}.case.yaml`, caseFile(i)]),
  ),
  ...own,
  ...Object.fromEntries(sets),
  'sets/shop.tools.json': MANIFEST,
  'sets/run.trace.json': trace,
});
console.log(`occupied with the workspace told of: ${short(large.server.memory())} MB`);
for (let i = 0; i < SETS; i++) {
  await large.server.ask('workspace/executeCommand', {
    command: 'callsheet.rescoreFile',
    arguments: [{ uri: large.server.uriOf(`sets/${i}.dataset.yaml`) }],
  });
}
await wait(3_000);
for (const session of [small, large]) await type(session, (round) => round < 15);
const alone = await type(small, (round) => round < ROUNDS);
const among = await type(large, (round) => round < ROUNDS);

const before = large.told.length;
const begun = performance.now();
for (let i = 1; i <= CHANGED; i++) {
  const text = caseFile(i).replace('name: search_orders', 'name: find_orders');
  writeFileSync(join(large.folder, `cases/${i}.case.yaml`), text);
}
void large.server.connection.sendNotification('workspace/didChangeWatchedFiles', {
  changes: Array.from({ length: CHANGED }, (_, i) => ({
    uri: large.server.uriOf(`cases/${i + 1}.case.yaml`),
    type: 2,
  })),
});
const isOpen = (uri: string) => uri === large.uri;
const news = () => large.told.slice(before).filter((uri) => !isOpen(uri)).length;
let longest = 0;
let taken = 0;
const asking = (async () => {
  while (taken === 0) {
    const textDocument = { uri: large.uri };
    longest = Math.max(
      longest,
      (await large.server.ask('textDocument/foldingRange', { textDocument })).wall,
    );
    await wait(5);
  }
})();
const during = await type(large, () => {
  if (taken === 0 && news() >= CHANGED) taken = performance.now() - begun;
  return taken === 0;
});
await asking;

table(`typing with ${CASES} files and ${CASES} scores, ms`, [
  ['', 'edit p50', 'p95', 'most', 'completion p50', 'p95'],
  row('an empty workspace', alone),
  row('the large one', among),
  row(`while ${CHANGED} files change at once`, during),
]);
table('a branch switch', [
  ['', 'ms'],
  [`until ${CHANGED} changed files are told of`, short(taken)],
  ['longest wait for an answer meanwhile', short(longest)],
]);
console.log(`  occupied in the end: ${short(large.server.memory())} MB`);
for (const { server } of [small, large]) server.stop();
