/** The acceptable golden trajectories of a case, with the settings that hold for them. */

import { toValue } from '../syntax/index.ts';
import {
  type ExpectedCall,
  type ExpectedPath,
  FAILURE_KINDS,
  type Fact,
  type InjectedFailure,
  type StateOptions,
} from './expectation.ts';
import type {
  CallNode,
  CaseNode,
  DatasetNode,
  GoldenNode,
  Located,
  MatchNode,
  OutcomeNode,
  StateNode,
  TrajectoryNode,
} from './located.ts';
import { readMatcher } from './read-matcher.ts';
import { toMatcher } from './to-matcher.ts';
import type { Toolset } from './tool.ts';
import { isObject, type Json } from './value.ts';

/** What a case refers to. */
export interface ResolveEnv {
  readonly dataset?: DatasetNode;
  /** The golden trajectory behind a reference, undefined where it cannot be read. */
  golden(reference: string): GoldenNode | undefined;
  /** Decides whether a mapping with a matcher's keys is a literal of the argument's own schema. */
  readonly toolset: Pick<Toolset, 'schema'>;
}

/** The calls of one expected path as written: `calls[i]` is golden call `i` of the path. */
export interface LocatedPath {
  readonly calls: readonly CallNode[];
  readonly trajectory?: TrajectoryNode;
  /** The case, or the golden trajectory that the path names: its tree holds the calls. */
  readonly holder: CaseNode | GoldenNode;
  /** The reference, where the calls stand elsewhere. */
  readonly reference?: Located<string>;
  /** Of each of the path's own `outcome.mustMention`, where it has an outcome. */
  readonly facts?: readonly LocatedFact[];
}

/** One fact of `Expectation.mustMention`, and who asks for it. */
export interface LocatedFact {
  readonly holder: CaseNode | GoldenNode;
  readonly fact: Located<Fact>;
}

/** Settings of `match`, nearest first. */
export type Layers = readonly (MatchNode | undefined)[];

export interface Alternative {
  readonly path: ExpectedPath;
  readonly located: LocatedPath;
}

export function alternativesOf(subject: CaseNode, env: ResolveEnv): readonly Alternative[] {
  const { expected } = subject;
  if (!expected) return [];
  const alternative = (
    trajectory: TrajectoryNode | undefined,
    reference: Located<string> | undefined,
  ): Alternative | undefined => {
    const golden = reference && env.golden(reference.value);
    const found = trajectory ?? golden?.trajectory;
    if (!found) return undefined;
    const layers: Layers = [expected.match, golden?.match, env.dataset?.defaultMatch];
    return {
      path: pathOf(found, layers, env),
      located: {
        calls: found.calls,
        trajectory: found,
        holder: trajectory ? subject : (golden ?? subject),
        reference: trajectory ? undefined : reference,
      },
    };
  };
  if (!expected.anyOf) {
    const only = alternative(expected.trajectory, expected.golden);
    return only ? [only] : [];
  }
  return expected.anyOf.paths.flatMap((written) => {
    const made = alternative(written.trajectory, written.golden);
    if (!made) return [];
    const { name, credit, golden } = written;
    const target = written.trajectory ? undefined : golden && env.golden(golden.value);
    const facts = target && factsWithout(expected.mustMention, target);
    const path: ExpectedPath = {
      ...made.path,
      name: name?.value ?? target?.goldenId?.value,
      credit: Math.min(Math.max(credit?.value ?? 1, 0), 1),
      outcome: target && {
        ...outcomeOf([expected, target]),
        mustMention: facts?.map(({ fact }) => fact.value) ?? [],
      },
    };
    return [{ path, located: { ...made.located, facts } }];
  });
}

export function pathOf(
  trajectory: TrajectoryNode | undefined,
  layers: Layers,
  env: ResolveEnv,
): ExpectedPath {
  return {
    credit: 1,
    calls: trajectory?.calls.map((call) => callOf(call, layers, env)) ?? [],
    callMode: nearest(layers, 'calls') ?? 'groups',
    extraCalls: nearest(layers, 'extraCalls') ?? 'reads',
  };
}

