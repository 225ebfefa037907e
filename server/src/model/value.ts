/** Values as JSON and YAML hold them; integers beyond 2^53 are `bigint`, so that no digit is lost. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;

/** A JSON object. Own keys only: `__proto__` and `constructor` are ordinary names (use `Object.hasOwn`). */
export interface JsonObject {
  [key: string]: Json;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
