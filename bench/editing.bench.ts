/** A keystroke to the diagnostics of its version, and completion, in mid-file at growing sizes. */
import { median, percentile, short, slope, table } from './lib/figures.ts';
import { dataset, folderWith, MANIFEST, middleLine } from './lib/sample.ts';
import type { Server, Took } from './lib/server.ts';
import { PEER, PEER_VERSION, startOurs, startPeer } from './lib/servers.ts';

const SIZES = (process.env.BENCH_LINES ?? '1000,10000,100000').split(',').map(Number);
const FILE = 'speed.dataset.yaml';
const WARM_UP = 15;

interface Measured {
  readonly edits: readonly Took[];
  readonly completions: readonly Took[];
}

/**
 * Types a letter and takes it back, then asks for values, over and over.
 *
 * @param faults how many faults the letter makes: a schema of the format knows nothing of the tools
 */
async function measure(
  server: Server,
  text: string,
  rounds: number,
  faults: number,
): Promise<Measured> {
  const { line, character } = middleLine(text);
  const edits: Took[] = [];
  const completions: Took[] = [];
  await server.open(FILE, text);
  for (let round = 0; round < rounds; round++) {
    const typed = await server.edit(FILE, line, character, character, 'x');
    const errors = server.last.filter(({ severity }) => severity === 1);
    if (errors.length !== faults) throw new Error(`${errors.length} errors, not ${faults}`);
    const back = await server.edit(FILE, line, character, character + 1, '');
    const textDocument = { uri: server.uriOf(FILE) };
    const asked = await server.ask<unknown>('textDocument/completion', {
      textDocument,
      position: { line, character },
    });
    if (round < Math.min(WARM_UP, rounds / 3)) continue;
    edits.push(typed, back);
    completions.push(asked);
  }
  return { edits, completions };
}

async function both(lines: number) {
  const text = dataset(lines);
  const folder = folderWith({ 'shop.tools.json': MANIFEST, [FILE]: text });
  const ours = await startOurs(folder);
  const own = await measure(ours, text, 60, 1);
  ours.stop();
  if (process.env.BENCH_PEER === 'no') return { lines, own };
  const peer = await startPeer(folder, FILE);
  const theirs = await measure(peer, text, lines >= 100_000 ? 2 : 8, 0);
  peer.stop();
  return { lines, own, theirs };
}

const walls = (all: readonly Took[]) => all.map(({ wall }) => wall);
const cpu = (all: readonly Took[]) => all.reduce((sum, each) => sum + each.cpu, 0) / all.length;

const results = [];
for (const lines of SIZES) results.push(await both(lines));

const HEAD = ['lines', 'p50 ms', 'p95 ms', 'cpu ms', 'peer p50', 'peer cpu', '× p50', '× cpu'];
for (const what of ['edits', 'completions'] as const) {
  const rows = results.map(({ lines, own, theirs }) => {
    const mine = own[what];
    const other = theirs?.[what] ?? [];
    return [
      String(lines),
      ...[median(walls(mine)), percentile(walls(mine), 0.95), cpu(mine)].map(short),
      ...[median(walls(other)), cpu(other)].map(short),
      ...[median(walls(other)) / median(walls(mine)), cpu(other) / cpu(mine)].map(short),
    ];
  });
  const grows = slope(results.map(({ lines, own }) => [lines, median(walls(own[what]))]));
  table(`${what} (peer: ${PEER} ${PEER_VERSION})`, [HEAD, ...rows]);
  console.log(`  slope: ${short(grows * 1000)} ms per 1,000 lines`);
}
