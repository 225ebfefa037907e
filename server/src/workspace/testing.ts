import { MemoryFileSystem } from './files/memory-file-system.ts';
import { toUri, type Uri } from './files/uri.ts';
import { Session } from './session.ts';

export const ROOT: Uri = 'file:///workspace';

/** The URI of a path below the test's workspace folder. */
export const at = (path: string): Uri => toUri(`${ROOT}/${path}`);

/** A session over files in memory, by path below the workspace folder. */
export function sessionOf(files: Readonly<Record<string, string>>): {
  session: Session;
  files: MemoryFileSystem;
} {
  const memory = new MemoryFileSystem(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [at(path), text])),
  );
  const session = new Session({ fileSystem: memory, folders: [ROOT] }, (message) => {
    throw new Error(message);
  });
  return { session, files: memory };
}
