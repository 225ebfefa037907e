import { isScalar, type ScalarTag, Schema } from 'yaml';
import type { Scalar } from './node.ts';

/** YAML 1.2 whatever a directive says, and made once: a schema costs as much as a small segment. */
export const SCHEMA = new Schema({ schema: 'core', resolveKnownTags: false, merge: false });

/** How values are read by the library. */
export const VALUES = { intAsBigInt: true } as const;

const TAGS = SCHEMA.tags.filter(
  (tag): tag is ScalarTag & { test: RegExp } =>
    tag.default === true && 'test' in tag && tag.test !== undefined,
);

/** All that begins like something else than text. */
const MAY_BE_NO_TEXT = /^(?:[-+.~\d]|(?:null|true|false)$)/i;

/** What a scalar written without quotes stands for. */
export function plainValue(source: string): Scalar {
  const tag = MAY_BE_NO_TEXT.test(source) && TAGS.find(({ test }) => test.test(source));
  if (!tag) return source;
  const value = tag.resolve(source, () => {}, VALUES);
  return toScalar(isScalar(value) ? value.value : value);
}

/** A value of the library's as ours: integers beyond 2^53 stay `bigint`. */
export function toScalar(value: unknown): Scalar {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (value === null || value === undefined) return null;
  return typeof value === 'boolean' || typeof value === 'number' ? value : String(value);
}
