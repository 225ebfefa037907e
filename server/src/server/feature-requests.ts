import {
  type CancellationToken,
  type Connection,
  LSPErrorCodes,
  type Position,
  ResponseError,
  type TextDocumentPositionParams,
} from 'vscode-languageserver';
import { frameMentions } from '../features/frame-mentions.ts';
import type { ClientAbilities, FeatureContext } from '../features/host.ts';
import { RenameRefused } from '../features/rename.ts';
import { unitAt } from '../features/target.ts';
import { say } from '../l10n/say.ts';
import type { FileState } from '../workspace/files/file-state.ts';
import { toUri, type Uri } from '../workspace/files/uri.ts';
import { linksOf } from '../workspace/links/links.ts';
import { pause } from '../workspace/pause.ts';
import type { Session } from '../workspace/session.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import type { FeatureHost } from './features.ts';

/** Kinds of files whose texts name others, or are named by others. */
const NAMING: ReadonlySet<string | undefined> = new Set([
  'case',
  'golden',
  'dataset',
  'config',
  'tools',
]);

/** Asks features for the editor: with everything loaded, and never with an exception. */
export class Asker {
  readonly client: ClientAbilities;

  constructor(
    private readonly connection: Connection,
    readonly session: Session,
    private readonly host: FeatureHost,
  ) {
    this.client = { ...host.client, canRun: host.canRun };
  }

  /** A feature that fails answers nothing, and says so in the log: the editor goes on. */
  ask<R>(
    rawUri: string,
    token: CancellationToken,
    feature: (context: FeatureContext) => R,
  ): Promise<R | null> {
    return this.guard(token, async () => {
      const context = await this.contextOf(toUri(rawUri));
      return context && !token.isCancellationRequested ? feature(context) : null;
    });
  }

  /**
   * As `ask`, with every file of the workspace loaded.
   *
   * @param isWide whether the answer depends on other files at all
   */
  askAll<R>(
    rawUri: string,
    token: CancellationToken,
    isWide: (context: FeatureContext) => boolean,
    feature: (context: FeatureContext, snapshots: readonly Snapshot[]) => R,
  ): Promise<R | null> {
    return this.guard(token, async () => {
      const uri = toUri(rawUri);
      const before = await this.contextOf(uri);
      if (!before) return null;
      if (!isWide(before)) return feature(before, [before.snapshot]);
      await this.loadAll(token);
      const context = await this.contextOf(uri);
      if (!context || token.isCancellationRequested) return null;
      return feature(context, this.snapshots());
    });
  }

  /** @throws ResponseError for a request that was cancelled or is refused */
  async guard<R>(token: CancellationToken, run: () => Promise<R>): Promise<R | null> {
    try {
      const result = await run();
      if (!token.isCancellationRequested) return result;
    } catch (error) {
      if (error instanceof RenameRefused) {
        throw new ResponseError(LSPErrorCodes.RequestFailed, error.message);
      }
      this.connection.console.error(String(error instanceof Error ? error.stack : error));
      return null;
    }
    throw new ResponseError(LSPErrorCodes.RequestCancelled, say`The request was cancelled.`);
  }

  /** Every file that names others, as it is now; those not loaded are left out. */
  snapshots(): Snapshot[] {
    const { workspace } = this.session;
    const open = workspace.store.openFiles().map(({ uri }) => uri);
    return [...new Set([...workspace.listed, ...open])]
      .filter((uri) => NAMING.has(workspace.kindOf(uri)))
      .flatMap((uri) => workspace.peek(uri) ?? []);
  }

  /** Every file that names others, one after another; what is read of it is let go of in a large workspace. */
  async *files(token: CancellationToken): AsyncGenerator<FileState> {
    const { session } = this;
    const { store } = session.workspace;
    const listed = await session.workspace.files();
    for (const uri of new Set([...listed, ...store.openFiles().map((file) => file.uri)])) {
      if (token.isCancellationRequested) return;
      if (!NAMING.has(session.workspace.kindOf(uri))) continue;
      session.workspace.onWork(uri);
      const file = await store.load(uri);
      yield file;
      session.release(file);
      await pause();
    }
  }

  /** Loads every file that names others, with what it names. */
  async loadAll(token: CancellationToken): Promise<void> {
    const { workspace } = this.session;
    const files = await workspace.files();
    for (const uri of [...files, ...workspace.store.openFiles().map((file) => file.uri)]) {
      if (!NAMING.has(workspace.kindOf(uri))) continue;
      await this.session.snapshot(uri);
      await pause();
      if (token.isCancellationRequested) return;
    }
  }

  async contextOf(uri: Uri): Promise<FeatureContext | undefined> {
    const { session, client } = this;
    const { workspace } = session;
    const before = await session.snapshot(uri);
    if (!before) return undefined;
    await this.#loadFrame(before);
    const snapshot = workspace.peek(uri) ?? before;
    return {
      workspace,
      snapshot,
      client,
      findings: () => session.findings(snapshot).lint,
      scores: session.scoresOf(uri),
      files: (kind) => workspace.listed.filter((each) => workspace.kindOf(each) === kind),
      outlines: this.host.outlines,
    };
  }

  /** As `ask`, with the recorded runs of the case at the position loaded: what was called there is offered. */
  async askWithRuns<R>(
    { textDocument, position }: TextDocumentPositionParams,
    token: CancellationToken,
    feature: (context: FeatureContext, offset: number) => R,
  ): Promise<R | null> {
    await this.guard(token, () => this.#loadRuns(toUri(textDocument.uri), position));
    return this.ask(textDocument.uri, token, (context) =>
      feature(context, context.snapshot.file.offsetAt(position)),
    );
  }

  async #loadRuns(uri: Uri, position: Position): Promise<void> {
    const { workspace } = this.session;
    const snapshot = await this.session.snapshot(uri);
    const unit = snapshot && unitAt(snapshot, snapshot.file.offsetAt(position))?.unit;
    if (!unit) return;
    const { traces } = linksOf(snapshot.scopeOf(unit).uri, unit.subject);
    for (const trace of traces) await workspace.store.load(trace);
  }

  /** Loads what a file names outside of its cases. */
  async #loadFrame(snapshot: Snapshot): Promise<void> {
    const { store } = this.session.workspace;
    const { tools, uri } = snapshot.around.config;
    if (uri && uri !== snapshot.file.uri && tools && snapshot.contents.units.length === 0) {
      const config = this.session.workspace.peek(uri);
      if (config) await this.#loadFrame(config);
    }
    for (const mention of frameMentions(snapshot)) {
      if (mention.kind !== 'file' || !mention.uri) continue;
      if (mention.role === 'tools') await store.load(mention.uri);
      else await store.loadPresence(mention.uri);
    }
  }
}
