/**
 * When two argument values are the same (scoring.md §2). Most comparisons are equivalences, and are
 * decided by a key: equal values, and only those, have equal keys.
 */
import type { Comparison } from '../../model/expectation.ts';
import { canonicalJson } from '../../model/json-text.ts';
import { isObject, type Json, type JsonObject } from '../../model/value.ts';
import { compose, fold, occursIn, wordsOf } from './text.ts';

/** One way to compare an expected value with an actual one. */
export interface Comparer {
  readonly mode: Comparison;
  equal(expected: Json, actual: Json): boolean;
  /** Undefined where the comparison is no equivalence. */
  readonly key?: (value: Json) => string;
  /** How a part of a structure compares: this comparison, without what it says of whole values. */
  readonly parts: Comparer;
}

/** Comparisons that decide scalars by a key, and so can serve as a tool's default. */
type Keyed = 'normalized' | 'exact' | 'loose' | 'number';

const LOOSE_DROPPED = /[\s,./\-_*^]/g;

const TEXT_FOLDS: Readonly<Record<Keyed, (text: string) => string>> = {
  exact: compose,
  normalized: (text) => fold(text.trim()),
  loose: (text) => fold(text.trim()).replace(LOOSE_DROPPED, '').replaceAll("'", '"'),
  number: (text) => fold(text.trim()),
};

const numberKey = (value: number | bigint): string =>
  typeof value === 'bigint' || Number.isSafeInteger(value) || !Number.isInteger(value)
    ? `n${value === 0 ? 0 : value}`
    : `n${BigInt(value)}`;

const sortedKeys = (object: JsonObject): string[] => Object.keys(object).sort();

/** Values are compared part by part down to this many levels, and as exact JSON below. */
export const DEEPEST = 500;

function keyWith(value: Json, text: (text: string) => string, numeric: boolean, depth = 0): string {
  if (typeof value === 'string') {
    const number = numeric ? numberOf(value) : undefined;
    if (number !== undefined) return numberKey(number);
    const folded = text(value);
    return `s${folded.length}:${folded}`;
  }
  if (typeof value === 'number' || typeof value === 'bigint') return numberKey(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (depth === DEEPEST) return canonicalJson(value);
  if (Array.isArray(value)) {
    return `[${value.map((item) => keyWith(item, text, numeric, depth + 1)).join(',')}]`;
  }
  const entries = sortedKeys(value).map(
    (key) => `${key.length}:${key}=${keyWith(value[key]!, text, numeric, depth + 1)}`,
  );
  return `{${entries.join(',')}}`;
}

const NUMERIC = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const INTEGER = /^([+-]?\d+)(\.0*)?$/;

/** The number that a number or a numeric string stands for; integers beyond 2^53 as `bigint`. */
export function numberOf(value: Json): number | bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (!NUMERIC.test(text)) return undefined;
  const number = Number(text);
  const digits = INTEGER.exec(text)?.[1];
  if (digits !== undefined && !Number.isSafeInteger(number)) return BigInt(digits.replace('+', ''));
  return Number.isFinite(number) ? number : undefined;
}

const keyed = (mode: Keyed, text = TEXT_FOLDS[mode]): Comparer => {
  const key = (value: Json) => keyWith(value, text, mode === 'number');
  const comparer: Comparer = {
    mode,
    key,
    equal: (expected, actual) => expected === actual || key(expected) === key(actual),
    get parts() {
      return comparer;
    },
  };
  return comparer;
};

/** Compares structures part by part, scalars as `leaf` says. */
function structural(leaf: (expected: Json, actual: Json) => boolean) {
  const equal = (expected: Json, actual: Json): boolean => {
    if (Array.isArray(expected)) {
      return (
        Array.isArray(actual) &&
        expected.length === actual.length &&
        expected.every((item, i) => equal(item, actual[i]!))
      );
    }
    if (!isObject(expected))
      return typeof actual !== 'object' || actual === null ? leaf(expected, actual) : false;
    if (!isObject(actual)) return false;
    const keys = Object.keys(expected);
    return (
      keys.length === Object.keys(actual).length &&
      keys.every((key) => Object.hasOwn(actual, key) && equal(expected[key]!, actual[key]!))
    );
  };
  return equal;
}

