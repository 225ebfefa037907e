import type {
  CancellationToken,
  Disposable,
  TestController,
  TestItem,
  TestItemCollection,
  TestRunProfile,
  TestRunRequest,
  TextDocumentChangeEvent,
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
import { CaseItems, listOf } from './items.ts';
import { RunDisplay } from './run-display.ts';
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
  /** Cases that have been listed, with the score of that moment. */
  readonly #listed = new WeakSet<TestItem>();
  /** Cases that were edited since their agent was run. */
  readonly #edited = new WeakSet<TestItem>();
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
    const display = new RunDisplay(vscode);
    this.#runs = new Runs(vscode, controller, this.#items, server, consent, display, resultOf);
    this.#addProfile('rescore', vscode.l10n.t('Rescore'));
    if (canRun) this.#addProfile('run', vscode.l10n.t('Run'));
    controller.resolveHandler = async (item) => {
      if (!item) await this.#loadWorkspace();
    };
    controller.refreshHandler = () => this.#loadWorkspace();
    this.#listeners = [
      controller,
      display,
      vscode.workspace.onDidChangeTextDocument((event) => this.#textChanged(event)),
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

  /** The cases of a file, in the order in which they are written. */
  casesIn(uri: string): readonly CaseArguments[] {
    return this.#items.casesIn(uri);
  }

  /** The case that an item of the view stands for, or one of its runs; undefined for a file. */
  caseOf(item: TestItem): CaseArguments | undefined {
    return this.#items.caseOf(item) ?? (item.parent && this.#items.caseOf(item.parent));
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
    return item && this.#score(way, [item]);
  }

  /**
   * Runs every case again that did not pass when it was last scored.
   *
   * @returns undefined where there is none
   */
  async runFailed(): Promise<Answers | undefined> {
    if (!this.#wholeWorkspace) await this.#loadWorkspace();
    const failed = this.#items.casesBelow(undefined).filter((item) => {
      const result = this.#resultOf(item);
      return result !== undefined && result.verdict !== 'pass';
    });
    return failed.length > 0 ? this.#score('run', failed) : undefined;
  }

  /** The profile by which the view scores or runs. */
  profile(way: Way): TestRunProfile | undefined {
    return this.#profiles.get(way);
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

  #score(way: Way, items: readonly TestItem[]): Promise<Answers> {
    const profile = this.#profiles.get(way);
    const request = new this.vscode.TestRunRequest([...items], undefined, profile, false, true);
    return this.#take(way, request, this.#items.casesBelow(items));
  }

  async #take(
    way: Way,
    request: TestRunRequest,
    cases: TestItem[],
    token?: CancellationToken,
  ): Promise<Answers> {
    if (way === 'run') for (const item of cases) this.#edited.delete(item);
    const answers = await this.#runs.score(way, request, cases, token);
    this.#invalidate(cases.filter((item) => this.#isOutdated(item)));
    return answers;
  }

  async #handle(way: Way, request: TestRunRequest, token: CancellationToken): Promise<void> {
    const below = () => this.#items.casesBelow(request.include, request.exclude);
    if (request.continuous) {
      const scoreNew = (file: TestItem) => {
        const unscored = below().filter((item) => item.parent === file && !this.#resultOf(item));
        if (unscored.length > 0) void this.#take(way, request, unscored, token);
      };
      this.#continuous.add(scoreNew);
      token.onCancellationRequested(() => this.#continuous.delete(scoreNew));
    }
    await this.#take(way, request, below(), token);
  }

  async #loadWorkspace(): Promise<void> {
    this.#wholeWorkspace = true;
    this.#items.replace(await this.server.cases());
    this.#showKnown();
  }

  /** Shows the scores of cases that are listed only now: after a reload they may be there before their cases. */
  #showKnown(): void {
    const known = new Map<TestItem, CaseResult>();
    for (const item of this.#items.casesBelow(undefined)) {
      if (this.#listed.has(item)) continue;
      this.#listed.add(item);
      const result = this.#resultOf(item);
      if (result && !this.#runs.isInProgress(item)) known.set(item, result);
    }
    if (known.size > 0) this.#runs.refresh(known);
  }

  #casesChanged(cases: FileCases): void {
    this.#items.update(cases);
    this.#showKnown();
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
    for (const item of gone) this.#items.showRuns(item, []);
    const outdated = [...changed.keys()].filter((item) => this.#isOutdated(item));
    this.#invalidate([...gone, ...outdated]);
  }

  /**
   * The result of a case that is edited is outdated, until its agent is run again. A score of recorded runs
   * is not: the server makes it anew.
   */
  #textChanged({ document, contentChanges }: TextDocumentChangeEvent): void {
    const uri = document.uri.toString();
    if (!this.#items.file(uri)) return;
    const touched = contentChanges
      .flatMap(({ range }) => this.#items.touching(uri, range.start.line, range.end.line))
      .filter((item) => !this.#edited.has(item));
    for (const item of touched) this.#edited.add(item);
    this.#invalidate(
      [...new Set(touched)].filter((item) => !this.#resultOf(item) || this.#isOutdated(item)),
    );
  }

  /** Whether an agent would be asked something else now, or offered other tools. */
  #isOutdated(item: TestItem): boolean {
    const { made, outdated } = this.#resultOf(item) ?? {};
    return outdated === true || (made === true && this.#edited.has(item));
  }

  #invalidate(items: readonly TestItem[]): void {
    if (items.length > 0) {
      this.#controller.invalidateTestResults(
        items.flatMap((item) => [item, ...listOf(item.children)]),
      );
    }
  }

  #resultOf(item: TestItem): CaseResult | undefined {
    const of = this.#items.caseOf(item);
    return of && this.resultOf(of);
  }

  #key(uri: string): string {
    return this.vscode.Uri.parse(uri).toString();
  }
}
