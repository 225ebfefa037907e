import { labelOf, toolDigest } from '../../manifest/index.ts';
import type { Message, Run } from '../../model/run.ts';
import type { RunOutcome } from '../../runner/runner.ts';
import { type Job, runTrials, type Took } from '../../runner/trials.ts';
import { fromPath, type Uri } from '../files/uri.ts';
import { CASE_FILE } from '../scores/case-runs.ts';
import type { RunHost } from './run-host.ts';
import type { PlannedCase } from './run-plan.ts';
import { CaseResults, isOurs, resultNames } from './run-results.ts';

/** How a run of cases gets on. */
export interface RunProgress {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  readonly caseId: string;
  readonly trial: number;
  /** Why the trial has no run; undefined where it has one. */
  readonly failure?: string;
  readonly elapsedMs: number;
}

export interface RunOptions {
  /** The folder that the trace files go to, a path. */
  readonly folder: string;
  /** Keep the trials that the folder has an answer for. */
  readonly resume: boolean;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  onProgress(progress: RunProgress): void;
  /** What agents say beside their answers. */
  onLog(caseId: string, text: string): void;
}

export interface RanCase {
  readonly planned: PlannedCase;
  /** The case's trace file; there only where a trial came to an end. */
  readonly trace: Uri;
  readonly finished: number;
}

interface Due {
  readonly planned: PlannedCase;
  readonly results: CaseResults;
}

/**
 * Runs cases and writes their trials as trace files, each as soon as it is done: what is finished stays
 * when the rest is stopped.
 */
export async function runCases(
  cases: readonly PlannedCase[],
  host: RunHost,
  options: RunOptions,
): Promise<readonly RanCase[]> {
  const paths = resultPaths(cases, host, options.folder);
  const open = await Promise.all(
    cases.map(async (planned, index): Promise<Due> => {
      const results = await CaseResults.open(paths[index]!, planned.caseId, host, options.resume);
      return { planned, results };
    }),
  );
  const jobs = open.flatMap(jobsOf);
  let done = 0;
  let failures = 0;
  await runTrials(jobs, {
    // One sandbox serves all: its state must not mix the trials of several.
    concurrency: cases.some(({ alone }) => alone) ? 1 : options.concurrency,
    signal: options.signal,
    now: host.now,
    onLog: ({ of }, text) => options.onLog(of.planned.caseId, text),
    onEnd: async ({ of, request }, outcome, took) => {
      if (!outcome.ok && outcome.kind === 'cancelled') return;
      const run = recordOf(of.planned, request.trial, outcome, took);
      await of.results.add(run);
      done += 1;
      if (!outcome.ok) failures += 1;
      options.onProgress({
        done,
        total: jobs.length,
        failed: failures,
        caseId: of.planned.caseId,
        trial: request.trial,
        elapsedMs: took.endedAt - took.startedAt,
        ...(!outcome.ok && { failure: outcome.reason }),
      });
    },
  });
  return open.map(({ planned, results }) => ({
    planned,
    trace: fromPath(results.path),
    finished: results.runs.length,
  }));
}

function resultPaths(cases: readonly PlannedCase[], host: RunHost, folder: string): string[] {
  const named = cases.map(({ caseId, caseFile }) => ({ caseId, file: caseFile }));
  return resultNames(named).map((name) => host.resolve(folder, name));
}

/** Files in the way of a run's results that no earlier run has left there, as paths. */
export async function foreignFiles(
  cases: readonly PlannedCase[],
  host: RunHost,
  folder: string,
): Promise<readonly string[]> {
  const paths = resultPaths(cases, host, folder);
  const ours = await Promise.all(paths.map((path) => isOurs(path, host.files)));
  return paths.filter((_, index) => !ours[index]);
}

const jobsOf = (due: Due): Job<Due>[] =>
  Array.from({ length: due.planned.trials }, (_, index) => index + 1)
    .filter((trial) => !due.results.has(trial))
    .map((trial) => ({
      of: due,
      runner: due.planned.runner,
      request: { ...due.planned.request, trial, seed: trial },
    }));

/** A trial as it is kept: numbered, and with what the agent left out filled in. */
function recordOf(
  { snapshot, unit, caseId, caseFile, request }: PlannedCase,
  trial: number,
  outcome: RunOutcome,
  { startedAt, endedAt }: Took,
): Run {
  const { tools } = snapshot.scopeOf(unit).toolset;
  return {
    startedAt: new Date(startedAt).toISOString(),
    latencyMs: endedAt - startedAt,
    toolsDigest: new Map(tools.map((tool) => [tool.name, labelOf(toolDigest(tool))])),
    ...(outcome.ok
      ? { ...outcome.run, messages: said(outcome.run, request.messages) }
      : { calls: [], messages: [], failure: outcome.reason }),
    meta: { ...(outcome.ok && outcome.run.meta), [CASE_FILE]: caseFile },
    runId: String(trial),
    caseId,
  };
}

/** What was said in a run; where an agent tells its calls alone, what it was asked. */
const said = ({ messages }: Run, asked: readonly Message[]): readonly Message[] =>
  messages.length > 0 ? messages : asked;
