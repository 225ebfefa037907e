import type { Expectation, Matcher } from '../../model/expectation.ts';
import { canonicalJson } from '../../model/json-text.ts';
import type { Run } from '../../model/run.ts';
import type { Toolset } from '../../model/tool.ts';
import type { Json } from '../../model/value.ts';
import { satisfies } from '../values/predicates.ts';

/** A value that a predicate of the configuration's module has to judge. */
export interface PredicateQuestion {
  readonly name: string;
  readonly value: Json;
}

/** The key of a question in the answers. */
export const questionKey = ({ name, value }: PredicateQuestion): string =>
  `${name} ${canonicalJson(value)}`;

/** Module predicates by name, each with the levels below an argument at which its matchers stand. */
function levelsOf(expectation: Expectation): ReadonlyMap<string, ReadonlySet<number>> {
  const levels = new Map<string, Set<number>>();
  const visit = (matcher: Matcher, level: number): void => {
    if (matcher.kind === 'object') {
      for (const each of matcher.entries.values()) visit(each, level + 1);
    } else if (matcher.kind === 'list') {
      for (const each of matcher.items) visit(each, level + 1);
    } else if (
      typeof matcher.predicate === 'string' &&
      satisfies(matcher.predicate, null) === undefined
    ) {
      addLevel(levels, matcher.predicate, level);
    }
  };
  for (const { calls } of expectation.paths) {
    for (const { args } of calls) for (const matcher of args.values()) visit(matcher, 0);
  }
  return levels;
}

function addLevel(levels: Map<string, Set<number>>, name: string, level: number): void {
  const known = levels.get(name);
  if (known) known.add(level);
  else levels.set(name, new Set([level]));
}

/** The predicates that a case names and the format does not. */
export const modulePredicates = (expectation: Expectation): readonly string[] => [
  ...levelsOf(expectation).keys(),
];

/** What stands in an argument for it: the values of the runs' calls, and the defaults of the schemas. */
function valuesOf(expectation: Expectation, runs: readonly Run[], toolset: Toolset): Json[] {
  const made = runs.flatMap(({ calls }) =>
    calls.flatMap((call) => Object.values(call.arguments ?? {})),
  );
  const assumed = expectation.paths.flatMap(({ calls }) =>
    calls.flatMap(({ name, args }) =>
      [...args.keys()].map((arg) => toolset.schema(name)?.defaultOf(arg)),
    ),
  );
  return [...made, ...assumed.filter((value) => value !== undefined)];
}

/**
 * Every value that scoring may ask a module's predicate about, each once: what the runs' calls pass, or a
 * schema supplies, at the levels where the case has a matcher with that predicate.
 */
export function predicateQuestions(
  expectation: Expectation,
  runs: readonly Run[],
  toolset: Toolset,
): readonly PredicateQuestion[] {
  const levels = levelsOf(expectation);
  if (levels.size === 0) return [];
  const deepest = Math.max(...[...levels.values()].flatMap((each) => [...each]));
  const questions = new Map<string, PredicateQuestion>();
  const ask = (value: Json, level: number): void => {
    for (const [name, asked] of levels) {
      if (!asked.has(level)) continue;
      const question = { name, value };
      questions.set(questionKey(question), question);
    }
    if (level === deepest || typeof value !== 'object' || value === null) return;
    for (const part of Object.values(value)) ask(part, level + 1);
  };
  for (const value of valuesOf(expectation, runs, toolset)) ask(value, 0);
  return [...questions.values()];
}
