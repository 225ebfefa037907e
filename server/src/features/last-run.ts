/** What the last scored run of a case did where the case says something. */
import type { CallNode } from '../model/located.ts';
import type { EmittedCall, Run } from '../model/run.ts';
import type { Json } from '../model/value.ts';
import { isObject } from '../model/value.ts';
import type { RunScore } from '../scoring/score.ts';
import type { Path } from '../syntax/index.ts';
import type { PlacedScore } from '../workspace/scores/scores.ts';

export interface LastRun {
  readonly run: Run;
  readonly score: RunScore;
  /** The written calls of the path that counted. */
  readonly calls: readonly CallNode[];
}

/** Undefined where no run was scored. */
export function lastRun(placed: PlacedScore | undefined): LastRun | undefined {
  const trial = placed?.score.trials.at(-1);
  if (!placed || !trial) return undefined;
  const path = placed.scored.resolved.paths[trial.score.pathIndex ?? 0];
  return { ...trial, calls: path?.calls ?? [] };
}

/** An emitted call, and its place in the run from 0. */
export interface Matched {
  readonly index: number;
  readonly call: EmittedCall;
}

/**
 * The emitted call that was matched to a written one; null where none was, undefined where the written
 * call was not scored: it stands in another path, or has changed since.
 */
export function matchedCall({ run, score, calls }: LastRun, { node }: CallNode) {
  const golden = calls.findIndex((each) => each.node === node);
  const pair = golden < 0 ? undefined : score.alignment.find((each) => each.golden === golden);
  if (!pair) return undefined;
  const call = pair.call === null ? undefined : run.calls[pair.call];
  return call && pair.call !== null ? ({ index: pair.call, call } satisfies Matched) : null;
}

/** The value that an emitted call had at a path of its arguments; undefined where it had none. */
export function emittedAt({ arguments: args }: EmittedCall, path: Path): Json | undefined {
  let value: Json | undefined = args;
  for (const step of path) {
    if (Array.isArray(value) && typeof step === 'number') value = value[step];
    else if (isObject(value) && Object.hasOwn(value, String(step))) value = value[String(step)];
    else return undefined;
  }
  return value;
}
