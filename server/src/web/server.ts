import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createConnection,
} from 'vscode-languageserver/browser';
import { clientFileSystem } from '../server/client-file-system.ts';
import { serve } from '../server/language-server.ts';

/** The language server for a browser's worker: the client reads the files. */
const worker = globalThis as unknown as ConstructorParameters<typeof BrowserMessageReader>[0];
const connection = createConnection(
  new BrowserMessageReader(worker),
  new BrowserMessageWriter(worker),
);

serve(connection, {
  fileSystem: (_, client) => clientFileSystem(connection, client),
});
