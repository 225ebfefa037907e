/** What happens when the language server ends by itself. */
import type { Disposable } from 'vscode';
import type { CloseHandlerResult, ErrorHandler, ErrorHandlerResult } from 'vscode-languageclient';
import { shownMessage } from './shown.ts';
import type { VsCode } from './vscode.ts';

/** `CloseAction.Restart` and `ErrorAction.Continue` of the client library, which is not loaded yet. */
const RESTART = 2;
const CONTINUE = 1;

/** How often a file may end a server before it is set aside. */
const MOST_ENDED = 2;

/** Servers that may end within a minute and be followed at once; later ones wait, so that nothing spins. */
const AT_ONCE = 5;
const MINUTE_MS = 60_000;
const WAIT_MS = 1_000;

/**
 * Has the server start again whenever it ends. A file that it was working on twice when it ended is set aside
 * until its text changes, and a person is told.
 */
export class Crashes implements ErrorHandler, Disposable {
  #working: string | undefined;
  /** How many servers each file has ended. */
  readonly #ended = new Map<string, number>();
  #times: readonly number[] = [];
  readonly #listener: Disposable;

  /** @param retry starts a server that looks into everything again */
  constructor(
    private readonly vscode: VsCode,
    private readonly retry: () => Promise<void>,
  ) {
    this.#listener = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) this.#ended.delete(document.uri.toString());
    });
  }

  /** The files that the next server is not to look into. */
  get setAside(): readonly string[] {
    return [...this.#ended].filter(([, times]) => times >= MOST_ENDED).map(([uri]) => uri);
  }

  /** The server works on a file from now on; null when it is idle. */
  working(uri: string | null): void {
    this.#working = uri === null ? undefined : this.vscode.Uri.parse(uri).toString();
  }

  /** What cannot be written or read is left out; a server that is gone is noticed when it closes. */
  error(): ErrorHandlerResult {
    return { action: CONTINUE };
  }

  async closed(): Promise<CloseHandlerResult> {
    if (this.#working !== undefined) this.#blame(this.#working);
    this.#working = undefined;
    const now = Date.now();
    this.#times = [...this.#times.filter((time) => now - time < MINUTE_MS), now];
    if (this.#times.length > AT_ONCE) await new Promise((go) => setTimeout(go, WAIT_MS));
    return { action: RESTART, handled: true };
  }

  dispose(): void {
    this.#listener.dispose();
  }

  #blame(uri: string): void {
    const times = (this.#ended.get(uri) ?? 0) + 1;
    this.#ended.set(uri, times);
    if (times === MOST_ENDED) void this.#tell(uri);
  }

  async #tell(uri: string): Promise<void> {
    const { l10n, window, workspace, Uri } = this.vscode;
    const again = l10n.t('Try Again');
    const chosen = await window.showWarningMessage(
      l10n.t(
        'Looking into {0} has ended the language server twice: the file is set aside until its text changes.',
        shownMessage(workspace.asRelativePath(Uri.parse(uri))),
      ),
      again,
    );
    if (chosen !== again) return;
    this.#ended.delete(uri);
    await this.retry();
  }
}
