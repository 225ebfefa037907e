/** Matchers in plain words, for hovers and explanations. */
import { phrase, say } from '../l10n/say.ts';
import type { Matcher, Predicate, ValueMatcher } from '../model/expectation.ts';
import { either, show } from '../scoring/values/show.ts';

/** How a value is compared, where a matcher says so. */
const COMPARED = {
  normalized: phrase`case, blanks and accents aside`,
  exact: phrase`to the letter`,
  number: phrase`as numbers`,
  instant: phrase`as points in time`,
  set: phrase`as sets`,
  words: phrase`word by word, in any order`,
  loose: phrase`loosely`,
} as const;

const predicateWords = (predicate: Predicate): string => {
  if (predicate === 'any') return say`any value`;
  return typeof predicate === 'string'
    ? say`a value that is ${predicate.replaceAll('_', ' ')}`
    : say`a value that satisfies the schema ${show(predicate.schema)}`;
};

const returnedWords = (calls: string, path: string | undefined): string =>
  path ? say`a value that ${calls} returned at ${path}` : say`a value that ${calls} returned`;

function valueWords(matcher: ValueMatcher): string {
  const { allowed, fromCall, path, fromUser, predicate, compare, tolerance, optional } = matcher;
  const conditions = [
    ...(allowed ? [either(allowed.map(show))] : []),
    ...(fromCall ? [returnedWords(either(fromCall), path)] : []),
    ...(fromUser ? [say`a value from the user's messages`] : []),
    ...(predicate === undefined ? [] : [predicateWords(predicate)]),
  ];
  const within = tolerance === undefined ? '' : `, ±${tolerance}`;
  return [
    conditions.join(say`, and `) || say`any value`,
    ...(compare ? [say` (compared ${say(COMPARED[compare])}${within})`] : []),
    ...(optional ? [say`, or left out`] : []),
  ].join('');
}

/** What a value must be, as the end of a sentence: `"SFO" or "OAK"`, `a value that search returned at $.id`. */
export function matcherWords(matcher: Matcher): string {
  if (matcher.kind === 'matcher') return valueWords(matcher);
  if (matcher.kind === 'list') return say`a list of ${matcher.items.map(matcherWords).join('; ')}`;
  const entries = [...matcher.entries].map(([key, value]) => `${key}: ${matcherWords(value)}`);
  return say`an object with ${entries.join('; ')}`;
}
