import type { Expectation, Matcher } from '../model/expectation.ts';
import { canonicalJson } from '../model/json-text.ts';
import type { Run } from '../model/run.ts';
import { isObject, type Json } from '../model/value.ts';
import { satisfies } from './predicates.ts';

/** A value that a predicate of the configuration's module has to judge. */
export interface PredicateQuestion {
  readonly name: string;
  readonly value: Json;
}

/** Answers by name and value, made before scoring, which itself runs no code. */
export type PredicateAnswers = ReadonlyMap<string, boolean>;

/** The key of a question in the answers. */
export const questionKey = ({ name, value }: PredicateQuestion): string =>
  `${name} ${canonicalJson(value)}`;

/** The predicates that a case names and the format does not. */
export function modulePredicates(expectation: Expectation): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (matcher: Matcher): void => {
    if (matcher.kind === 'object') for (const each of matcher.entries.values()) visit(each);
    else if (matcher.kind === 'list') matcher.items.forEach(visit);
    else if (
      typeof matcher.predicate === 'string' &&
      satisfies(matcher.predicate, null) === undefined
    )
      names.add(matcher.predicate);
  };
  for (const { calls } of expectation.paths) {
    for (const { args } of calls) for (const matcher of args.values()) visit(matcher);
  }
  return names;
}

/**
 * Every value that scoring may ask a module's predicate about: all that the runs' calls pass, at any depth,
 * each once.
 */
export function predicateQuestions(
  expectation: Expectation,
  runs: readonly Run[],
): readonly PredicateQuestion[] {
  const names = modulePredicates(expectation);
  if (names.size === 0) return [];
  const questions = new Map<string, PredicateQuestion>();
  const ask = (value: Json): void => {
    for (const name of names) {
      const question = { name, value };
      questions.set(questionKey(question), question);
    }
    if (Array.isArray(value)) value.forEach(ask);
    else if (isObject(value)) Object.values(value).forEach(ask);
  };
  for (const { calls } of runs) {
    for (const { arguments: args } of calls) if (args) Object.values(args).forEach(ask);
  }
  return [...questions.values()];
}
