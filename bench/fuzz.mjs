/** `npm run fuzz [documents] [seed]`: bundles bench/fuzz.ts and runs it. */
import { join } from 'node:path';
import { bootstrap, node, outputFolder, root } from '../scripts/bootstrap.mjs';

await bootstrap();
const { build } = await import('esbuild');
const outfile = join(outputFolder, 'bench', 'fuzz.mjs');
await build({
  absWorkingDir: root,
  entryPoints: ['bench/fuzz.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  mainFields: ['module', 'main'],
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
});
process.exitCode = await node(['--expose-gc', outfile, ...process.argv.slice(2)]);
