/** Runs a TypeScript program of this folder in a process of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { node, outputFolder, root } from '../../scripts/bootstrap.mjs';

/**
 * What the program puts into the temporary folder is gone afterwards.
 *
 * @param {string} name of the program: `fuzz` for bench/fuzz.ts
 * @param {string[]} args
 * @returns {Promise<number>} its exit code
 */
export async function runBundled(name, args = []) {
  const outfile = join(outputFolder, 'bench', `${name}.mjs`);
  await build({
    absWorkingDir: root,
    entryPoints: [`bench/${name}.ts`],
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
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-bench-'));
  process.env.TMPDIR = folder;
  try {
    return await node(['--expose-gc', outfile, ...args]);
  } finally {
    process.env.TMPDIR = join(folder, '..');
    rmSync(folder, { recursive: true, force: true });
  }
}
