/**
 * `npm run bench [names]`: the benchmarks whose names contain one of the words; all without words. Each
 * runs in a process of its own, against what `npm run build` left in dist/.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, node, root } from '../scripts/bootstrap.mjs';

await bootstrap();
const { runBundled } = await import('./lib/bundled.mjs');
if (!existsSync(join(root, 'dist', 'server.js'))) await node(['scripts/build.mjs']);

const words = process.argv.slice(2);
const names = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)));

let code = 0;
for (const name of names) {
  console.log(`\n── ${name}`);
  code ||= await runBundled(`${name}.bench`);
}
process.exitCode = code;
