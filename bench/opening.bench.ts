/** Opening a file in a server that has just started, to its first diagnostics; and the memory it takes. */
import { median, short, table } from './lib/figures.ts';
import { dataset, folderWith, MANIFEST } from './lib/sample.ts';
import type { Server } from './lib/server.ts';
import { PEER, PEER_VERSION, startOurs, startPeer } from './lib/servers.ts';

const SIZES = (process.env.BENCH_LINES ?? '10000,100000').split(',').map(Number);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const FILE = 'speed.dataset.yaml';

async function open(start: () => Promise<Server>, text: string) {
  const server = await start();
  const took = await server.open(FILE, text);
  const memory = server.memory();
  server.stop();
  return { ...took, memory };
}

const rows: string[][] = [];
for (const lines of SIZES) {
  const text = dataset(lines);
  const folder = folderWith({ 'shop.tools.json': MANIFEST, [FILE]: text });
  const own: Awaited<ReturnType<typeof open>>[] = [];
  const theirs: typeof own = [];
  for (let round = 0; round < ROUNDS; round++) {
    own.push(await open(() => startOurs(folder), text));
    theirs.push(await open(() => startPeer(folder, FILE), text));
  }
  const of = (all: typeof own, what: keyof (typeof own)[number]) =>
    median(all.map((each) => each[what]));
  for (const what of ['wall', 'cpu', 'memory'] as const) {
    const unit = what === 'memory' ? 'MB' : 'ms';
    const [mine, other] = [of(own, what), of(theirs, what)];
    rows.push([`${lines} lines: ${what}, ${unit}`, short(mine), short(other), short(other / mine)]);
  }
}
table(`opening (peer: ${PEER} ${PEER_VERSION})`, [['', 'ours', 'peer', '×'], ...rows]);
