import type { Span, SyntaxProblem } from './node.ts';

/** Levels of nesting beyond which a text is not read: far above real use, far below the stack. */
export const MAX_DEPTH = 500;

/** The finding about values that were not read for their nesting. */
export function tooDeep(span: Span): SyntaxProblem {
  const message = `Not checked: values are nested more than ${MAX_DEPTH} levels deep.`;
  return { code: 'gave-up', message, start: Math.max(0, span.start), end: span.end };
}
