import type { CancellationToken, Connection, Position } from 'vscode-languageserver';
import { codeActions, resolveAction } from '../features/code-actions.ts';
import { codeLenses, type LensData, resolveLens } from '../features/code-lens.ts';
import { complete } from '../features/completion/complete.ts';
import { Documentation } from '../features/completion/documentation.ts';
import { documentLinks } from '../features/document-links.ts';
import { foldingRanges } from '../features/folding.ts';
import { format } from '../features/format.ts';
import type { FeatureContext } from '../features/host.ts';
import { hover } from '../features/hover.ts';
import { inlayHints } from '../features/inlay-hints.ts';
import type { Outlines } from '../features/outline.ts';
import { documentHighlights } from '../features/references.ts';
import { prepareRename } from '../features/rename.ts';
import { selectionRanges } from '../features/selection-ranges.ts';
import { semanticTokens } from '../features/semantic-tokens.ts';
import { documentSymbols } from '../features/symbols.ts';
import { toolsInUse } from '../features/tools-in-use.ts';
import { methods } from '../protocol.ts';
import { toUri } from '../workspace/files/uri.ts';
import type { Session } from '../workspace/session.ts';
import type { ClientProfile } from './client.ts';
import type { Diagnostics } from './diagnostics.ts';
import { Asker } from './feature-requests.ts';
import type { Settings } from './settings.ts';
import { registerWorkspaceFeatures } from './workspace-features.ts';

export interface FeatureHost {
  readonly client: ClientProfile;
  readonly canRun: boolean;
  settings(): Settings;
  readonly diagnostics: Diagnostics;
  readonly outlines: Outlines;
}

interface InDocument {
  readonly textDocument: { readonly uri: string };
}

/** Answers the editor's requests: loads what a document names, then asks the feature. */
export function registerFeatures(
  connection: Connection,
  session: Session,
  host: FeatureHost,
): void {
  const asker = new Asker(connection, session, host);

  const answer =
    <P extends InDocument, R>(feature: (context: FeatureContext, params: P) => R) =>
    (params: P, token: CancellationToken): Promise<R | null> =>
      asker.ask(params.textDocument.uri, token, (context) => feature(context, params));
  const answerAt = <R>(feature: (context: FeatureContext, offset: number) => R) =>
    answer((context, { position }: InDocument & { readonly position: Position }) =>
      feature(context, context.snapshot.file.offsetAt(position)),
    );

  const documentation = new Documentation();
  connection.onCompletion((params, token) =>
    asker.askWithRuns(params, token, (context, offset) =>
      documentation.defer(complete(context, offset)),
    ),
  );
  connection.onCompletionResolve((item) => documentation.resolve(item));
  connection.onHover(answerAt(hover));
  connection.onDocumentHighlight(answerAt(documentHighlights));
  connection.onPrepareRename(answerAt(prepareRename));
  connection.onDocumentSymbol(answer(documentSymbols));
  connection.onFoldingRanges(answer(foldingRanges));
  connection.onDocumentLinks(answer(documentLinks));
  connection.onDocumentFormatting(answer((context, { options }) => format(context, options)));
  connection.onDocumentRangeFormatting(
    answer((context, { options, range }) => format(context, options, range)),
  );
  connection.onSelectionRanges(
    answer((context, { positions }) => selectionRanges(context, positions)),
  );
  connection.languages.semanticTokens.on(answer((context) => semanticTokens(context)) as never);
  connection.languages.semanticTokens.onRange(
    answer((context, { range }: InDocument & { range: never }) =>
      semanticTokens(context, range),
    ) as never,
  );
  connection.onCodeAction(
    answer((context, { range, context: wanted }) => codeActions(context, range, wanted)),
  );
  connection.onCodeActionResolve(async (action, token) => {
    const { uri } = (action.data ?? {}) as { readonly uri?: string };
    const resolved =
      uri && (await asker.ask(uri, token, (context) => resolveAction(context, action)));
    return resolved || action;
  });
  connection.onCodeLens(answer((context) => (host.settings().codeLens ? codeLenses(context) : [])));
  connection.onCodeLensResolve((lens) => {
    const data = lens.data as LensData | undefined;
    return data ? resolveLens(lens, session.scoresOf(toUri(data.uri))) : lens;
  });
  connection.languages.inlayHint.on(
    answer((context, { range }) => inlayHints(context, range, host.settings().scoreHints)),
  );
  connection.onRequest(
    methods.toolsInUse,
    ({ uri, line }: { uri: string; line: number }, token: CancellationToken) =>
      asker.ask(uri, token, (context) => toolsInUse(context, line)),
  );
  if (host.client.pull) {
    connection.languages.diagnostics.on(({ textDocument, previousResultId }) =>
      host.diagnostics.pull(toUri(textDocument.uri), previousResultId),
    );
    connection.languages.diagnostics.onWorkspace(({ previousResultIds }, token, _, report) =>
      host.diagnostics.pullWorkspace(previousResultIds, token, report),
    );
  }
  registerWorkspaceFeatures(connection, asker);
}
