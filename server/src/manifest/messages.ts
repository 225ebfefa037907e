import type { ErrorObject } from 'ajv';
import { say } from '../l10n/say.ts';
import { canonicalJson } from '../model/json-text.ts';
import type { SchemaProblem } from '../model/tool.ts';
import type { Json } from '../model/value.ts';

const LONGEST = 60;

const clip = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;

const quote = (value: Json): string => clip(canonicalJson(value));

/** The JSON type of a value, by its name in JSON Schema. */
export function typeName(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'integer';
  return typeof value;
}

/** A value with its type, for a person: `string "two"`, `number 2.5`, `array`. */
export function describe(value: Json): string {
  if (value === null) return 'null';
  if (typeof value === 'object') return Array.isArray(value) ? 'array' : 'object';
  return `${typeof value === 'bigint' ? 'number' : typeof value} ${quote(value)}`;
}

export const listed = (members: readonly Json[]): string => {
  const shown = members.slice(0, 8).map(quote).join(', ');
  return members.length > 8 ? say`${shown}, … (${members.length} in all)` : shown;
};

const counted = (count: unknown, one: string, many = `${one}s`): string =>
  `${String(count)} ${count === 1 ? one : many}`;

const WORDS_FOR_BOOLEANS = /^(?:y|yes|on|n|no|off|true|false)$/i;

/** YAML 1.2 reads `no` as text and `10` as a number: say what to write instead. */
function writingHint(types: readonly string[], value: Json): string {
  const scalar =
    typeof value === 'boolean' || typeof value === 'number' || typeof value === 'bigint';
  if (scalar && types.includes('string')) return say`; quote it to make it text`;
  if (typeof value !== 'string') return '';
  if (types.includes('boolean') && WORDS_FOR_BOOLEANS.test(value))
    return say`; write true or false`;
  const number = value.trim() !== '' && Number.isFinite(Number(value));
  if (number && types.some((type) => type === 'number' || type === 'integer')) {
    return say`; write it without quotes`;
  }
  return '';
}

/** A value of a type that will not do. */
export function typeProblem(types: readonly string[], value: Json): SchemaProblem {
  return {
    path: [],
    kind: 'type',
    types,
    message: say`expected ${types.join(' or ')}, got ${describe(value)}${writingHint(types, value)}`,
  };
}

/** A value outside a closed list. */
export function memberProblem(members: readonly Json[], value: Json): SchemaProblem {
  const one = members.length === 1 ? '' : say`one of `;
  return {
    path: [],
    kind: 'enum',
    members,
    message: say`expected ${one}${listed(members)}, got ${quote(value)}`,
  };
}

export const invalid = (message: string, extra: Partial<SchemaProblem> = {}): SchemaProblem => ({
  path: [],
  kind: 'invalid',
  message,
  ...extra,
});

const size = (value: Json): number =>
  typeof value === 'string' ? [...value].length : Array.isArray(value) ? value.length : 0;

type Text = (limit: unknown, value: Json) => string;

const LIMITS: Readonly<Record<string, Text>> = {
  minimum: (limit, value) => say`expected at least ${limit}, got ${quote(value)}`,
  maximum: (limit, value) => say`expected at most ${limit}, got ${quote(value)}`,
  exclusiveMinimum: (limit, value) => say`expected more than ${limit}, got ${quote(value)}`,
  exclusiveMaximum: (limit, value) => say`expected less than ${limit}, got ${quote(value)}`,
  multipleOf: (limit, value) => say`expected a multiple of ${limit}, got ${quote(value)}`,
  minLength: (limit, value) =>
    say`expected at least ${counted(limit, 'character')}, got ${size(value)}`,
  maxLength: (limit, value) =>
    say`expected at most ${counted(limit, 'character')}, got ${size(value)}`,
  pattern: (source, value) =>
    say`expected text that matches /${clip(String(source))}/, got ${quote(value)}`,
  minItems: (limit, value) => say`expected at least ${counted(limit, 'item')}, got ${size(value)}`,
  maxItems: (limit, value) => say`expected at most ${counted(limit, 'item')}, got ${size(value)}`,
  minProperties: (limit) => say`expected at least ${counted(limit, 'property', 'properties')}`,
  maxProperties: (limit) => say`expected at most ${counted(limit, 'property', 'properties')}`,
  uniqueItems: () => say`expected items that differ from one another`,
};

/**
 * The problem that one of ajv's errors about a value's own keywords tells of.
 *
 * @param keywordValue what the schema has for the error's keyword
 */
export function leafProblem(error: ErrorObject, keywordValue: Json, value: Json): SchemaProblem {
  const { keyword, params } = error;
  switch (keyword) {
    case 'type':
      return typeProblem([keywordValue].flat().map(String), value);
    case 'enum':
      return memberProblem(Array.isArray(keywordValue) ? keywordValue : [], value);
    case 'const':
      return memberProblem([keywordValue], value);
    case 'format':
      return {
        path: [],
        kind: 'format',
        message: say`expected text of the format ${String(keywordValue)}, got ${quote(value)}`,
      };
    case 'required':
      return invalid(say`the required property ${quote(params.missingProperty)} is missing`);
    case 'dependentRequired':
      return invalid(
        say`${quote(params.property)} also needs the property ${quote(params.missingProperty)}`,
      );
    default: {
      const text = Object.hasOwn(LIMITS, keyword) ? LIMITS[keyword] : undefined;
      return invalid(text ? text(keywordValue, value) : `${error.message ?? say`is not valid`}`);
    }
  }
}
