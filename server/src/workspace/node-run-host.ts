import { promises as fs } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ResultFiles, RunHost } from './run-host.ts';

const files: ResultFiles = {
  read: (path) =>
    fs.readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    }),
  async write(path, text) {
    await fs.mkdir(dirname(path), { recursive: true });
    const temporary = `${path}.${process.pid}.tmp`;
    await fs.writeFile(temporary, text);
    await fs.rename(temporary, path);
  },
};

/** Runs on this machine, with the environment of this process. */
export const nodeRunHost: RunHost = {
  environment: process.env,
  files,
  resolve,
  now: Date.now,
};
