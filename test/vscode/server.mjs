/**
 * Starts VS Code's server: bare for tests inside the extension host, or in its wrapper as a user
 * has it. Node built-ins only.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { installPart } from './install.mjs';

/**
 * @typedef {object} Server
 * @property {string} url without a slash at its end
 * @property {Promise<unknown>} ended
 * @property {() => Promise<void>} stop ends the server and everything it started
 */

/** How long a server may take to listen, in milliseconds. */
const START_LIMIT = 60_000;
/** How long it may take to end when asked, before it is killed, in milliseconds. */
const STOP_LIMIT = 5_000;

/** @type {NodeJS.Signals[]} */
const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const SETTINGS = {
  'chat.disableAIFeatures': true,
  'extensions.ignoreRecommendations': true,
  'files.autoSave': 'off',
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.untrustedFiles': 'open',
  'telemetry.telemetryLevel': 'off',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
};

/**
 * The bare server, which lets a page name an extension under development and its tests.
 *
 * @param {{profile: string, log: string, trusted: boolean}} options
 *   `profile`: a folder of its own; `log`: the file that takes the server's output; `trusted`:
 *   without it, folders open in Restricted Mode
 * @returns {Promise<Server>}
 */
export async function startTestServer({ profile, log, trusted }) {
  const [code, node] = [await installPart('server'), await installPart('node')];
  await seedSettings(profile);
  return serve(
    join(node, 'bin', 'node'),
    [
      join(code, 'lib', 'vscode', 'out', 'server-main.js'),
      ...['--host', '127.0.0.1', '--port', '0'],
      '--without-connection-token',
      '--accept-server-license-terms',
      ...['--telemetry-level', 'off'],
      '--enable-smoke-test-driver',
      ...['--user-data-dir', profile],
      ...['--server-data-dir', join(profile, 'server')],
      ...['--extensions-dir', join(profile, 'extensions')],
      ...(trusted ? ['--disable-workspace-trust'] : []),
    ],
    { log, ready: /listening on (\d+)/ },
  );
}

/**
 * The server as a user has it, with a packaged extension installed.
 *
 * @param {{profile: string, log: string, vsix: string, port?: number, trusted?: boolean}} options
 *   `profile`: a folder of its own; `log`: the file that takes the server's output; `port`: any free one
 *   by default; `trusted`: false for folders in Restricted Mode
 * @returns {Promise<Server>}
 * @throws {Error} when the extension can't be installed
 */
export async function startWorkbench({ profile, log, vsix, port = 0, trusted = true }) {
  const [code, node] = [await installPart('server'), await installPart('node')];
  await seedSettings(profile);
  const program = join(node, 'bin', 'node');
  const wrapper = [
    join(code, 'out', 'node', 'entry.js'),
    ...['--user-data-dir', profile],
    ...['--extensions-dir', join(profile, 'extensions')],
    ...['--config', join(profile, 'config.yaml')],
  ];
  await writeFile(join(profile, 'config.yaml'), '');
  const install = [...wrapper, '--install-extension', vsix, '--force'];
  const { status, stdout, stderr } = spawnSync(program, install, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${vsix} can't be installed:\n${stdout}${stderr}`);
  return serve(
    program,
    [
      ...wrapper,
      ...['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`],
      '--disable-telemetry',
      '--disable-update-check',
      ...(trusted ? ['--disable-workspace-trust'] : []),
    ],
    { log, ready: /server listening on http:\/\/127\.0\.0\.1:(\d+)/ },
  );
}

/**
 * Keeps the logs of a profile, output channels among them.
 *
 * @param {string} profile
 * @param {string} folder
 */
export async function keepLogs(profile, folder) {
  await cp(join(profile, 'logs'), folder, { recursive: true, force: true });
}

/**
 * Exits by way of the `exit` event, which a signal alone would pass over. Ctrl+C is how a server
 * is ended: no failure.
 *
 * @param {NodeJS.Signals} signal
 */
function exit(signal) {
  process.exit(signal === 'SIGINT' ? 0 : 1);
}

/**
 * A profile that has settings keeps them.
 *
 * @param {string} profile
 */
async function seedSettings(profile) {
  const file = join(profile, 'User', 'settings.json');
  if (existsSync(file)) return;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(SETTINGS, null, 2));
}

/**
 * Starts a server in a process group of its own: it forks processes that outlive it.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{log: string, ready: RegExp}} options `ready` finds the port
 * @returns {Promise<Server>}
 */
async function serve(program, args, { log, ready }) {
  await mkdir(dirname(log), { recursive: true });
  const sink = createWriteStream(log);
  const child = spawn(program, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => {
    child.once('error', resolve);
    child.once('exit', resolve);
  });
  /** @param {NodeJS.Signals} signal */
  const signalGroup = (signal) => {
    try {
      if (child.pid) process.kill(-child.pid, signal);
    } catch {
      // The group has ended already.
    }
  };
  const killAtExit = () => signalGroup('SIGKILL');
  process.once('exit', killAtExit);
  for (const signal of ENDING_SIGNALS) process.once(signal, exit);

  const stop = async () => {
    signalGroup('SIGTERM');
    await withLimit(ended, STOP_LIMIT).catch(() => undefined);
    signalGroup('SIGKILL');
    process.off('exit', killAtExit);
    for (const signal of ENDING_SIGNALS) process.off(signal, exit);
    await new Promise((resolve) => sink.end(resolve));
  };

  /** @type {Promise<string>} */
  const listening = new Promise((resolve, reject) => {
    let output = '';
    /** @param {Buffer} chunk */
    const read = (chunk) => {
      sink.write(chunk);
      output += chunk;
      const port = ready.exec(output)?.[1];
      if (!port) return;
      output = '';
      resolve(port);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    ended.then(() => reject(new Error('the server ended before it listened')));
  });
  try {
    const port = await withLimit(listening, START_LIMIT);
    return { url: `http://127.0.0.1:${port}`, ended, stop };
  } catch (error) {
    await stop();
    throw new Error(`VS Code's server did not start: ${error}\n${readFileSync(log, 'utf8')}`);
  }
}

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {number} limit in milliseconds
 * @returns {Promise<T>}
 */
export function withLimit(promise, limit) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`nothing after ${limit} ms`)), limit);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
