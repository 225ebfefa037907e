import type { JsonObject } from '../../model/value.ts';
import { type Dialect, has, scalarAt } from './dialect.ts';
import { rewriteSchema } from './rewrite.ts';

const LISTS = ['functionDeclarations', 'function_declarations'];

const LIMITS = [
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
  'minimum',
  'maximum',
];

const SNAKE_CASE: ReadonlyMap<string, string> = new Map(
  [...LIMITS, 'anyOf', 'propertyOrdering'].map((name) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    name,
  ]),
);

/** Types in capitals, limits as text, `nullable` and a `format` for enumerations become JSON Schema. */
function toJsonSchema(schema: JsonObject): JsonObject {
  const { nullable, format, ...result } = schema;
  if (format !== undefined && format !== 'enum') result.format = format;
  if (typeof result.type === 'string') result.type = result.type.toLowerCase();
  if (result.type === 'type_unspecified') delete result.type;
  for (const limit of LIMITS) {
    const value = result[limit];
    if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))) {
      result[limit] = Number(value);
    }
  }
  if (nullable === true) {
    if (typeof result.type === 'string') result.type = [result.type, 'null'];
    if (Array.isArray(result.enum)) result.enum = [...result.enum, null];
    if (Array.isArray(result.anyOf)) result.anyOf = [...result.anyOf, { type: 'null' }];
  }
  return result;
}

export const gemini: Dialect = {
  id: 'gemini',
  title: 'Gemini',
  matches: (tool, container) => {
    const type = scalarAt(tool, ['parameters', 'type']);
    return (
      (container !== undefined && LISTS.includes(container)) ||
      has(tool, 'parametersJsonSchema') ||
      (typeof type === 'string' && /^[A-Z]+$/.test(type))
    );
  },
  body: [],
  input: [['parameters'], ['parametersJsonSchema'], ['parameters_json_schema']],
  output: [['response'], ['responseJsonSchema'], ['response_json_schema']],
  withoutInput: 'no-arguments',
  normalise: (schema) => rewriteSchema(schema, SNAKE_CASE, toJsonSchema),
};
