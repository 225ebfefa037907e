/** The command line as npm packs it. */
import { execFileSync } from 'node:child_process';
import { root } from '../scripts/bootstrap.mjs';

export const windows = process.platform === 'win32';

/** Nothing is asked of a registry, and no script of a package runs. */
export const OFFLINE = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];

export interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** Runs npm in a folder. */
export const npm = (cwd: string, ...args: string[]): string =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', shell: windows, stdio: 'pipe' });

/** Packs what is built into a tarball in that folder. */
export const packInto = (folder: string): Packed =>
  JSON.parse(npm(root, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder))[0];
