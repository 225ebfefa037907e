import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { Failure } from './failure.ts';

export interface OutputFile {
  /** Relative to the folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/**
 * Writes files into a folder, each atomically. Nothing is written where a file of another content stands
 * in the way.
 *
 * @throws Failure where one does, unless `force`
 */
export function writeFiles(
  cwd: string,
  folder: string,
  files: readonly OutputFile[],
  force: boolean,
): void {
  const targets = files.map(({ path, text }) => ({ full: resolve(folder, path), text }));
  const shown = (full: string) => relative(cwd, full).split(sep).join('/') || '.';
  const twice = targets.find(({ full }, index) =>
    targets.slice(0, index).some((other) => other.full === full),
  );
  if (twice) {
    throw new Failure(
      `two files would be written as ${shown(twice.full)}: import them into folders of their own`,
    );
  }
  const folderInTheWay = targets.find(
    ({ full }) => existsSync(full) && statSync(full).isDirectory(),
  );
  if (folderInTheWay) {
    throw new Failure(
      `${shown(folderInTheWay.full)} is a folder, and a file is to be written there`,
    );
  }
  const fresh = targets.filter(
    ({ full, text }) => !existsSync(full) || readFileSync(full, 'utf8') !== text,
  );
  const taken = fresh.find(({ full }) => existsSync(full));
  if (taken && !force) {
    throw new Failure(
      `${shown(taken.full)} exists and differs: choose another place, or pass --force`,
    );
  }
  for (const { full, text } of fresh) {
    mkdirSync(dirname(full), { recursive: true });
    const temporary = `${full}.${process.pid}.tmp`;
    try {
      writeFileSync(temporary, text);
      renameSync(temporary, full);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }
}
