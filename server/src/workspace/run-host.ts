/** What running needs of the machine: kept apart, since a browser has none of it. */

/** A case cannot be run; the message says why and what to do, for a person, without a full stop. */
export class CannotRun extends Error {}

/** Reads and writes files of recorded runs, by path. */
export interface ResultFiles {
  /** Undefined where there is no such file. */
  read(path: string): Promise<string | undefined>;
  /** Writes a file whole or not at all, and makes its folders. */
  write(path: string, text: string): Promise<void>;
}

export interface RunHost {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly files: ResultFiles;
  /** An absolute path of one that is meant from a folder. */
  resolve(folder: string, ...path: readonly string[]): string;
  /** Milliseconds since 1970. */
  now(): number;
}
