import { isObject, type JsonObject } from '../../model/value.ts';
import { type Dialect, scalarAt } from './dialect.ts';
import { rewriteSchema } from './rewrite.ts';

/** Names of types in Python, Java and JavaScript; `any` says nothing. */
const TYPES: ReadonlyMap<string, string | undefined> = new Map([
  ['dict', 'object'],
  ['hashmap', 'object'],
  ['float', 'number'],
  ['double', 'number'],
  ['int', 'integer'],
  ['long', 'integer'],
  ['short', 'integer'],
  ['byte', 'integer'],
  ['bool', 'boolean'],
  ['str', 'string'],
  ['char', 'string'],
  ['tuple', 'array'],
  ['list', 'array'],
  ['arraylist', 'array'],
  ['any', undefined],
]);

function toJsonSchema(schema: JsonObject): JsonObject {
  const result = { ...schema };
  const type = typeof result.type === 'string' ? result.type.toLowerCase() : undefined;
  if (type !== undefined) {
    const normal = TYPES.has(type) ? TYPES.get(type) : type;
    if (normal === undefined) delete result.type;
    else result.type = normal;
  }
  // On a list, the members are meant for its items.
  const members = result.enum;
  if (result.type === 'array' && Array.isArray(members) && !members.some(Array.isArray)) {
    delete result.enum;
    const items = isObject(result.items) ? result.items : {};
    result.items = items.enum === undefined ? { ...items, enum: members } : items;
  }
  return result.default === null ? nullable(result) : result;
}

/** There is no word for a parameter that may be null but its default: null where nothing is given. */
function nullable(schema: JsonObject): JsonObject {
  const { type, enum: members } = schema;
  return {
    ...schema,
    ...(typeof type === 'string' && { type: [type, 'null'] }),
    ...(Array.isArray(members) && { enum: [...members.filter((one) => one !== null), null] }),
  };
}

/** The Berkeley Function Calling Leaderboard's function documents. */
export const bfcl: Dialect = {
  id: 'bfcl',
  title: 'BFCL',
  matches: (tool) => scalarAt(tool, ['parameters', 'type']) === 'dict',
  body: [],
  input: [['parameters']],
  output: [['response']],
  withoutInput: 'no-arguments',
  normalise: (schema) => rewriteSchema(schema, new Map(), toJsonSchema),
};
