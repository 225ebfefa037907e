import type {
  CancellationToken,
  Disposable,
  TestController,
  TestItem,
  TestItemCollection,
  TestRunProfile,
  TestRunRequest,
} from 'vscode';
import type {
  CaseArguments,
  CaseResult,
  FileCases,
  FileScores,
} from '../../../server/src/protocol.ts';
import type { LanguageServer } from '../language-server.ts';
import type { RunConsent } from '../run-consent.ts';
import type { VsCode } from '../vscode.ts';
import { CaseItems } from './items.ts';
import { type Answers, Runs, type Way } from './runs.ts';

/** What the Testing view needs of the language server. */
export type CaseServer = Pick<
  LanguageServer,
  'cases' | 'execute' | 'onCasesChanged' | 'onScoresChanged' | 'onRunning'
>;

/**
 * The Testing view: cases as tests, scores as their results. The server finds the cases and keeps the
 * scores up to date; this shows both, and asks for scores.
 */
export class TestingController implements Disposable {
  readonly #controller: TestController;
  readonly #items: CaseItems;
  readonly #runs: Runs;
  readonly #profiles = new Map<Way, TestRunProfile>();
  /** By file: the scores that the server last told of. */
  readonly #scores = new Map<string, ReadonlyMap<string, CaseResult>>();
  /** Continuous runs, each told of the files whose cases changed. */
  readonly #continuous = new Set<(file: TestItem) => void>();
  readonly #listeners: readonly Disposable[];
  /** The whole workspace is looked through once somebody looks at the view. */
  #wholeWorkspace = false;

  constructor(
    private readonly vscode: VsCode,
    private readonly server: CaseServer,
    canRun: boolean,
    consent: Pick<RunConsent, 'given'>,
  ) {
    const controller = vscode.tests.createTestController('callsheet', 'Callsheet');
    this.#controller = controller;
    this.#items = new CaseItems(vscode, controller);
    const resultOf = (of: CaseArguments) => this.resultOf(of);
    this.#runs = new Runs(vscode, controller, this.#items, server, consent, resultOf);
    this.#addProfile('rescore', vscode.l10n.t('Rescore'));
    if (canRun) this.#addProfile('run', vscode.l10n.t('Run'));
    controller.resolveHandler = async (item) => {
      if (!item) await this.#loadWorkspace();
    };
    controller.refreshHandler = () => this.#loadWorkspace();
    this.#listeners = [
      controller,
      server.onCasesChanged((cases) => this.#casesChanged(cases)),
      server.onScoresChanged((scores) => this.#scoresChanged(scores)),
      server.onRunning(() => {
        if (this.#wholeWorkspace) void this.#loadWorkspace();
      }),
    ];
  }

  /** Files, then cases. */
  get items(): TestItemCollection {
    return this.#controller.items;
  }

  /** The score that a case has now. */
  resultOf({ uri, case_id }: CaseArguments): CaseResult | undefined {
    return this.#scores.get(this.#key(uri))?.get(case_id);
  }

  /** The case that holds a line of a file, or else the last one before it. */
  caseAt(uri: string, line: number): CaseArguments | undefined {
    return this.#items.at(uri, line);
  }

  /**
   * Scores a case, or every case of a file, as a test run of the view.
   *
   * @returns what the server answers; undefined where the view has no such case yet
   */
  async score(
    way: Way,
    of: CaseArguments | { readonly uri: string },
  ): Promise<Answers | undefined> {
    const item = 'case_id' in of ? this.#items.find(of) : this.#items.file(of.uri);
    if (!item) return undefined;
    const profile = this.#profiles.get(way);
    const request = new this.vscode.TestRunRequest([item], undefined, profile, false, true);
    return this.#runs.score(way, request, this.#items.casesBelow([item]));
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
  }

  #addProfile(way: Way, label: string): void {
    const profile = this.#controller.createRunProfile(
      label,
      this.vscode.TestRunProfileKind.Run,
      (request, token) => this.#handle(way, request, token),
      way === 'rescore',
    );
    profile.supportsContinuousRun = way === 'rescore';
    this.#profiles.set(way, profile);
  }

  async #handle(way: Way, request: TestRunRequest, token: CancellationToken): Promise<void> {
    const below = () => this.#items.casesBelow(request.include, request.exclude);
    if (request.continuous) {
      const scoreNew = (file: TestItem) => {
        const unscored = below().filter((item) => item.parent === file && !this.#hasResult(item));
        if (unscored.length > 0) void this.#runs.score(way, request, unscored, token);
      };
      this.#continuous.add(scoreNew);
      token.onCancellationRequested(() => this.#continuous.delete(scoreNew));
    }
    await this.#runs.score(way, request, below(), token);
  }

  async #loadWorkspace(): Promise<void> {
    this.#wholeWorkspace = true;
    this.#items.replace(await this.server.cases());
  }

  #casesChanged(cases: FileCases): void {
    this.#items.update(cases);
    const file = this.#items.file(cases.uri);
    if (file) for (const tell of this.#continuous) tell(file);
  }

  /**
   * Shows scores that an edit of a case, its manifest or its trace changed, and marks as outdated
   * those that are no more. What stayed as it was is left alone.
   */
  #scoresChanged({ uri, results }: FileScores): void {
    const before = this.#scores.get(this.#key(uri));
    const now = new Map(results.map((result) => [result.case_id, result]));
    this.#scores.set(this.#key(uri), now);
    const changed = new Map<TestItem, CaseResult>();
    for (const result of results) {
      const item = this.#items.find({ uri, case_id: result.case_id });
      if (!item || this.#runs.isInProgress(item)) continue;
      const was = before?.get(result.case_id);
      if (JSON.stringify(was) !== JSON.stringify(result)) changed.set(item, result);
    }
    if (changed.size > 0) this.#runs.refresh(changed);
    const gone = [...(before?.keys() ?? [])]
      .filter((case_id) => !now.has(case_id))
      .flatMap((case_id) => this.#items.find({ uri, case_id }) ?? []);
    if (gone.length > 0) this.#controller.invalidateTestResults(gone);
  }

  #hasResult(item: TestItem): boolean {
    const of = this.#items.caseOf(item);
    return of !== undefined && this.resultOf(of) !== undefined;
  }

  #key(uri: string): string {
    return this.vscode.Uri.parse(uri).toString();
  }
}
