/** From files as written to what scoring reads: defaults filled in, goldens followed, matchers recognised. */
import { conversationOf } from './conversation.ts';
import { withDefaults } from './defaults.ts';
import type {
  Baseline,
  BaselineTolerance,
  Expectation,
  ExpectedPath,
  ToolBehavior,
} from './expectation.ts';
import type { CaseNode, GoldenNode, LocatedList } from './located.ts';
import {
  alternativesOf,
  factsOf,
  type Layers,
  type LocatedFact,
  type LocatedPath,
  nearest,
  outcomeOf,
  pathOf,
  type ResolveEnv,
} from './resolve-paths.ts';
import { isObject, type Json } from './value.ts';

export type { LocatedFact, LocatedPath, ResolveEnv } from './resolve-paths.ts';

export interface Resolved {
  readonly expectation: Expectation;
  /** Of each of `expectation.paths`. */
  readonly paths: readonly LocatedPath[];
  /** Of each of `expectation.mustMention`. */
  readonly facts: readonly LocatedFact[];
}

/**
 * What a case expects, or a golden trajectory run as a case of its own. A part that cannot be read is
 * left out: whether the case may be scored at all is for its findings to say.
 */
export function toExpectation(subject: CaseNode | GoldenNode, env: ResolveEnv): Resolved {
  return subject.kind === 'golden'
    ? resolveGolden(subject, env)
    : resolveCase(withDefaults(subject, env.dataset), env);
}

function resolveCase(subject: CaseNode, env: ResolveEnv): Resolved {
  const { expected } = subject;
  const alternatives = alternativesOf(subject, env);
  // Only `golden` brings an outcome to the case; alternatives of `any_of` are acceptable ways, not all due.
  const golden = expected?.golden && env.golden(expected.golden.value);
  const facts = factsOf([
    [subject, expected?.mustMention],
    ...(golden ? ([[golden, golden.mustMention]] as const) : []),
  ]);
  const layers: Layers = [expected?.match, golden?.match, env.dataset?.defaultMatch];
  const texts = (list: LocatedList<string> | undefined) => list?.items.map((item) => item.value);
  return {
    paths: alternatives.map((each) => each.located),
    facts,
    expectation: {
      caseId: subject.caseId?.value ?? '',
      messages: conversationOf(subject),
      behavior: behaviorOf(subject),
      behaviorExplicit: expected?.toolBehavior !== undefined,
      allowedTools: texts(expected?.allowedTools),
      forbiddenTools: texts(expected?.forbiddenTools) ?? [],
      confirmBefore: texts(expected?.confirmBefore) ?? [],
      paths: alternatives.map((each) => each.path),
      extraCalls: nearest(layers, 'extraCalls') ?? 'reads',
      maxCalls: expected?.maxCalls?.value,
      ...outcomeOf([expected, golden]),
      mustMention: facts.map(({ fact }) => fact.value),
      mustNotMention: texts(expected?.mustNotMention) ?? [],
      passRule: subject.passRule?.value,
      weight: subject.weight?.value ?? 1,
      category: subject.category?.value,
      language: subject.language?.value,
      permissionGroup: subject.permissionGroup?.value,
      tags: [...new Set([...(texts(subject.tags) ?? []), ...(texts(subject.riskTags) ?? [])])],
      holdout: subject.holdout?.value ?? false,
      toolsDigest: digestsOf(subject),
    },
  };
}

function resolveGolden(golden: GoldenNode, env: ResolveEnv): Resolved {
  const layers: Layers = [golden.match, env.dataset?.defaultMatch];
  const facts = factsOf([[golden, golden.mustMention]]);
  const { trajectory } = golden;
  const path: ExpectedPath = {
    ...pathOf(trajectory, layers, env),
    baseline: baselineOf(golden),
    tolerance: toleranceOf(golden),
  };
  return {
    paths: trajectory ? [{ calls: trajectory.calls, trajectory, holder: golden }] : [],
    facts,
    expectation: {
      caseId: golden.goldenId?.value ?? '',
      messages: conversationOf(golden),
      behavior: trajectory && 'call',
      behaviorExplicit: false,
      forbiddenTools: [],
      confirmBefore: [],
      paths: trajectory ? [path] : [],
      extraCalls: path.extraCalls,
      ...outcomeOf([golden]),
      mustMention: facts.map(({ fact }) => fact.value),
      mustNotMention: [],
      weight: 1,
      tags: [],
      holdout: false,
      toolsDigest: digestsOf(golden),
    },
  };
}

/** `must_clarify: true` is `clarify`; calls without a word on behaviour are due. */
function behaviorOf({ expected }: CaseNode): ToolBehavior | undefined {
  if (expected?.toolBehavior) return expected.toolBehavior.value;
  if (expected?.mustClarify?.value) return 'clarify';
  return expected?.trajectory || expected?.golden || expected?.anyOf ? 'call' : undefined;
}

function digestsOf(subject: CaseNode | GoldenNode): ReadonlyMap<string, string> | undefined {
  return (
    subject.toolsDigest &&
    new Map(subject.toolsDigest.digests.map(({ key, value }) => [String(key?.value), value]))
  );
}

const numberIn = (value: Json | undefined, key: string): number | undefined => {
  const found = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return typeof found === 'number' ? found : undefined;
};

function baselineOf({ baseline }: GoldenNode): Baseline | undefined {
  return (
    baseline && {
      calls: numberIn(baseline.value, 'calls'),
      latencyMs: numberIn(baseline.value, 'latency_ms'),
      costUsd: numberIn(baseline.value, 'cost_usd'),
      tokens: numberIn(baseline.value, 'tokens'),
    }
  );
}

/** The defaults are the format's: one call more or less, half again the time and the cost. */
function toleranceOf({ tolerance }: GoldenNode): BaselineTolerance {
  return {
    calls: numberIn(tolerance?.value, 'calls') ?? 1,
    latency: numberIn(tolerance?.value, 'latency') ?? 1.5,
    cost: numberIn(tolerance?.value, 'cost') ?? 1.5,
  };
}
