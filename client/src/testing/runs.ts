import type {
  CancellationToken,
  MarkdownString,
  TestController,
  TestItem,
  TestRun,
  TestRunRequest,
} from 'vscode';
import { type CaseArguments, type CaseResult, commands } from '../../../server/src/protocol.ts';
import type { LanguageServer, ServerCommand } from '../language-server.ts';
import { MANAGE_TRUST, NeedsTrust, type RunConsent } from '../run-consent.ts';
import type { VsCode } from '../vscode.ts';
import type { CaseItems } from './items.ts';
import { showResult } from './outcome.ts';
import type { Ending, RunDisplay, RunReport } from './run-display.ts';

/** How cases get a score: by their recorded runs, or by running the agent. */
export type Way = 'rescore' | 'run';

/** One command to the server, and the cases whose scores it makes. */
interface Step {
  readonly items: readonly TestItem[];
  readonly command: ServerCommand;
  readonly argument: CaseArguments | { readonly uri: string };
}

/** What the server said to a test run. */
export interface Answers {
  readonly results: unknown[];
  /** Refusals and failures, each shown at its cases already. */
  readonly errors: unknown[];
}

/** A test run that goes on. */
interface Going {
  readonly run: TestRun;
  readonly token: CancellationToken;
  readonly report: RunReport;
  readonly answers: Answers;
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Carries out test runs. Whatever happens, every case that was started ends in a state. */
export class Runs {
  readonly #inProgress = new Set<TestItem>();

  constructor(
    private readonly vscode: VsCode,
    private readonly controller: TestController,
    private readonly items: CaseItems,
    private readonly server: Pick<LanguageServer, 'execute'>,
    private readonly consent: Pick<RunConsent, 'given'>,
    private readonly display: Pick<RunDisplay, 'begin'>,
    /** The score that a case has now. */
    private readonly resultOf: (of: CaseArguments) => CaseResult | undefined,
  ) {}

  /** Whether a test run is going to set the case's state. */
  isInProgress(item: TestItem): boolean {
    return this.#inProgress.has(item);
  }

  /** Scores cases one after the other, until cancelled: what has not ended then is skipped. */
  async score(
    way: Way,
    request: TestRunRequest,
    cases: readonly TestItem[],
    token?: CancellationToken,
  ): Promise<Answers> {
    const run = this.controller.createTestRun(request);
    const stop = new this.vscode.CancellationTokenSource();
    const cancel = () => stop.cancel();
    const listeners = [run.token, token].map((each) => each?.onCancellationRequested(cancel));
    if (token?.isCancellationRequested || run.token.isCancellationRequested) cancel();
    const report = this.display.begin(way, cases.length, cancel);
    const answers: Answers = { results: [], errors: [] };
    try {
      for (const item of cases) {
        this.#inProgress.add(item);
        run.enqueued(item);
      }
      for (const step of this.#steps(way, cases)) {
        await this.#take(way, step, { run, token: stop.token, report, answers });
      }
    } finally {
      for (const item of cases) this.#inProgress.delete(item);
      for (const listener of listeners) listener?.dispose();
      report.end();
      run.end();
      stop.dispose();
    }
    return answers;
  }

  /** Sets the states of cases whose scores changed by an edit. Opens no view by itself. */
  refresh(changed: ReadonlyMap<TestItem, CaseResult>): void {
    const items = [...changed.keys()];
    const request = new this.vscode.TestRunRequest(items, undefined, undefined, true, true);
    const run = this.controller.createTestRun(request, undefined, false);
    try {
      for (const [item, result] of changed) {
        run.started(item);
        this.#show(run, item, result);
      }
    } finally {
      run.end();
    }
  }

  async #take(way: Way, step: Step, { run, token, report, answers }: Going): Promise<void> {
    const skip = () => {
      for (const item of step.items) {
        run.skipped(item);
        report.done('skipped');
      }
    };
    if (token.isCancellationRequested) return skip();
    try {
      if (way === 'run' && !(await this.#mayRun(step))) return skip();
      for (const item of step.items) run.started(item);
      report.started();
      const { command, argument } = step;
      const answer = await this.server.execute(command, argument, token, report.say);
      answers.results.push(answer);
      for (const item of step.items) report.done(this.#settle(run, item));
    } catch (error) {
      if (token.isCancellationRequested) return skip();
      answers.errors.push(error);
      for (const item of step.items) {
        run.appendOutput(`${item.label}: ${textOf(error)}\r\n`, undefined, item);
        run.errored(item, new this.vscode.TestMessage(this.#shown(error)));
        report.done('error');
      }
    }
  }

  async #mayRun({ argument }: Step): Promise<boolean> {
    return 'case_id' in argument && this.consent.given(argument);
  }

  /** What the person has to do first can be clicked; anything else is text. */
  #shown(error: unknown): string | MarkdownString {
    if (!(error instanceof NeedsTrust)) return textOf(error);
    const link = `[${error.way}](command:${MANAGE_TRUST})`;
    const markdown = new this.vscode.MarkdownString(`${error.message} ${link}`);
    markdown.isTrusted = { enabledCommands: [MANAGE_TRUST] };
    return markdown;
  }

  /** The server tells of new scores before it answers, so the score is here unless there is none. */
  #settle(run: TestRun, item: TestItem): Ending {
    const of = this.items.caseOf(item);
    const result = of && this.resultOf(of);
    if (result) this.#show(run, item, result);
    else run.skipped(item);
    return result?.verdict ?? 'skipped';
  }

  #show(run: TestRun, item: TestItem, result: CaseResult): void {
    showResult(this.vscode, run, item, result, this.items.showRuns(item, result.runs));
  }

  /** A file all of whose cases are to be rescored takes one command, anything else one a case. */
  #steps(way: Way, cases: readonly TestItem[]): Step[] {
    const files = new Map<TestItem | undefined, TestItem[]>();
    for (const item of cases) files.set(item.parent, [...(files.get(item.parent) ?? []), item]);
    return [...files].flatMap(([file, items]): Step[] => {
      if (way === 'rescore' && file && items.length > 1 && items.length === file.children.size) {
        const argument = { uri: file.id };
        return [{ items, command: commands.rescoreFile, argument }];
      }
      const command = way === 'run' ? commands.runCase : commands.rescoreCase;
      return items.flatMap((item) => {
        const argument = this.items.caseOf(item);
        return argument ? [{ items: [item], command, argument }] : [];
      });
    });
  }
}
