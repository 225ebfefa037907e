import type {
  CancellationToken,
  Diagnostic,
  PreviousResultId,
  ResultProgressReporter,
  WorkspaceDiagnosticReport,
  WorkspaceDiagnosticReportPartialResult,
  WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver';
import type { Session } from '../workspace/session.ts';
import { toUri, type Uri } from '../workspace/uri.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import { pause } from './pause.ts';
import type { ResultIds } from './result-ids.ts';

/** How many files' reports are sent at once. */
const BATCH = 50;

type Report = ResultProgressReporter<WorkspaceDiagnosticReportPartialResult>;

/** Answers a client that asks for the diagnostics of the whole workspace, files that nobody opened included. */
export class WorkspaceDiagnostics {
  /** Requests that wait for something to change. */
  #waiting: (() => void)[] = [];
  #changes = 0;

  constructor(
    private readonly session: Session,
    private readonly itemsOf: (snapshot: Snapshot) => Diagnostic[],
    private readonly ids: ResultIds,
  ) {}

  /** Something changed: waiting requests look again. */
  changed(): void {
    this.#changes += 1;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /**
   * One report a file. A client that takes partial results gets them file by file, only those that changed;
   * where none has, its request waits until one does.
   */
  async pull(
    previous: readonly PreviousResultId[],
    token: CancellationToken,
    report: Report | undefined,
  ): Promise<WorkspaceDiagnosticReport> {
    const known = new Map(previous.map(({ uri, value }) => [toUri(uri), value]));
    if (!report) return { items: await this.#reports(known, token) };
    for (;;) {
      const seen = this.#changes;
      const news = await this.#reports(known, token, report);
      if (news.length > 0 || token.isCancellationRequested) return { items: [] };
      if (this.#changes === seen) await this.#change(token);
    }
  }

  async #reports(
    known: ReadonlyMap<Uri, string>,
    token: CancellationToken,
    report?: Report,
  ): Promise<WorkspaceDocumentDiagnosticReport[]> {
    const all: WorkspaceDocumentDiagnosticReport[] = [];
    let batch: WorkspaceDocumentDiagnosticReport[] = [];
    const send = () => {
      if (report && batch.length > 0) report.report({ items: batch });
      batch = [];
    };
    for (const uri of await this.#uris(known)) {
      await pause();
      if (token.isCancellationRequested) break;
      const made = await this.#reportOf(uri, known.get(uri));
      if (report && made.kind === 'unchanged') continue;
      all.push(made);
      batch.push(made);
      if (batch.length >= BATCH) send();
    }
    send();
    return all;
  }

  /** Every file of ours, and those that are no more but had something said of them. */
  async #uris(known: ReadonlyMap<Uri, string>): Promise<Set<Uri>> {
    const files = await this.session.loadCases().then(() => this.session.workspace.files());
    const open = this.session.workspace.store.openFiles().map(({ uri }) => uri);
    return new Set([...files, ...open, ...known.keys()]);
  }

  async #reportOf(
    uri: Uri,
    before: string | undefined,
  ): Promise<WorkspaceDocumentDiagnosticReport> {
    const snapshot = await this.session.snapshot(uri);
    const items = snapshot ? this.itemsOf(snapshot) : [];
    const resultId = this.ids.of(uri, items);
    const version = snapshot?.file.version ?? null;
    return resultId === before
      ? { kind: 'unchanged', uri, version, resultId }
      : { kind: 'full', uri, version, resultId, items };
  }

  #change(token: CancellationToken): Promise<void> {
    return new Promise((resolve) => {
      const cancelled = token.onCancellationRequested(() => wake());
      const wake = () => {
        cancelled.dispose();
        resolve();
      };
      this.#waiting.push(wake);
    });
  }
}
