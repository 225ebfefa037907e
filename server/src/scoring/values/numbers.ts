/**
 * Numbers in texts, by value: who writes 64.20 or 1,234.5 means what JSON can only write as 64.2 and
 * 1234.5 (scoring.md, "Arguments").
 */
import type { Json } from '../../model/value.ts';
import { numberOf } from './compare.ts';
import { isWord } from './text.ts';

/** Not 05: that is a part of a date, of a time or of a name. */
const NUMBER = /(?:0|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d*)(?:\.\d+)?/g;

const known = new WeakMap<readonly string[], ReadonlySet<number | bigint>>();

function numbersIn(texts: readonly string[]): ReadonlySet<number | bigint> {
  const numbers = new Set<number | bigint>();
  for (const text of texts) {
    for (const { 0: written, index } of text.matchAll(NUMBER)) {
      const number = numberOf(written.replaceAll(',', ''));
      if (number === undefined || !isWord(text, index, index + written.length)) continue;
      numbers.add(number);
      if (text[index - 1] === '-') numbers.add(-number);
    }
  }
  return numbers;
}

/**
 * Whether a value is a number that stands in one of the texts, at word boundaries, however it is written
 * there.
 *
 * @param texts a list that does not change: what is in it is worked out once
 */
export function holdsNumber(texts: readonly string[], value: Json): boolean {
  if (typeof value !== 'number' && typeof value !== 'bigint') return false;
  const numbers = known.get(texts) ?? numbersIn(texts);
  known.set(texts, numbers);
  return numbers.has(value);
}
