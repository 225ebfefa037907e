import type { Span } from './node.ts';

const OPENING = '[{';
const CLOSING = ']}';
/** What may stand before a value between brackets. */
const BEFORE_VALUE = /[\s,[{:]/;

/**
 * A value between brackets that is not quoted and holds brackets itself, as JSONPaths do: `$.x[*].id`.
 * YAML ends the value where its bracket begins, and all that follows on the line is a mistake to it.
 *
 * @param at the bracket
 * @returns the value, to the end of what its author takes it for; undefined where the bracket begins a value
 */
export function bracketedValue(text: string, at: number): Span | undefined {
  if (!OPENING.includes(text[at] ?? ' ')) return undefined;
  let start = at;
  while (start > 0 && !BEFORE_VALUE.test(text[start - 1]!)) start--;
  if (start === at || /["']/.test(text[start]!)) return undefined;
  let depth = 0;
  for (let end = at; end < text.length; end++) {
    const sign = text[end]!;
    if (sign === '\n' || sign === '\r') return undefined;
    if (OPENING.includes(sign)) depth++;
    else if (depth === 0 && (sign === ',' || /\s/.test(sign) || CLOSING.includes(sign))) {
      return { start, end };
    } else if (CLOSING.includes(sign)) depth--;
  }
  return undefined;
}
