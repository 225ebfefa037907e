import { createToolSchema } from '../../manifest/schema.ts';
import { dialectOf, metaErrors, Validators } from '../../manifest/validators.ts';
import { isObject, type Json } from '../../model/value.ts';
import { satisfies } from '../../scoring/values/predicates.ts';
import { typesOf } from '../flow/selection.ts';

const TEXT = new Set(['string']);
const NUMBER = new Set(['number', 'integer']);

/** The predicates of the format, each with the JSON types that it can accept; undefined for all. */
const TYPES: ReadonlyMap<string, ReadonlySet<string> | undefined> = new Map([
  ['any', undefined],
  ['iso_date', TEXT],
  ['iso_datetime', TEXT],
  ['iso_duration', TEXT],
  ['email', TEXT],
  ['uri', TEXT],
  ['uuid', TEXT],
  ['ipv4', TEXT],
  ['ipv6', TEXT],
  ['non_empty', undefined],
  ['positive', NUMBER],
  ['non_negative', NUMBER],
  ['integer', NUMBER],
]);

/** The names that the format gives (format.md, "A matcher"). */
export const PREDICATE_NAMES: readonly string[] = [...TYPES.keys()];

/** What can be told of a predicate without a run. */
export interface PredicateTest {
  /** Undefined where that is not known. */
  accepts(value: Json): boolean | undefined;
  /** The JSON types that it can accept; undefined where it accepts any. */
  readonly types?: ReadonlySet<string>;
}

/** A named predicate of the format, or a JSON Schema; undefined where it is neither. */
export function predicateOf(predicate: Json): PredicateTest | undefined {
  if (typeof predicate === 'string') {
    return TYPES.has(predicate)
      ? { accepts: (value) => satisfies(predicate, value), types: TYPES.get(predicate) }
      : undefined;
  }
  if (!isSchema(predicate) || schemaFault(predicate) !== undefined) return undefined;
  const schema = createToolSchema(predicate);
  if (!schema) return undefined;
  const types = isObject(predicate) ? typesOf(predicate) : undefined;
  return {
    accepts: (value) => schema.check([], value).every((problem) => problem.kind === 'format'),
    types: types?.has('number') ? new Set([...types, 'integer']) : types,
  };
}

const isSchema = (value: Json): value is { [key: string]: Json } | boolean =>
  isObject(value) || typeof value === 'boolean';

const faults = new WeakMap<object, string | null>();

/** Why a predicate is no JSON Schema; undefined where it is one. */
export function schemaFault(predicate: Json): string | undefined {
  if (typeof predicate === 'boolean') return undefined;
  if (!isObject(predicate)) return 'a schema is a mapping';
  const known = faults.get(predicate);
  const fault = known === undefined ? (findFault(predicate) ?? null) : known;
  faults.set(predicate, fault);
  return fault ?? undefined;
}

function findFault(schema: { [key: string]: Json }): string | undefined {
  const dialect = dialectOf(schema);
  if (!dialect) return `the dialect \`${String(schema.$schema)}\` is not supported`;
  const [first] = metaErrors(schema, dialect);
  if (first) return `${first.instancePath || 'the schema'} ${first.message}`;
  return new Validators(schema, dialect).failure('');
}
