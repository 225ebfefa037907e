import type { Connection } from 'vscode-languageserver';
import { say } from '../l10n/say.ts';
import { type FileAnswer, methods } from '../protocol.ts';
import type { FileSystem } from '../workspace/files/file-system.ts';
import { relativePath } from '../workspace/files/uri.ts';
import type { ClientProfile } from './client.ts';

/**
 * The disk of a host whose client can read more than we can: virtual workspaces, and everything in the
 * browser. Ordinary files are read directly where that is possible.
 *
 * @param direct the server's own disk, for `file:` URIs
 */
export function clientFileSystem(
  connection: Connection,
  client: ClientProfile,
  direct?: FileSystem,
): FileSystem {
  const unknown = say`files of this kind cannot be read here`;
  const remote: FileSystem = client.files
    ? {
        read: (uri) => connection.sendRequest<FileAnswer>(methods.readFile, { uri }),
        problem: async (uri) =>
          (await connection.sendRequest<string | null>(methods.fileProblem, { uri })) ?? undefined,
        list: async (folder, wanted) =>
          (await connection.sendRequest<string[]>(methods.listFiles, { folder })).filter((uri) =>
            wanted(relativePath(folder, uri)),
          ),
      }
    : {
        read: async () => ({ ok: false, reason: unknown }),
        problem: async () => unknown,
        list: async () => [],
      };
  const of = (uri: string): FileSystem => (direct && uri.startsWith('file:') ? direct : remote);
  return {
    read: (uri) => of(uri).read(uri),
    problem: (uri) => of(uri).problem(uri),
    list: (folder, wanted) => of(folder).list(folder, wanted),
  };
}
