/** The two servers that are compared, on the same file. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { npmPeer } from './peer.ts';
import { Server } from './server.ts';

export const PEER = 'yaml-language-server';
export const PEER_VERSION = '2.0.0';

/** Our own server, as it is built. */
export const startOurs = (folder: string, pull = false): Promise<Server> =>
  Server.start({
    pull,
    script: process.env.CALLSHEET_SERVER ?? join(process.cwd(), 'dist', 'server.js'),
    folder,
    languageId: 'callsheet',
  });

/** The peer, with our JSON Schema for the file. */
export function startPeer(folder: string, file: string): Promise<Server> {
  const schema = pathToFileURL(join(process.cwd(), 'schemas', 'dataset.schema.json')).href;
  return Server.start({
    script: join(npmPeer(PEER, PEER_VERSION), 'bin', 'yaml-language-server'),
    folder,
    languageId: 'yaml',
    settings: {
      yaml: {
        validate: true,
        completion: true,
        schemas: { [schema]: file },
        schemaStore: { enable: false },
        // Larger files than the default are the point.
        maxItemsComputed: 1_000_000,
      },
    },
  });
}
