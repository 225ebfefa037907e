import { canonicalJson } from '../../model/json-text.ts';
import type { Json } from '../../model/value.ts';

const LONGEST = 80;

/** A value for a message: JSON text, cut where it is long. */
export function show(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  const text = canonicalJson(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

/** "a", "a or b", "a, b or c". */
export function either(items: readonly string[]): string {
  if (items.length <= 1) return items[0] ?? 'nothing';
  return `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`;
}
