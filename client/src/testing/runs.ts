import type { CancellationToken, TestController, TestItem, TestRun, TestRunRequest } from 'vscode';
import { type CaseArguments, type CaseResult, commands } from '../../../server/src/protocol.ts';
import type { LanguageServer, ServerCommand } from '../language-server.ts';
import type { RunConsent } from '../run-consent.ts';
import type { VsCode } from '../vscode.ts';
import type { CaseItems } from './items.ts';
import { showResult } from './outcome.ts';

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
  readonly results: readonly unknown[];
  /** Refusals and failures, each shown at its cases already. */
  readonly errors: readonly unknown[];
}

/** Carries out test runs. Whatever happens, every case that was started ends in a state. */
export class Runs {
  readonly #inProgress = new Set<TestItem>();

  constructor(
    private readonly vscode: VsCode,
    private readonly controller: TestController,
    private readonly items: CaseItems,
    private readonly server: Pick<LanguageServer, 'execute'>,
    private readonly consent: Pick<RunConsent, 'given'>,
    /** The score that a case has now. */
    private readonly resultOf: (of: CaseArguments) => CaseResult | undefined,
  ) {}

  /** Whether a test run is going to set the case's state. */
  isInProgress(item: TestItem): boolean {
    return this.#inProgress.has(item);
  }

  /** Scores cases one after the other, until cancelled. */
  async score(
    way: Way,
    request: TestRunRequest,
    cases: readonly TestItem[],
    token?: CancellationToken,
  ): Promise<Answers> {
    const run = this.controller.createTestRun(request);
    const results: unknown[] = [];
    const errors: unknown[] = [];
    try {
      for (const item of cases) {
        this.#inProgress.add(item);
        run.enqueued(item);
      }
      for (const step of this.#steps(way, cases)) {
        const stopped = token?.isCancellationRequested || run.token.isCancellationRequested;
        if (stopped || (way === 'run' && !(await this.#mayRun(step)))) {
          for (const item of step.items) run.skipped(item);
        } else await this.#take(step, run, results, errors);
      }
    } finally {
      for (const item of cases) this.#inProgress.delete(item);
      run.end();
    }
    return { results, errors };
  }

  /** Sets the states of cases whose scores changed by an edit. Opens no view by itself. */
  refresh(changed: ReadonlyMap<TestItem, CaseResult>): void {
    const items = [...changed.keys()];
    const request = new this.vscode.TestRunRequest(items, undefined, undefined, true, true);
    const run = this.controller.createTestRun(request, undefined, false);
    try {
      for (const [item, result] of changed) {
        run.started(item);
        showResult(this.vscode, run, item, result);
      }
    } finally {
      run.end();
    }
  }

  async #mayRun({ argument }: Step): Promise<boolean> {
    return 'case_id' in argument && this.consent.given(argument);
  }

  async #take(step: Step, run: TestRun, results: unknown[], errors: unknown[]): Promise<void> {
    for (const item of step.items) run.started(item);
    try {
      results.push(await this.server.execute(step.command, step.argument, run.token));
      for (const item of step.items) this.#settle(run, item);
    } catch (error) {
      errors.push(error);
      const message = error instanceof Error ? error.message : String(error);
      for (const item of step.items) {
        run.appendOutput(`${item.label}: ${message}\r\n`, undefined, item);
        run.errored(item, new this.vscode.TestMessage(message));
      }
    }
  }

  /** The server tells of new scores before it answers, so the score is here unless there is none. */
  #settle(run: TestRun, item: TestItem): void {
    const of = this.items.caseOf(item);
    const result = of && this.resultOf(of);
    if (result) showResult(this.vscode, run, item, result);
    else run.skipped(item);
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
