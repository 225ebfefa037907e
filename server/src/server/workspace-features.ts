import type { CancellationToken, Connection, Position } from 'vscode-languageserver';
import { definition } from '../features/definition.ts';
import { editsForMoves } from '../features/moved-files.ts';
import { references } from '../features/references.ts';
import { rename } from '../features/rename.ts';
import { workspaceSymbols } from '../features/symbols.ts';
import { toUri } from '../workspace/uri.ts';
import type { Asker } from './feature-requests.ts';

interface AtPosition {
  readonly textDocument: { readonly uri: string };
  readonly position: Position;
}

/** Answers the requests that look at the whole workspace. */
export function registerWorkspaceFeatures(connection: Connection, asker: Asker): void {
  const { client, session } = asker;

  connection.onDefinition((params: AtPosition, token: CancellationToken) =>
    asker.askAll(params.textDocument.uri, token, (context, snapshots) => {
      const links = definition(context, context.snapshot.file.offsetAt(params.position), snapshots);
      if (client.links) return links;
      return links.map(({ targetUri, targetSelectionRange }) => ({
        uri: targetUri,
        range: targetSelectionRange,
      }));
    }),
  );
  connection.onReferences((params, token) =>
    asker.askAll(params.textDocument.uri, token, (context, snapshots) =>
      references(
        context,
        context.snapshot.file.offsetAt(params.position),
        params.context.includeDeclaration,
        snapshots,
      ),
    ),
  );
  connection.onRenameRequest((params, token) =>
    asker.askAll(params.textDocument.uri, token, (context, snapshots) =>
      rename(context, context.snapshot.file.offsetAt(params.position), params.newName, snapshots),
    ),
  );
  connection.onWorkspaceSymbol(({ query }, token) =>
    asker.guard(token, async () => {
      await asker.loadAll(token);
      return workspaceSymbols(query, asker.snapshots(), () => token.isCancellationRequested);
    }),
  );
  connection.workspace.onWillRenameFiles(({ files }, token) =>
    asker.guard(token, async () => {
      await asker.loadAll(token);
      const moves = files.map(({ oldUri, newUri }) => ({ from: toUri(oldUri), to: toUri(newUri) }));
      const { workspace } = session;
      return editsForMoves({ client, workspace }, moves, asker.snapshots()) ?? null;
    }),
  );
}
