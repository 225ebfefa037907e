import { RE2JS } from 're2js';

/** A pattern that is searched for in linear time, whatever the text. */
export interface Pattern {
  /** True, too, where the search would be too much work: what is not checked raises no finding. */
  test(text: string): boolean;
}

/** Characters of a pattern, and steps that its counted repeats may make of it. */
const MAX_PATTERN = 10_000;
/** Steps of one search: characters of the text times steps of the pattern; a second or so at most. */
const MAX_SEARCH = 50_000_000;

const COUNTED = /\{(\d+)(?:,(\d*))?\}/g;

/**
 * Compiles an ECMAScript pattern for an engine that never backtracks.
 *
 * @returns null where the pattern is malformed, too large, or needs what such an engine cannot do
 * (lookaround, backreferences, huge repeat counts).
 */
export function linearPattern(source: string): Pattern | null {
  if (sizeOf(source) > MAX_PATTERN) return null;
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
    const longest = MAX_SEARCH / compiled.programSize();
    return { test: (text) => text.length > longest || compiled.matcher(text).find() };
  } catch {
    return null;
  }
}

/** About how many steps a pattern has, before any is made. */
function sizeOf(source: string): number {
  let size = source.length;
  for (const [, low, high] of source.matchAll(COUNTED)) size += Number(high || low);
  return size;
}
