import {
  type CancellationToken,
  type Connection,
  type Diagnostic,
  DiagnosticSeverity,
  DiagnosticTag,
  type DocumentDiagnosticReport,
  type PreviousResultId,
  type ResultProgressReporter,
  type WorkspaceDiagnosticReport,
  type WorkspaceDiagnosticReportPartialResult,
} from 'vscode-languageserver';
import type { Finding, Severity } from '../model/finding.ts';
import { plainLines } from '../report/text.ts';
import type { Uri } from '../workspace/files/uri.ts';
import { locate } from '../workspace/locate.ts';
import { pause } from '../workspace/pause.ts';
import type { Session } from '../workspace/session.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import { resultId } from './result-id.ts';
import { WorkspaceDiagnostics } from './workspace-diagnostics.ts';

const SEVERITY: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** How long the dependants of a changed file wait for more changes, in milliseconds. */
const SETTLE_MS = 100;

/** How long nobody has to type before a whole dataset is looked at, in milliseconds. */
const PAUSE_MS = 700;

export interface DiagnosticsClient {
  /** The client asks for diagnostics; otherwise they are pushed. */
  readonly pull: boolean;
  readonly refresh: boolean;
}

/**
 * Keeps the diagnostics of open files up to date: the edited file at once, those that depend on a
 * changed one a moment later. A result for a text that has moved on is never sent.
 */
export class Diagnostics {
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #queued = new Set<Uri>();
  /** What was pushed last for each open file: version and result. */
  readonly #published = new Map<Uri, string>();
  /** What the datasets of open files lack, as of the last pause. */
  readonly #suites = new Map<Uri, readonly Finding[]>();
  #pause: ReturnType<typeof setTimeout> | undefined;
  readonly #workspace: WorkspaceDiagnostics;

  constructor(
    private readonly connection: Connection,
    private readonly session: Session,
    private readonly client: DiagnosticsClient,
    /** The rules page, where each finding's code leads. */
    private readonly rulesPage: Uri | undefined,
    /** Told after the scores of a file were looked over. */
    private readonly onScores: (uri: Uri) => void,
  ) {
    this.#workspace = new WorkspaceDiagnostics(session, (snapshot) => this.#items(snapshot));
  }

  /** A file was opened or edited. */
  changed(uri: Uri): void {
    if (!this.client.pull) this.#queue(uri);
    this.dependenciesChanged();
  }

