/** Finds the browser that the VS Code suites drive, or gets it. Node built-ins only. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './bootstrap.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * @returns {string | undefined} the path of a Chromium: the one CHROME names, else one on the PATH
 */
export function findChromium() {
  if (process.env.CHROME) return process.env.CHROME;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/**
 * Finds Chromium, and where there is none installs it, if that takes no question to anybody.
 *
 * @returns {Promise<string | undefined>} its path; undefined where it can't be had
 */
export async function getChromium() {
  const found = findChromium();
  if (found) return found;
  const prefix = privileged();
  if (!prefix || spawnSync('apt-get', ['--version']).status !== 0) return undefined;
  console.log('Installing Chromium (apt-get)…');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  /** @param {string[]} args */
  const aptGet = (args) => {
    const [command = '', ...rest] = [...prefix, 'apt-get', '-q', ...args];
    return run(command, rest, { env });
  };
  await aptGet(['update']);
  await aptGet(['install', '-y', '--no-install-recommends', 'chromium']);
  return findChromium();
}

/**
 * @returns {string[] | undefined} what to put before a command that needs rights; undefined
 *   where they are not to be had without a password
 */
function privileged() {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined;
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
