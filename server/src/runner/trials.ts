import { say } from '../l10n/say.ts';
import {
  CANCELLED,
  failed,
  failureOf,
  type Runner,
  type RunOutcome,
  type RunRequest,
} from './runner.ts';

/** How often a trial is tried where the connection fails. */
export const MAX_TRIES = 3;

/** One trial that is due, and who runs it. */
export interface Job<T> {
  readonly of: T;
  readonly runner: Runner;
  readonly request: RunRequest;
}

/** When a trial ran, in milliseconds since 1970. */
export interface Took {
  readonly startedAt: number;
  readonly endedAt: number;
}

export interface TrialOptions<T> {
  /** Trials at once. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  now(): number;
  onLog(job: Job<T>, text: string): void;
  /** Told of each trial that came to an end; the next of its kind waits for what this returns. */
  onEnd(job: Job<T>, outcome: RunOutcome, took: Took): Promise<void> | void;
}

/**
 * Runs trials, several at once, in the order given. A trial whose connection fails is tried again; no
 * other failure is. Once the signal says so nothing new is started, and what runs is ended.
 */
export async function runTrials<T>(
  jobs: readonly Job<T>[],
  options: TrialOptions<T>,
): Promise<void> {
  const { concurrency, signal, now, onEnd } = options;
  const waiting = jobs.values();
  const work = async () => {
    for (const job of waiting) {
      if (signal.aborted) return;
      const startedAt = now();
      const outcome = await tryJob(job, options);
      await onEnd(job, outcome, { startedAt, endedAt: now() });
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, work));
}

async function tryJob<T>(job: Job<T>, { signal, onLog }: TrialOptions<T>): Promise<RunOutcome> {
  const context = { signal, onLog: (text: string) => onLog(job, text) };
  for (let tried = 1; ; tried++) {
    if (signal.aborted) return CANCELLED;
    const outcome = await job.runner.run(job.request, context).catch(failureOf);
    if (outcome.ok || outcome.kind !== 'transport') return outcome;
    if (tried === MAX_TRIES) return failed(say`${outcome.reason}, ${tried} times`, 'transport');
    onLog(job, say`${outcome.reason}; trying again\n`);
  }
}