/** Numbers within an absolute tolerance; decimal fractions are not held to their binary rounding. */
const within = (tolerance: number, base: Comparer): Comparer => {
  const equal = structural((expected, actual) => {
    const [a, b] = [numberOf(expected), numberOf(actual)];
    if (a === undefined || b === undefined) return base.equal(expected, actual);
    if (typeof a === 'bigint' && typeof b === 'bigint') {
      return Number(a > b ? a - b : b - a) <= tolerance;
    }
    const [x, y] = [Number(a), Number(b)];
    const rounding = 4 * Number.EPSILON * Math.max(Math.abs(x), Math.abs(y), tolerance);
    return Math.abs(x - y) <= tolerance + rounding;
  });
  const comparer: Comparer = {
    mode: 'number',
    equal,
    get parts() {
      return comparer;
    },
  };
  return comparer;
};

const INSTANT =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d)))?$/;

interface Instant {
  readonly date: string;
  /** Seconds since the epoch and the fraction's digits; undefined for a date alone. */
  readonly at?: string;
}

/** Reads an RFC 3339 timestamp, or a date alone. */
function instantOf(value: Json): Instant | undefined {
  const match = typeof value === 'string' ? INSTANT.exec(value.trim()) : null;
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', sign, offHour, offMinute] = match;
  const date = `${year}-${month}-${day}`;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // Dates such as February 30 roll over, and are none.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date))
    return undefined;
  if (hour === undefined) return { date };
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  if (Number(offHour ?? 0) > 23 || Number(offMinute ?? 0) > 59) return undefined;
  const offset = (sign === '-' ? -1 : 1) * (Number(offHour ?? 0) * 60 + Number(offMinute ?? 0));
  const seconds =
    midnight / 1000 + Number(hour) * 3600 + (Number(minute) - offset) * 60 + Number(second);
  return { date, at: `${seconds}.${fraction.replace(/0+$/, '')}` };
}

const instant = (base: Comparer): Comparer => {
  const equal = structural((expected, actual) => {
    const [a, b] = [instantOf(expected), instantOf(actual)];
    if (!a || !b) return base.equal(expected, actual);
    return a.at === undefined || b.at === undefined ? a.date === b.date : a.at === b.at;
  });
  const comparer: Comparer = {
    mode: 'instant',
    equal,
    get parts() {
      return comparer;
    },
  };
  return comparer;
};

const set = (base: Comparer): Comparer => {
  const key = (value: Json): string =>
    Array.isArray(value) ? `m[${value.map(base.key!).sort().join(',')}]` : base.key!(value);
  return { mode: 'set', key, equal: (a, b) => key(a) === key(b), parts: base };
};

const words = (base: Comparer): Comparer => ({
  mode: 'words',
  equal(expected, actual) {
    if (typeof expected !== 'string' || typeof actual !== 'string') {
      return base.equal(expected, actual);
    }
    const sought = wordsOf(fold(expected));
    if (sought.length === 0) return base.equal(expected, actual);
    const text = fold(actual);
    return sought.every((word) => occursIn(text, word));
  },
  parts: base,
});

const KEYED: Readonly<Record<Keyed, Comparer>> = {
  normalized: keyed('normalized'),
  exact: keyed('exact'),
  loose: keyed('loose'),
  number: keyed('number'),
};

/** What is no number compares as the tool's default. */
const NUMBERS = {
  normalized: KEYED.number,
  exact: keyed('number', TEXT_FOLDS.exact),
} as const;

const isKeyed = (mode: Comparison): mode is Keyed => Object.hasOwn(KEYED, mode);

const BUILD: Readonly<Record<Exclude<Comparison, Keyed>, (base: Comparer) => Comparer>> = {
  instant,
  set,
  words,
};

/**
 * The comparison of one argument.
 *
 * @param mode as the matcher says, else the call, else `fallback`
 * @param fallback the tool's default, for what `mode` has no rule for and for the parts of a `set`
 * @param tolerance absolute, with `number` alone
 */
export function comparer(
  mode: Comparison,
  fallback: 'normalized' | 'exact' = 'normalized',
  tolerance?: number,
): Comparer {
  const base = KEYED[fallback];
  if (mode === 'number') {
    return tolerance === undefined ? NUMBERS[fallback] : within(tolerance, base);
  }
  return isKeyed(mode) ? KEYED[mode] : BUILD[mode](base);
}
