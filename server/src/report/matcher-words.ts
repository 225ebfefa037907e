/** Matchers in plain words, for hovers and explanations. */
import type { Matcher, Predicate, ValueMatcher } from '../model/expectation.ts';
import { either, show } from '../scoring/show.ts';

/** How a value is compared, where a matcher says so. */
const COMPARED = {
  normalized: 'case, blanks and accents aside',
  exact: 'to the letter',
  number: 'as numbers',
  instant: 'as points in time',
  set: 'as sets',
  words: 'word by word, in any order',
  loose: 'loosely',
} as const;

const predicateWords = (predicate: Predicate): string => {
  if (predicate === 'any') return 'any value';
  return typeof predicate === 'string'
    ? `a value that is ${predicate.replaceAll('_', ' ')}`
    : `a value that satisfies the schema ${show(predicate.schema)}`;
};

function valueWords(matcher: ValueMatcher): string {
  const { allowed, fromCall, path, fromUser, predicate, compare, tolerance, optional } = matcher;
  const conditions = [
    ...(allowed ? [either(allowed.map(show))] : []),
    ...(fromCall ? [`a value that ${either(fromCall)} returned${path ? ` at ${path}` : ''}`] : []),
    ...(fromUser ? ["a value from the user's messages"] : []),
    ...(predicate === undefined ? [] : [predicateWords(predicate)]),
  ];
  const within = tolerance === undefined ? '' : `, ±${tolerance}`;
  return [
    conditions.join(', and ') || 'any value',
    ...(compare ? [` (compared ${COMPARED[compare]}${within})`] : []),
    ...(optional ? [', or left out'] : []),
  ].join('');
}

/** What a value must be, as the end of a sentence: `"SFO" or "OAK"`, `a value that search returned at $.id`. */
export function matcherWords(matcher: Matcher): string {
  if (matcher.kind === 'matcher') return valueWords(matcher);
  if (matcher.kind === 'list') return `a list of ${matcher.items.map(matcherWords).join('; ')}`;
  const entries = [...matcher.entries].map(([key, value]) => `${key}: ${matcherWords(value)}`);
  return `an object with ${entries.join('; ')}`;
}
