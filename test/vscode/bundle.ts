import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { root } from '../../scripts/bootstrap.mjs';

const folder = join(root, 'test', 'vscode', 'host');

/**
 * Bundles test files into one module that an extension host runs.
 *
 * @param ending chooses the files in `host/`, such as `.host.ts`
 * @param report the body of `run()`: it has `runTests`
 * @param options the platform, and where the module goes
 */
export async function bundleTests(
  ending: string,
  report: string,
  options: BuildOptions,
): Promise<void> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(ending)).sort();
  const contents = [
    ...files.map((file) => `import './${file}';`),
    "import { runTests } from './runner.ts';",
    `export async function run() { ${report} }`,
  ].join('\n');
  await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    bundle: true,
    format: 'cjs',
    external: ['vscode'],
    sourcemap: 'inline',
    logLevel: 'warning',
    ...options,
  });
}