export function nearest<K extends 'calls' | 'args' | 'extraCalls' | 'compare'>(
  layers: Layers,
  key: K,
): NonNullable<MatchNode[K]>['value'] | undefined {
  for (const layer of layers) {
    const found = layer?.[key];
    if (found) return found.value;
  }
  return undefined;
}

function callOf(call: CallNode, outer: Layers, { toolset }: ResolveEnv): ExpectedCall {
  const name = call.name?.value ?? '';
  const schema = toolset.schema(name);
  const layers: Layers = [call.match, ...outer];
  const ignored = layers.find((layer) => layer?.ignoreArgs)?.ignoreArgs;
  return {
    id: call.id?.value,
    name,
    args: new Map(
      call.arguments.map(({ name: argument, entry }) => [
        argument,
        toMatcher(
          readMatcher(entry.value, schema ? (path) => schema.at([argument, ...path]) : undefined),
        ),
      ]),
    ),
    group: call.group?.value,
    turn: call.turn?.value,
    after: call.after.map((id) => id.value),
    hasAfter: call.hasAfter,
    optional: call.optional,
    returns: call.returns?.value,
    fails: call.fails && failureOf(toValue(call.fails.node)),
    idempotencyKey: call.idempotencyKey?.value,
    argsMode: nearest(layers, 'args') ?? 'exact',
    ignoreArgs: ignored?.items.map((item) => item.value) ?? [],
    compare: nearest(layers, 'compare'),
  };
}

function failureOf(value: Json): InjectedFailure | undefined {
  if (!isObject(value)) return undefined;
  const kind = FAILURE_KINDS.find((each) => each === value.kind);
  if (!kind) return undefined;
  return {
    kind,
    times: typeof value.times === 'number' ? value.times : 1,
    status: typeof value.status === 'number' ? value.status : undefined,
    message: typeof value.message === 'string' ? value.message : undefined,
    effectApplied: value.effect === 'applied',
  };
}

/** `final_state` and `state`, each from the nearest that writes it. */
export function outcomeOf(nearestFirst: readonly (OutcomeNode | undefined)[]): {
  readonly finalState?: Json;
  readonly state: StateOptions;
} {
  const state = nearestFirst.find((each) => each?.state)?.state;
  return {
    finalState: nearestFirst.find((each) => each?.finalState)?.finalState?.value,
    state: stateOf(state),
  };
}

function stateOf(state: StateNode | undefined): StateOptions {
  return {
    ignore: state?.ignore.map((path) => path.value) ?? [],
    ordered: state?.ordered.map((path) => path.value) ?? [],
    money: state?.money.map(({ path, exponent }) => ({ path: path.value, exponent })) ?? [],
    subset: state?.subset ?? false,
  };
}

/** The facts of a golden trajectory that the case does not ask for itself. */
function factsWithout(own: OutcomeNode['mustMention'], golden: GoldenNode): readonly LocatedFact[] {
  const known = new Set(own?.items.map(({ value }) => JSON.stringify(value)));
  return factsOf([[golden, golden.mustMention]]).filter(
    ({ fact }) => !known.has(JSON.stringify(fact.value)),
  );
}

/** All facts asked for, the case's own first; a golden's gate the case beside them. */
export function factsOf(
  lists: readonly (readonly [CaseNode | GoldenNode, OutcomeNode['mustMention']])[],
): readonly LocatedFact[] {
  const seen = new Set<string>();
  return lists.flatMap(([holder, list]) =>
    (list?.items ?? []).flatMap((fact) => {
      const text = JSON.stringify(fact.value);
      if (seen.has(text)) return [];
      seen.add(text);
      return [{ holder, fact }];
    }),
  );
}
