/** Small readings of values of unknown shape, shared by the dialects. */
import { parseJson } from '../model/json-text.ts';
import { isObject, type Json, type JsonObject } from '../model/value.ts';

export const text = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** An identifier: text, or a number as written. */
export const label = (value: Json | undefined): string | undefined =>
  typeof value === 'number' || typeof value === 'bigint' ? String(value) : text(value);

export const number = (value: Json | undefined): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

export const list = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? value : [];

export const objects = (value: Json | undefined): readonly JsonObject[] =>
  list(value).filter(isObject);

/** The objects that stand under a key of some objects. */
export const each = (values: readonly JsonObject[], key: string): readonly JsonObject[] =>
  values.map((value) => value[key]).filter(isObject);

export const object = (value: Json | undefined): JsonObject | undefined =>
  isObject(value) ? value : undefined;

/** The first member that is there, of several spellings. */
export function member(
  value: JsonObject | undefined,
  ...keys: readonly string[]
): Json | undefined {
  if (value === undefined) return undefined;
  for (const key of keys) {
    if (Object.hasOwn(value, key) && value[key] !== undefined && value[key] !== null) {
      return value[key];
    }
  }
  return undefined;
}

/** Whether a value is a list, not empty, of which every (or some) member passes. */
export const listOf = (value: Json, test: (item: JsonObject) => boolean): value is JsonObject[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => isObject(item) && test(item));

/** A point in time in milliseconds, of an ISO 8601 text. */
export function timeMs(value: Json | undefined): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** A value that may have been put down as JSON text; other text stays as it is. */
export function unfold(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string') return value;
  const parsed = parseJson(value);
  return parsed.ok ? parsed.value : value;
}

/** An object without the members that are undefined, so that absent stays absent. */
export function defined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
