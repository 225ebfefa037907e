/** `npm run build`: the bundles in dist/ and, of them, callsheet.vsix. */
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bootstrap, root } from './bootstrap.mjs';

/** @typedef {import('esbuild').BuildOptions} BuildOptions */

/** @type {BuildOptions} */
const forNode = { platform: 'node', format: 'cjs', target: 'node20' };
/** @type {BuildOptions} */
const forBrowser = { platform: 'browser', target: 'es2022' };
/** The extension host hands out `vscode` itself, and takes CommonJS in every version. */
const vscode = { external: ['vscode'] };

/** @type {{entry: string, out: string, options: BuildOptions}[]} */
const bundles = [
  {
    entry: 'client/src/extension.ts',
    out: 'dist/extension.js',
    options: { ...forNode, ...vscode },
  },
  {
    entry: 'client/src/web/extension.ts',
    out: 'dist/web/extension.js',
    options: { ...forBrowser, ...vscode, format: 'cjs' },
  },
  {
    entry: 'server/src/web/server.ts',
    out: 'dist/web/server.js',
    options: { ...forBrowser, format: 'iife' },
  },
  { entry: 'server/src/server.ts', out: 'dist/server.js', options: forNode },
  { entry: 'server/src/cli.ts', out: 'dist/cli.js', options: forNode },
];

await bootstrap();
const esbuild = await import('esbuild');
const { createVSIX } = await import('@vscode/vsce');

await rm(join(root, 'dist'), { recursive: true, force: true });
await Promise.all(
  bundles.map(({ entry, out, options }) =>
    esbuild.build({
      ...options,
      absWorkingDir: root,
      entryPoints: [entry],
      outfile: out,
      bundle: true,
      minify: true,
      // Some libraries offer UMD first, whose `require` no bundler can follow.
      mainFields:
        options.platform === 'browser' ? ['browser', 'module', 'main'] : ['module', 'main'],
      logLevel: 'warning',
    }),
  ),
);
await chmod(join(root, 'dist/cli.js'), 0o755);

await createVSIX({
  cwd: root,
  packagePath: join(root, 'callsheet.vsix'),
  dependencies: false,
  allowMissingRepository: true,
  rewriteRelativeLinks: false,
});
