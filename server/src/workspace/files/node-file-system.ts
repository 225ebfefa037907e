import {
  accessSync,
  constants,
  promises as fs,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ignore, { type Ignore } from 'ignore';
import { phrase, say } from '../../l10n/say.ts';
import type { FileSystem, ReadResult } from './file-system.ts';
import { toUri, type Uri } from './uri.ts';

/** Folders that hold nothing of ours, whatever Git says. */
const NEVER = new Set(['.git', 'node_modules', '.callsheet']);

/** Files that are larger are traces of another order; they are refused, not read. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Rules that hold folders at any depth more often than this are left out, and no folder below so many others
 * is looked into: a path is matched by trying every way to share it out.
 */
const MAX_ANY_DEPTH = 3;
const MAX_DEPTH = 100;

/** What a `.gitignore` says, but for rules that would take too long to match. */
const rulesOf = (text: string): Ignore =>
  ignore().add(text.split('\n').filter((line) => line.split('**').length - 1 <= MAX_ANY_DEPTH));

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: phrase`no such file`,
  ENOTDIR: phrase`no such file`,
  EISDIR: phrase`it is a folder`,
  EACCES: phrase`permission denied`,
  EPERM: phrase`permission denied`,
  ELOOP: phrase`too many symbolic links`,
  ENAMETOOLONG: phrase`the name is too long`,
};

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = REASONS[code ?? ''];
  return reason === undefined ? message : say(reason);
}

/** What files are read by. */
interface Disk {
  realpath(path: string): string | Promise<string>;
  stat(path: string): Stats | Promise<Stats>;
  access(path: string, mode: number): void | Promise<void>;
  readFile(path: string): Uint8Array | Promise<Uint8Array>;
}

/** For a process that has nothing else to do: thousands of small files are read several times faster. */
export const WAITING_DISK: Disk = {
  realpath: realpathSync.native,
  stat: statSync,
  access: accessSync,
  readFile: readFileSync,
};

/** Node's disk. A link that leads out of the folders is not followed. */
export class NodeFileSystem implements FileSystem {
  /** @param folders what may be read, as URIs; empty for everything */
  constructor(
    private readonly folders: () => readonly Uri[],
    private readonly disk: Disk = fs,
  ) {}

  async read(uri: Uri): Promise<ReadResult> {
    const reason = await this.problem(uri);
    if (reason !== undefined) return { ok: false, reason };
    try {
      const bytes = await this.disk.readFile(fileURLToPath(uri));
      // The decoder drops a byte order mark, as editors do, so that positions agree.
      return { ok: true, text: new TextDecoder().decode(bytes) };
    } catch (error) {
      return { ok: false, reason: reasonOf(error) };
    }
  }

  async problem(uri: Uri): Promise<string | undefined> {
    try {
      const path = await this.disk.realpath(fileURLToPath(uri));
      if (!(await this.#isInside(path))) return say`it is a link out of the workspace`;
      const stat = await this.disk.stat(path);
      if (!stat.isFile()) return stat.isDirectory() ? say`it is a folder` : say`it is no file`;
      if (stat.size > MAX_BYTES) return say`it is larger than ${MAX_BYTES / 1024 / 1024} MB`;
      await this.disk.access(path, constants.R_OK);
      return undefined;
    } catch (error) {
      return reasonOf(error);
    }
  }

  async #isInside(path: string): Promise<boolean> {
    const folders = this.folders()
      .filter((folder) => folder.startsWith('file:'))
      .map((folder) => fileURLToPath(folder));
    // No part of a real path is a link: a folder that it begins with is real, too.
    if (folders.length === 0 || folders.some((folder) => isBelow(folder, path))) return true;
    for (const folder of folders) {
      const real = await this.#real(folder);
      if (real !== undefined && isBelow(real, path)) return true;
    }
    return false;
  }

  async #real(folder: string): Promise<string | undefined> {
    try {
      return await this.disk.realpath(folder);
    } catch {
      return undefined;
    }
  }

  async list(folder: Uri, wanted: (path: string) => boolean): Promise<readonly Uri[]> {
    if (!folder.startsWith('file:')) return [];
    const root = fileURLToPath(folder);
    const found: Uri[] = [];
    await walk(root, [], 0, (path) => {
      if (wanted(relative(root, path).split(sep).join('/'))) {
        found.push(toUri(pathToFileURL(path).href));
      }
    });
    return found.sort();
  }
}

const isBelow = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder + (folder.endsWith(sep) ? '' : sep));

interface Rules {
  readonly base: string;
  readonly rules: Ignore;
}

/** Visits the files below a folder that Git does not ignore. Links are not followed. */
async function walk(
  folder: string,
  inherited: readonly Rules[],
  depth: number,
  visit: (path: string) => void,
): Promise<void> {
  if (depth > MAX_DEPTH) return;
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch(() => []);
  const own = entries.some((entry) => entry.name === '.gitignore')
    ? await fs.readFile(join(folder, '.gitignore'), 'utf8').catch(() => '')
    : '';
  const rules = own ? [...inherited, { base: folder, rules: rulesOf(own) }] : inherited;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const isFolder = entry.isDirectory();
    if (NEVER.has(entry.name) || isIgnored(rules, path, isFolder)) continue;
    if (isFolder) await walk(path, rules, depth + 1, visit);
    else if (entry.isFile()) visit(path);
  }
}

/** The deepest rules that speak of a path decide, as in Git. */
function isIgnored(rules: readonly Rules[], path: string, isFolder: boolean): boolean {
  for (const { base, rules: own } of [...rules].reverse()) {
    const name = relative(base, path).split(sep).join('/') + (isFolder ? '/' : '');
    const { ignored, unignored } = own.test(name);
    if (ignored || unignored) return ignored;
  }
  return false;
}
