import { pathToFileURL } from 'node:url';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { clientFileSystem } from './server/client-file-system.ts';
import { serve } from './server/language-server.ts';
import { NodeRunning } from './server/node-running.ts';
import { NodeFileSystem } from './workspace/files/node-file-system.ts';
import { nodeRunHost } from './workspace/running/node-run-host.ts';

/** The language server for Node: `--stdio`, or over IPC when an extension host forks it. */
const connection = createConnection(ProposedFeatures.all);

serve(connection, {
  fileSystem: (_, client, folders) =>
    clientFileSystem(connection, client, new NodeFileSystem(folders)),
  running: new NodeRunning(nodeRunHost),
  rulesPage: pathToFileURL(`${__dirname}/../docs/rules.md`).href,
});
