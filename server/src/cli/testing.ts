import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

/** @param files what the folder holds, by path */
export function placeWith(files: Readonly<Record<string, string>> = {}): Place {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return {
    folder,
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    async run(...args) {
      let out = '';
      let err = '';
      const code = await main(args, {
        cwd: folder,
        color: false,
        out: (text) => {
          out += text;
        },
        err: (text) => {
          err += text;
        },
      });
      return { code, out, err };
    },
  };
}
