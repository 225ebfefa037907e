import type { Connection, Position } from 'vscode-languageserver';
import { codeActions } from '../features/code-actions.ts';
import { codeLenses } from '../features/code-lens.ts';
import { complete } from '../features/completion/complete.ts';
import { definition } from '../features/definition.ts';
import type { FeatureContext } from '../features/host.ts';
import { hover } from '../features/hover.ts';
import { scoreHints } from '../features/score-hints.ts';
import { documentSymbols } from '../features/symbols.ts';
import type { Session } from '../workspace/session.ts';
import { toUri } from '../workspace/uri.ts';
import type { ClientProfile } from './client.ts';
import type { Diagnostics } from './diagnostics.ts';
import type { Settings } from './settings.ts';

export interface FeatureHost {
  readonly client: ClientProfile;
  readonly canRun: boolean;
  settings(): Settings;
  readonly diagnostics: Diagnostics;
}

interface Document {
  readonly textDocument: { readonly uri: string };
}

/** Answers the editor's requests about one document: loads what it names, then asks the feature. */
export function registerFeatures(
  connection: Connection,
  session: Session,
  host: FeatureHost,
): void {
  const client = { ...host.client, canRun: host.canRun };

  /** A feature that fails answers nothing, and says so in the log: the editor goes on. */
  const answer =
    <P extends Document, R>(feature: (context: FeatureContext, params: P) => R) =>
    async (params: P): Promise<R | null> => {
      try {
        const context = await contextOf(session, client, params.textDocument.uri);
        return context ? feature(context, params) : null;
      } catch (error) {
        connection.console.error(String(error instanceof Error ? error.stack : error));
        return null;
      }
    };
  const answerAt = <R>(feature: (context: FeatureContext, offset: number) => R) =>
    answer((context, { position }: Document & { readonly position: Position }) =>
      feature(context, context.snapshot.file.offsetAt(position)),
    );

  connection.onCompletion(answerAt(complete));
  connection.onHover(answerAt(hover));
  connection.onDefinition(answerAt(definition));
  connection.onDocumentSymbol(answer(documentSymbols));
  connection.onCodeAction(
    answer((context, { range, context: wanted }) => codeActions(context, range, wanted)),
  );
  connection.onCodeLens(answer((context) => (host.settings().codeLens ? codeLenses(context) : [])));
  connection.languages.inlayHint.on(
    answer((context, { range }) => (host.settings().scoreHints ? scoreHints(context, range) : [])),
  );
  if (host.client.pull) {
    connection.languages.diagnostics.on(({ textDocument }) =>
      host.diagnostics.pull(toUri(textDocument.uri)),
    );
  }
}

async function contextOf(
  session: Session,
  client: FeatureContext['client'],
  rawUri: string,
): Promise<FeatureContext | undefined> {
  const uri = toUri(rawUri);
  const snapshot = await session.snapshot(uri);
  if (!snapshot) return undefined;
  const { workspace } = session;
  return {
    workspace,
    snapshot,
    client,
    findings: () => session.findings(snapshot).lint,
    scores: session.scoresOf(uri),
    files: (kind) => workspace.listed.filter((each) => workspace.kindOf(each) === kind),
  };
}
