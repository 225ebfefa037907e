import { RE2JS } from 're2js';

/** A pattern that is searched for in linear time, whatever the text. */
export interface Pattern {
  test(text: string): boolean;
}

/**
 * Compiles an ECMAScript pattern for an engine that never backtracks.
 *
 * @returns null where the pattern is malformed, or needs what such an engine cannot do (lookaround,
 * backreferences, huge repeat counts).
 */
export function linearPattern(source: string): Pattern | null {
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
    return { test: (text) => compiled.matcher(text).find() };
  } catch {
    return null;
  }
}
