import { describe, expect, it } from 'vitest';
import type { Run } from '../model/run.ts';
import { failed, type RunOutcome, type RunRequest } from './runner.ts';
import { type Job, runTrials } from './trials.ts';

const RUN: Run = { runId: '1', calls: [], messages: [] };
const DONE: RunOutcome = { ok: true, run: RUN };
const request = (trial: number): RunRequest => ({
  caseId: 'c',
  messages: [],
  replies: [],
  tools: [],
  trial,
  seed: trial,
});

interface Given {
  readonly concurrency?: number;
  readonly signal?: AbortSignal;
  readonly onEnd?: (trial: number) => void;
}

/** Runs trials by what each does at each try; the outcomes in the order in which they came. */
async function outcomesOf(
  count: number,
  act: (trial: number, tried: number) => Promise<RunOutcome>,
  { concurrency = 1, signal = new AbortController().signal, onEnd }: Given = {},
): Promise<(readonly [trial: number, outcome: RunOutcome])[]> {
  const ended: (readonly [number, RunOutcome])[] = [];
  const jobs = Array.from({ length: count }, (_, index): Job<number> => {
    let tried = 0;
    const trial = index + 1;
    const runner = { run: () => act(trial, ++tried) };
    return { of: trial, runner, request: request(trial) };
  });
  await runTrials(jobs, {
    concurrency,
    signal,
    now: () => 0,
    onLog() {},
    onEnd: ({ of }, outcome) => {
      ended.push([of, outcome]);
      onEnd?.(of);
    },
  });
  return ended;
}

describe('trials', () => {
  it('run as many at once as they may, and no more', async () => {
    let running = 0;
    let most = 0;
    const ended = await outcomesOf(
      7,
      async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise(setImmediate);
        running -= 1;
        return DONE;
      },
      { concurrency: 3 },
    );
    expect(most).toBe(3);
    expect(ended.map(([trial]) => trial).sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('are tried again where the connection fails, up to three times', async () => {
    const tries: number[] = [];
    const ended = await outcomesOf(3, async (trial, tried) => {
      tries.push(trial);
      return trial === 1 || tried < 2 ? failed('cut off', 'transport') : DONE;
    });
    expect(tries).toEqual([1, 1, 1, 2, 2, 3, 3]);
    expect(ended).toEqual([
      [1, failed('cut off, 3 times', 'transport')],
      [2, DONE],
      [3, DONE],
    ]);
  });

  it('are tried once where the agent fails, and where a runner throws', async () => {
    let tries = 0;
    const ended = await outcomesOf(2, async (trial) => {
      tries += 1;
      if (trial === 2) throw new Error('a fault of ours');
      return failed('exit code 1');
    });
    expect(tries).toBe(2);
    expect(ended).toEqual([
      [1, failed('exit code 1')],
      [2, failed('a fault of ours')],
    ]);
  });

  it('are not begun once they are stopped', async () => {
    const stop = new AbortController();
    const begun: number[] = [];
    await outcomesOf(
      5,
      async (trial) => {
        begun.push(trial);
        return DONE;
      },
      { signal: stop.signal, onEnd: (trial) => trial === 2 && stop.abort() },
    );
    expect(begun).toEqual([1, 2]);
  });
});
