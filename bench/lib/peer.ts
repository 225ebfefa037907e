/** Other tools, installed when a benchmark first asks for them, kept out of our dependencies. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The folder of an npm package in this version, installed where it is not there yet.
 *
 * @throws where npm cannot install it
 */
export function npmPeer(name: string, version: string): string {
  const home = join('node_modules', '.cache', 'callsheet-bench', `${name}-${version}`);
  const folder = join(process.cwd(), home, 'node_modules', name);
  if (!existsSync(folder)) {
    mkdirSync(home, { recursive: true });
    const options = [
      '--ignore-scripts',
      '--no-save',
      '--no-audit',
      '--no-fund',
      `--prefix=${home}`,
    ];
    execFileSync('npm', ['install', ...options, `${name}@${version}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
  }
  return folder;
}
