import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { main } from '../cli.ts';

/** What a command said, and how it ended. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A folder of its own, with commands run in it. */
export interface Place {
  readonly folder: string;
  run(...args: string[]): Promise<Outcome>;
  read(path: string): string;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/**
 * A folder that is gone when the test file has ended.
 *
 * @param files what it holds, by path
 */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-cli-'));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Runs the command line in this process, as a shell would in that folder. */
export async function callsheet(cwd: string, ...args: string[]): Promise<Outcome> {
  let out = '';
  let err = '';
  const code = await main(args, {
    cwd,
    color: false,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { code, out, err };
}

/** @param files what the folder holds, by path */
export function placeWith(files: Readonly<Record<string, string>> = {}): Place {
  const folder = folderWith(files);
  return {
    folder,
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    run: (...args) => callsheet(folder, ...args),
  };
}