  /** Something changed that other files may depend on: they are looked at soon, however much follows. */
  dependenciesChanged(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.refresh();
    }, SETTLE_MS);
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => void this.#lookWide(), PAUSE_MS);
  }

  /** Looks at what depends on the workspace as a whole, once nobody types: datasets and configurations. */
  async #lookWide(): Promise<void> {
    const { session } = this;
    const { workspace } = session;
    const wide: Uri[] = [...workspace.listedAs('config')];
    for (const { uri, kind } of workspace.store.openFiles()) {
      if (kind === 'config') wide.push(uri);
      const snapshot = kind === 'dataset' ? await session.snapshot(uri) : undefined;
      if (!snapshot) continue;
      this.#suites.set(uri, session.linter.lintSuite(snapshot));
      wide.push(uri);
    }
    if (wide.length > 0) this.#tell(wide);
  }

  /** Looks over the scores, and at every file that what has changed since may concern. */
  async refresh(): Promise<void> {
    const { session } = this;
    const { scores } = session;
    const affected = await session.affected.take();
    for (const uri of affected ?? [...scores.files]) {
      if (!scores.has(uri)) continue;
      await session.refreshScores(uri);
      this.onScores(uri);
      await pause();
    }
    // Findings of a score may stand in other files than its case.
    const shown = scores.takeTouched();
    this.#tell(affected && [...affected, ...shown]);
  }

  /** Has these files looked at again, or all. */
  #tell(uris: Iterable<Uri> | undefined): void {
    const { scores, workspace } = this.session;
    this.#workspace.changed(uris);
    if (this.client.pull) {
      if (this.client.refresh) this.connection.languages.diagnostics.refresh();
      return;
    }
    const open = workspace.store.openFiles().map(({ uri }) => uri);
    for (const uri of uris ?? new Set([...open, ...scores.files])) {
      if (workspace.store.peek(uri)?.open || scores.has(uri) || this.#published.has(uri)) {
        this.#queue(uri);
      }
    }
  }

  /** A file was closed: what was pushed for it goes. */
  closed(uri: Uri): void {
    this.#suites.delete(uri);
    this.#withdraw(uri);
    this.dependenciesChanged();
  }

  #withdraw(uri: Uri): void {
    if (this.#published.delete(uri)) {
      void this.connection.sendDiagnostics({ uri, diagnostics: [] });
    }
  }

  /** The diagnostics of a file, for a client that asks; `previous` names what it was told before. */
  async pull(uri: Uri, previous?: string): Promise<DocumentDiagnosticReport> {
    const snapshot = await this.session.snapshot(uri);
    const items = snapshot ? this.#items(snapshot) : [];
    const id = resultId(items);
    return id === previous
      ? { kind: 'unchanged', resultId: id }
      : { kind: 'full', resultId: id, items };
  }

  /** Those of every file of the workspace, for a client that asks. */
  pullWorkspace(
    previous: readonly PreviousResultId[],
    token: CancellationToken,
    report: ResultProgressReporter<WorkspaceDiagnosticReportPartialResult> | undefined,
  ): Promise<WorkspaceDiagnosticReport> {
    return this.#workspace.pull(previous, token, report);
  }

  #queue(uri: Uri): void {
    if (this.#queued.size === 0) setImmediateSoon(() => void this.#flush());
    this.#queued.add(uri);
  }

  async #flush(): Promise<void> {
    const uris = [...this.#queued];
    this.#queued.clear();
    for (const uri of uris) {
      await this.#push(uri);
      await pause();
    }
  }

  async #push(uri: Uri): Promise<void> {
    const snapshot = await this.session.snapshot(uri);
    // A setting may have made a file none of ours.
    if (!snapshot) this.#withdraw(uri);
    // A file that nobody has open is told of as long as its cases have scores.
    const scored = this.session.scoresOf(uri).size > 0;
    if (!snapshot || !(snapshot.file.open || scored || this.#published.has(uri))) return;
    // The snapshot is of this very moment, so the version is that of the text it was made from.
    const { version } = snapshot.file;
    const diagnostics = this.#items(snapshot);
    const said = `${version} ${resultId(diagnostics)}`;
    if (this.#published.get(uri) === said) return;
    this.#published.set(uri, said);
    await this.connection.sendDiagnostics({
      uri,
      ...(version !== undefined && { version }),
      diagnostics,
    });
  }

  #items(snapshot: Snapshot): Diagnostic[] {
    const { file } = snapshot;
    const { lint, scores } = this.session.findings(snapshot);
    const suite = (this.#suites.get(file.uri) ?? []).filter(({ place }) =>
      file.rangeOf(place.tree, place),
    );
    return [
      ...[...lint, ...suite].map((finding) => this.#item(snapshot, finding, 'callsheet')),
      ...scores.map((finding) => this.#item(snapshot, finding, 'callsheet score')),
    ];
  }

  #item({ file }: Snapshot, finding: Finding, source: string): Diagnostic {
    const { workspace } = this.session;
    const related = finding.related?.map(({ message, place }) => ({
      message: plainLines(message),
      location: locate(workspace, file, place),
    }));
    const tags = [
      ...(finding.unnecessary ? [DiagnosticTag.Unnecessary] : []),
      ...(finding.deprecated ? [DiagnosticTag.Deprecated] : []),
    ];
    return {
      range: locate(workspace, file, finding.place).range,
      severity: SEVERITY[finding.severity],
      code: finding.code,
      source,
      message: plainLines(finding.message),
      ...(this.rulesPage && { codeDescription: { href: `${this.rulesPage}#${finding.code}` } }),
      ...(related?.length && { relatedInformation: related }),
      ...(tags.length > 0 && { tags }),
    };
  }
}

const setImmediateSoon = (run: () => void): void => {
  setTimeout(run, 0);
};
