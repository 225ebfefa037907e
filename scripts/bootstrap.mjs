/**
 * What every script shares and what may run before anything is installed: Node built-ins only.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Logs, reports, traces and screenshots of the last test run. */
export const outputFolder = join(root, 'test-output');

/**
 * Runs a program to its end, its output in this terminal.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options] defaults: in the repository, without standard input
 * @returns {Promise<number>} the exit code; 1 when it was killed or could not start
 */
export function run(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      ...options,
    });
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/**
 * Runs a script with this very Node.
 *
 * @param {string[]} args the script, relative to the repository, and its arguments
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export const node = (args, options) => run(process.execPath, args, options);

/**
 * Runs npm; a shell finds it on every operating system, so arguments must not need quoting.
 *
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export const npm = (args, options) =>
  run(['npm', ...args].join(' '), [], { shell: true, ...options });

/**
 * Installs the dependencies when what is there is not what `package-lock.json` asks for.
 *
 * @throws {Error} when npm fails
 */
export async function bootstrap() {
  if (isInstalled()) return;
  console.log('Installing the dependencies (npm ci)…');
  if ((await npm(['ci', '--ignore-scripts'])) !== 0) {
    throw new Error('npm ci failed: see above; it needs npm 10 or newer and a package registry');
  }
}

/**
 * npm keeps a lock file of what it put into node_modules: the two are compared, package by package.
 * Optional packages are those for other platforms, so their absence says nothing.
 */
function isInstalled() {
  const wanted = packagesOf('package-lock.json');
  const present = packagesOf(join('node_modules', '.package-lock.json'));
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || optional || present[path]?.version === version,
  );
}

/**
 * @param {string} file
 * @returns {Record<string, {version?: string, optional?: boolean}> | undefined}
 */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}
