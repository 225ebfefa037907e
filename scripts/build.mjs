/** `npm run build`: the bundles in dist/ and, of them, callsheet.vsix. */
import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
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
  { entry: 'server/src/mcp/pull.ts', out: 'dist/mcp.js', options: forNode },
  { entry: 'server/src/runner/chat.ts', out: 'dist/chat.js', options: forNode },
  { entry: 'server/src/manifest/ajv.ts', out: 'dist/ajv.js', options: forNode },
  { entry: 're2js', out: 'dist/re2.js', options: forNode },
];

/**
 * The clients of MCP servers and of models are bundles beside those that load them: most sessions never do.
 *
 * @type {import('esbuild').Plugin}
 */
const clientsApart = {
  name: 'clients-apart',
  setup(build) {
    for (const [filter, path] of /** @type {const} */ ([
      [/\/mcp\/pull\.ts$/, './mcp.js'],
      [/\/runner\/chat\.ts$/, './chat.js'],
    ])) {
      build.onResolve({ filter }, ({ kind }) =>
        kind === 'dynamic-import' ? { path, external: true } : undefined,
      );
    }
  },
};

/** Engines that are bundles of their own on Node, with what each exports. */
const engines = [
  { filter: /\/ajv\.ts$/, bundle: './ajv.js', names: ['Ajv', 'Ajv2019', 'Ajv2020', 'addFormats'] },
  { filter: /^re2js$/, bundle: './re2.js', names: ['RE2JS'] },
];

/**
 * An engine loads when one of its classes or functions is first used: by the first schema, the first
 * pattern. What imports it sees the same names at once.
 *
 * @type {import('esbuild').Plugin}
 */
const enginesOnDemand = {
  name: 'engines-on-demand',
  setup(build) {
    for (const { filter, bundle, names } of engines) {
      build.onResolve({ filter }, ({ kind }) =>
        kind === 'import-statement' ? { path: bundle, namespace: 'on-demand' } : undefined,
      );
      build.onResolve({ filter: RegExp(`^\\${bundle}$`) }, ({ path }) => ({
        path,
        external: true,
      }));
      build.onLoad({ filter: RegExp(`^\\${bundle}$`), namespace: 'on-demand' }, () => ({
        contents: `
          const load = () => require('${bundle}');
          const onDemand = (name) => new Proxy(function () {}, {
            get: (_, key) => load()[name][key],
            apply: (_, self, values) => Reflect.apply(load()[name], self, values),
            construct: (_, values) => Reflect.construct(load()[name], values),
          });
          ${names.map((name) => `export const ${name} = onDemand('${name}');`).join('\n')}`,
      }));
    }
  },
};

/** What the package holds: the exceptions of `.vscodeignore`, which leaves out everything else. */
const packaged = readFileSync(join(root, '.vscodeignore'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1).replace(/\/\*\*$/, ''));
/** Where it is laid out: the packager would walk the whole repository, VS Code's parts included. */
const layout = join(root, 'dist', 'package');

await bootstrap();
const esbuild = await import('esbuild');
const { createVSIX } = await import('@vscode/vsce');

await rm(join(root, 'dist'), { recursive: true, force: true });
const built = await Promise.allSettled(
  bundles.map(({ entry, out, options }) =>
    esbuild.build({
      ...options,
      absWorkingDir: root,
      entryPoints: [entry],
      outfile: out,
      bundle: true,
      plugins: options.platform === 'node' ? [clientsApart, enginesOnDemand] : [clientsApart],
      minify: true,
      // Some libraries offer UMD first, whose `require` no bundler can follow.
      mainFields:
        options.platform === 'browser' ? ['browser', 'module', 'main'] : ['module', 'main'],
      logLevel: 'warning',
    }),
  ),
);
// esbuild has said what is wrong.
if (built.some(({ status }) => status === 'rejected')) process.exit(1);
await chmod(join(root, 'dist/cli.js'), 0o755);

for (const path of ['.vscodeignore', ...packaged]) {
  const source = join(root, path);
  // Who runs the examples finds the runs in there.
  const filter = (/** @type {string} */ below) => basename(below) !== '.callsheet';
  if (existsSync(source)) await cp(source, join(layout, path), { recursive: true, filter });
}
await leaveOutPictures('README.md');

// The packager lists every file that goes in, which here is a table already.
const { log } = console;
console.log = () => {};
await createVSIX({
  cwd: layout,
  packagePath: join(root, 'callsheet.vsix'),
  dependencies: false,
  allowMissingRepository: true,
  rewriteRelativeLinks: false,
});
console.log = log;
console.log('built dist/ and callsheet.vsix');

/**
 * VS Code's page of an extension shows only pictures that are somewhere on the web: without them the text is whole.
 *
 * @param {string} page in the layout
 */
async function leaveOutPictures(page) {
  const path = join(layout, page);
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replaceAll(/^!\[[^\]]*\]\([^)]*\)\n\n/gm, ''));
}
