/** Which runs of a trace a golden trajectory is captured from. */
import { equalJson } from '../../model/json-text.ts';
import type { EmittedCall, Run } from '../../model/run.ts';

/** Whether a run is known to have passed: a person said so, or the reward of its benchmark. */
export function passed({ human, meta }: Run): boolean | undefined {
  if (human !== undefined) return human === 'pass';
  const reward = meta?.reward;
  return typeof reward === 'number' ? reward >= 1 : undefined;
}

/** A run with the calls that a golden trajectory keeps of it. */
export interface Kept {
  readonly run: Run;
  readonly calls: readonly EmittedCall[];
}

export interface Chosen {
  readonly base: Kept;
  /** Other passing runs of the same case that took the same way. */
  readonly alike: readonly Kept[];
  /** Passing runs of the same case that took another. */
  readonly others: readonly Run[];
}

const FAILED: readonly (string | undefined)[] = ['error', 'denied', 'cancelled'];

/** Calls that failed had no effect, and are no part of a good run. */
export const isLeftOut = ({ status }: EmittedCall): boolean => FAILED.includes(status);

const keep = (run: Run): Kept => ({ run, calls: run.calls.filter((call) => !isLeftOut(call)) });

/**
 * Chooses the first passing run, else the first, and the passing runs beside it.
 *
 * @param ids only these runs, which are then taken for good
 * @returns a sentence where there is no such run
 */
export function chooseRuns(runs: readonly Run[], ids: readonly string[]): Chosen | string {
  const missing = ids.find((id) => runs.every(({ runId }) => runId !== id));
  if (missing !== undefined) {
    const known = runs.map(({ runId }) => runId).slice(0, 10);
    return `there is no run “${missing}” in the trace; it has ${known.join(', ')}`;
  }
  const named = ids.length > 0 ? runs.filter(({ runId }) => ids.includes(runId)) : runs;
  const wanted = named.filter(({ failure }) => failure === undefined);
  if (named.length > 0 && wanted.length === 0) return `no run is whole: ${named[0]!.failure}`;
  const first = wanted.find((run) => passed(run) === true) ?? wanted[0];
  if (!first) return 'there is no run in the trace';
  const base = keep(first);
  const beside = wanted
    .filter((run) => run !== first && run.caseId === first.caseId)
    .filter((run) => (ids.length > 0 ? passed(run) !== false : passed(run) === true))
    .map(keep);
  return {
    base,
    alike: beside.filter((each) => sameWay(base, each)),
    others: beside.filter((each) => !sameWay(base, each)).map(({ run }) => run),
  };
}

/** Whether two runs made the same calls in the same turns, whatever the arguments. */
const sameWay = (a: Kept, b: Kept): boolean =>
  a.calls.length === b.calls.length &&
  a.calls.every((call, index) => call.name === b.calls[index]!.name) &&
  equalJson([...groupsOf(a.calls)], [...groupsOf(b.calls)]);

/** The group of each call: those of one assistant message are together, and groups count from 0. */
export function groupsOf(calls: readonly EmittedCall[]): readonly number[] {
  let group = -1;
  return calls.map(({ batch }, index) => {
    const isNew = index === 0 || batch === undefined || batch !== calls[index - 1]!.batch;
    if (isNew) group += 1;
    return group;
  });
}
