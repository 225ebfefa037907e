import type { CancellationToken, Connection, Position } from 'vscode-languageserver';
import { definition } from '../features/definition.ts';
import type { FeatureContext } from '../features/host.ts';
import { isWide } from '../features/mention-search.ts';
import { editsForMoves } from '../features/moved-files.ts';
import { references } from '../features/references.ts';
import { rename } from '../features/rename.ts';
import { symbolsIn, workspaceSymbols } from '../features/symbols.ts';
import type { FileState } from '../workspace/files/file-state.ts';
import { toUri } from '../workspace/files/uri.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import type { Asker } from './feature-requests.ts';

interface AtPosition {
  readonly textDocument: { readonly uri: string };
  readonly position: Position;
}

/** Answers the requests that look at the whole workspace. */
export function registerWorkspaceFeatures(connection: Connection, asker: Asker): void {
  const { client, session } = asker;

  /** Asks about a position; other files are loaded for what they may speak of, or define. */
  const ask = <P extends AtPosition, R>(
    params: P,
    token: CancellationToken,
    reach: 'spoken of' | 'defined',
    feature: (context: FeatureContext, offset: number, snapshots: readonly Snapshot[]) => R,
  ): Promise<R | null> => {
    const offsetIn = ({ snapshot }: FeatureContext) => snapshot.file.offsetAt(params.position);
    return asker.askAll(
      params.textDocument.uri,
      token,
      (context) => isWide(context, offsetIn(context), reach),
      (context, snapshots) => feature(context, offsetIn(context), snapshots),
    );
  };

  connection.onDefinition((params: AtPosition, token: CancellationToken) =>
    ask(params, token, 'defined', (context, offset, snapshots) => {
      const links = definition(context, offset, snapshots);
      if (client.links) return links;
      return links.map(({ targetUri, targetSelectionRange }) => ({
        uri: targetUri,
        range: targetSelectionRange,
      }));
    }),
  );
  connection.onReferences((params, token) =>
    ask(params, token, 'spoken of', (context, offset, snapshots) =>
      references(context, offset, params.context.includeDeclaration, snapshots),
    ),
  );
  connection.onRenameRequest((params, token) =>
    ask(params, token, 'spoken of', (context, offset, snapshots) =>
      rename(context, offset, params.newName, snapshots),
    ),
  );
  connection.onWorkspaceSymbol(({ query }, token) =>
    asker.guard(token, async () => {
      const files: FileState[] = [];
      for await (const file of asker.files(token)) {
        symbolsIn(file);
        files.push(file);
      }
      return workspaceSymbols(query, files, () => token.isCancellationRequested);
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
