/** Matchers as a case writes them. */
import { DECIDING_KEYS, MODIFIER_KEYS } from '../model/read-matcher.ts';
import { isObject, type Json } from '../model/value.ts';

const DECIDING: ReadonlySet<string> = new Set(DECIDING_KEYS);
const MODIFIERS: ReadonlySet<string> = new Set(MODIFIER_KEYS);

/** Whether a mapping, written as it is, would be taken for a matcher or for a mistaken one. */
export function looksLikeMatcher(value: Json): boolean {
  if (!isObject(value)) return false;
  const keys = Object.keys(value);
  return (
    keys.some((key) => DECIDING.has(key)) ||
    (keys.length > 0 && keys.every((key) => MODIFIERS.has(key)))
  );
}

const hidesMatcher = (value: Json): boolean =>
  looksLikeMatcher(value) ||
  (typeof value === 'object' && value !== null && Object.values(value).some(hidesMatcher));

/** A value that is meant literally: as it is, or as the one allowed where it could be misread. */
export const literal = (value: Json): Json => (hidesMatcher(value) ? { allowed: [value] } : value);

/** One of several values. */
export function oneOf(values: readonly Json[], optional = false): Json {
  const [only] = values;
  if (values.length === 1 && only !== undefined && !optional) return literal(only);
  return { allowed: [...values], ...(optional && { optional: true }) };
}
