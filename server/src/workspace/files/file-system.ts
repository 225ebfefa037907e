import type { Uri } from './uri.ts';

/** A file's text, or a short reason why there is none, e.g. `no such file`. */
export type ReadResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/**
 * The disk, as the workspace sees it. Each host brings its own: Node's, the browser's through the
 * client, and one in memory for tests. None of them follows a link out of the folders it was given.
 */
export interface FileSystem {
  read(uri: Uri): Promise<ReadResult>;
  /** Undefined where the file can be read; else a short reason why not. Reads nothing. */
  problem(uri: Uri): Promise<string | undefined>;
  /** Files below a folder whose paths, relative to it, are wanted, without those that Git ignores. */
  list(folder: Uri, wanted: (path: string) => boolean): Promise<readonly Uri[]>;
}
