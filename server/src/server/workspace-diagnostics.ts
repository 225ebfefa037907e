import type {
  CancellationToken,
  Diagnostic,
  PreviousResultId,
  ResultProgressReporter,
  WorkspaceDiagnosticReport,
  WorkspaceDiagnosticReportPartialResult,
  WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver';
import { toUri, type Uri } from '../workspace/files/uri.ts';
import { pause } from '../workspace/pause.ts';
import type { Session } from '../workspace/session.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import { resultId } from './result-id.ts';

/** How many files' reports are sent at once. */
const BATCH = 50;

type Report = ResultProgressReporter<WorkspaceDiagnosticReportPartialResult>;

/** A request that is being answered part by part, and what it has still to look at; undefined for everything. */
interface Listener {
  due: Set<Uri> | undefined;
  wake(): void;
}

/** Answers a client that asks for the diagnostics of the whole workspace, files that nobody opened included. */
export class WorkspaceDiagnostics {
  readonly #listeners = new Set<Listener>();

  constructor(
    private readonly session: Session,
    private readonly itemsOf: (snapshot: Snapshot) => Diagnostic[],
  ) {}

  /** Something may have to be said of these files, or of any: requests that wait look at them. */
  changed(uris: Iterable<Uri> | undefined): void {
    for (const listener of this.#listeners) {
      if (uris === undefined) listener.due = undefined;
      else for (const uri of uris) listener.due?.add(uri);
      listener.wake();
    }
  }

  /**
   * One report a file. A client that takes partial results gets them as long as it wants them: once every
   * file was told of, those alone that may be others than before are looked at, and told where they are.
   */
  async pull(
    previous: readonly PreviousResultId[],
    token: CancellationToken,
    report: Report | undefined,
  ): Promise<WorkspaceDiagnosticReport> {
    const told = new Map<Uri, string>();
    for (const { uri, value } of previous) {
      told.set(toUri(uri), value);
      await pause();
    }
    if (!report) {
      const items: WorkspaceDocumentDiagnosticReport[] = [];
      await this.#look(await this.#uris(told), told, token, (each) => items.push(...each));
      return { items };
    }
    const send = (items: WorkspaceDocumentDiagnosticReport[]) => {
      const news = items.filter(({ kind }) => kind === 'full');
      if (news.length > 0) report.report({ items: news });
    };
    const listener: Listener = { due: undefined, wake: () => undefined };
    this.#listeners.add(listener);
    try {
      while (!token.isCancellationRequested) {
        const { due } = listener;
        listener.due = new Set();
        await this.#look(due ?? (await this.#uris(told)), told, token, send);
        if (listener.due?.size === 0) await change(listener, token);
      }
    } finally {
      this.#listeners.delete(listener);
    }
    return { items: [] };
  }

  async #look(
    uris: Iterable<Uri>,
    told: Map<Uri, string>,
    token: CancellationToken,
    send: (items: WorkspaceDocumentDiagnosticReport[]) => void,
  ): Promise<void> {
    const batch: WorkspaceDocumentDiagnosticReport[] = [];
    for (const uri of uris) {
      await pause();
      if (token.isCancellationRequested) break;
      const made = await this.#reportOf(uri, told.get(uri));
      told.set(uri, made.resultId!);
      batch.push(made);
      if (batch.length >= BATCH) send(batch.splice(0));
    }
    send(batch);
  }

  /** Every file of ours, and those that are no more but had something said of them. */
  async #uris(told: ReadonlyMap<Uri, string>): Promise<Set<Uri>> {
    const files = await this.session.loadCases().then(() => this.session.workspace.files());
    const open = this.session.workspace.store.openFiles().map(({ uri }) => uri);
    return new Set([...files, ...open, ...told.keys()]);
  }

  async #reportOf(
    uri: Uri,
    before: string | undefined,
  ): Promise<WorkspaceDocumentDiagnosticReport> {
    const snapshot = await this.session.snapshot(uri);
    const items = snapshot ? this.itemsOf(snapshot) : [];
    const id = resultId(items);
    const version = snapshot?.file.version ?? null;
    if (snapshot) this.session.letGo(snapshot);
    return id === before
      ? { kind: 'unchanged', uri, version, resultId: id }
      : { kind: 'full', uri, version, resultId: id, items };
  }
}

/** Waits until there is something to look at, or the request is cancelled. */
function change(listener: Listener, token: CancellationToken): Promise<void> {
  return new Promise((resolve) => {
    const cancelled = token.onCancellationRequested(() => listener.wake());
    listener.wake = () => {
      cancelled.dispose();
      resolve();
    };
  });
}
