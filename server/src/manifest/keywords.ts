import type { Json, JsonObject } from '../model/value.ts';
import { isObject } from '../model/value.ts';

export type Schema = JsonObject | boolean;

export const isSchema = (value: Json | undefined): value is Schema =>
  typeof value === 'boolean' || isObject(value);

/** Where keywords of the dialects hold further schemas: one, a list, a mapping, or one or a list. */
export const SUBSCHEMAS: ReadonlyMap<string, 'one' | 'list' | 'map' | 'one-or-list'> = new Map([
  ['additionalItems', 'one'],
  ['additionalProperties', 'one'],
  ['allOf', 'list'],
  ['anyOf', 'list'],
  ['contains', 'one'],
  ['contentSchema', 'one'],
  ['definitions', 'map'],
  ['$defs', 'map'],
  ['dependencies', 'map'],
  ['dependentSchemas', 'map'],
  ['else', 'one'],
  ['if', 'one'],
  ['items', 'one-or-list'],
  ['not', 'one'],
  ['oneOf', 'list'],
  ['patternProperties', 'map'],
  ['prefixItems', 'list'],
  ['properties', 'map'],
  ['propertyNames', 'one'],
  ['then', 'one'],
  ['unevaluatedItems', 'one'],
  ['unevaluatedProperties', 'one'],
]);

/** Keywords that say something of the value itself, without a further schema. */
const ASSERTIONS = [
  'const',
  'dependentRequired',
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'maxContains',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minContains',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'pattern',
  'required',
  'type',
  'uniqueItems',
] as const;

/** What can be asked of a value without looking at other schemas; `nullable` widens `type` (OpenAPI). */
export const LEAF_KEYWORDS: ReadonlySet<string> = new Set([...ASSERTIONS, 'nullable']);

/** Keywords that name another schema. */
export const REFERENCES: readonly string[] = ['$ref', '$dynamicRef', '$recursiveRef'];

const IDENTITY = [
  ...REFERENCES,
  '$anchor',
  '$comment',
  '$dynamicAnchor',
  '$id',
  '$recursiveAnchor',
  '$schema',
  '$vocabulary',
];

const ANNOTATIONS = [
  'contentEncoding',
  'contentMediaType',
  'default',
  'deprecated',
  'description',
  'example',
  'examples',
  'nullable',
  'readOnly',
  'title',
  'writeOnly',
];

/** Every keyword that means something to us or to the dialects; others are listed as unknown. */
export const KNOWN_KEYWORDS: ReadonlySet<string> = new Set([
  ...SUBSCHEMAS.keys(),
  ...ASSERTIONS,
  ...IDENTITY,
  ...ANNOTATIONS,
]);

export interface Subschema {
  readonly keyword: string;
  /** From the schema to this part of it. */
  readonly path: readonly (string | number)[];
  readonly schema: Schema;
}

/** The schemas that stand directly inside a schema, in written order. */
export const subschemas = (schema: Schema): Subschema[] =>
  typeof schema === 'boolean'
    ? []
    : Object.keys(schema).flatMap((keyword) => subschemasUnder(schema, keyword));

/** Those under one of its keywords. */
export function subschemasUnder(schema: JsonObject, keyword: string): Subschema[] {
  const kind = SUBSCHEMAS.get(keyword);
  const value = schema[keyword];
  if (kind === undefined || value === undefined) return [];
  const found: Subschema[] = [];
  const add = (path: readonly (string | number)[], part: Json) => {
    if (isSchema(part)) found.push({ keyword, path, schema: part });
  };
  if (kind === 'map' && isObject(value)) {
    for (const [key, part] of Object.entries(value)) add([keyword, key], part);
  } else if (kind !== 'map' && kind !== 'one' && Array.isArray(value)) {
    for (const [index, part] of value.entries()) add([keyword, index], part);
  } else if (kind === 'one' || kind === 'one-or-list') {
    add([keyword], value);
  }
  return found;
}

/** A path as a JSON Pointer (RFC 6901). */
export const toPointer = (path: readonly (string | number)[]): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** A JSON Pointer's steps; as in a URI fragment, percent-encoding is undone. */
export const fromPointer = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => decode(step).replaceAll('~1', '/').replaceAll('~0', '~'));

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Calls back for a schema and every schema inside it, with the path that leads there. */
export function walkSchema(
  schema: Schema,
  visit: (schema: Schema, path: readonly (string | number)[]) => void,
): void {
  const todo: { schema: Schema; path: readonly (string | number)[] }[] = [{ schema, path: [] }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    visit(next.schema, next.path);
    const { path } = next;
    // Last first, so that they are visited in written order.
    for (const part of subschemas(next.schema).reverse()) {
      todo.push({ schema: part.schema, path: [...path, ...part.path] });
    }
  }
}
