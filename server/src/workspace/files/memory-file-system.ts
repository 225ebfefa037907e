import type { FileSystem, ReadResult } from './file-system.ts';
import { isInside, relativePath, toUri, type Uri } from './uri.ts';

/** Files in memory, for tests: counts what is read, so that a test can say how much was. */
export class MemoryFileSystem implements FileSystem {
  readonly files = new Map<Uri, string>();
  reads = 0;

  /** @param files texts by URI */
  constructor(files: Readonly<Record<string, string>> = {}) {
    for (const [uri, text] of Object.entries(files)) this.files.set(toUri(uri), text);
  }

  async read(uri: Uri): Promise<ReadResult> {
    this.reads += 1;
    const text = this.files.get(uri);
    return text === undefined ? { ok: false, reason: 'no such file' } : { ok: true, text };
  }

  async problem(uri: Uri): Promise<string | undefined> {
    return this.files.has(uri) ? undefined : 'no such file';
  }

  async list(folder: Uri, wanted: (path: string) => boolean): Promise<readonly Uri[]> {
    return [...this.files.keys()].filter(
      (uri) => isInside(folder, uri) && wanted(relativePath(folder, uri)),
    );
  }
}
