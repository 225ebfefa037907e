/** The published JSON Schemas, generated from the models, for editors that know nothing else of the format. */
import * as z from 'zod';
import { DECIDING_KEYS, MODIFIER_KEYS } from '../read-matcher.ts';
import { factsOf } from './dsl.ts';
import { SCHEMAS } from './index.ts';
import { manifestSchema } from './manifest.ts';
import { matcherSchema } from './matcher.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

const OWN_KEYS = { '^x-': {} };
const ref = (name: string): JsonSchema => ({ $ref: `#/definitions/${name}` });
const anyRequired = (keys: readonly string[]): JsonSchema => ({
  anyOf: keys.map((key) => ({ required: [key] })),
});
const onlyKeys = (keys: readonly string[]): JsonSchema => ({
  propertyNames: { anyOf: [{ enum: [...keys] }, { pattern: '^x-' }] },
});

/**
 * An argument's value. A union would accept every typo as a literal, so that conditions decide: any of
 * the deciding keys makes a matcher; modifiers alone are an error, but inside a literal.
 */
const argumentDefinitions = (): Record<string, JsonSchema> => ({
  argument: {
    description: 'A literal, or a matcher.',
    if: { type: 'object', ...anyRequired(DECIDING_KEYS) },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: ref('matcher'),
    else: {
      if: { type: 'object', ...onlyKeys(MODIFIER_KEYS), ...anyRequired(MODIFIER_KEYS) },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { description: 'Modifiers alone make no matcher.', not: {} },
      else: ref('literal'),
    },
  },
  literal: {
    description: 'Compared as it stands, but for the matchers inside.',
    additionalProperties: ref('inside'),
    items: ref('inside'),
  },
  inside: {
    if: {
      type: 'object',
      ...onlyKeys([...DECIDING_KEYS, ...MODIFIER_KEYS]),
      ...anyRequired(DECIDING_KEYS),
    },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: ref('matcher'),
    else: ref('literal'),
  },
  matcher: withoutDialect(generate(matcherSchema)),
});

function withoutDialect({ $schema: _, ...rest }: JsonSchema): JsonSchema {
  return rest;
}

function generate(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    target: 'draft-7',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => addFacts(zodSchema, jsonSchema as JsonSchema),
  }) as JsonSchema;
}

/** Adds what zod's own conversion cannot know. */
function addFacts(schema: z.core.$ZodType, json: JsonSchema): void {
  const { argument, exclusive = [], oneOf = [], open } = factsOf(schema);
  if (argument) Object.assign(json, ref('argument'));
  if (schema._zod.def.type !== 'object') return;
  if (!open) json.patternProperties = OWN_KEYS;
  const conditions = [
    ...exclusive.flatMap(pairs).map((pair): JsonSchema => ({ not: { required: pair } })),
    ...oneOf.map(anyRequired),
  ];
  if (conditions.length > 0) json.allOf = [...(json.allOf ?? []), ...conditions];
}

const pairs = (keys: readonly string[]): string[][] =>
  keys.flatMap((key, i) => keys.slice(i + 1).map((other) => [key, other]));

const PUBLISHED = [
  ['case', 'Callsheet case', SCHEMAS.case],
  ['golden', 'Callsheet golden trajectory', SCHEMAS.golden],
  ['dataset', 'Callsheet dataset', SCHEMAS.dataset],
  ['config', 'Callsheet configuration', SCHEMAS.config],
  ['trace', 'Callsheet trace, native form', SCHEMAS.trace],
  ['tools', 'Tool manifest', manifestSchema],
] as const;

/** File name to JSON Schema (draft-07, which every editor knows). */
export function publishedSchemas(): ReadonlyMap<string, JsonSchema> {
  return new Map(
    PUBLISHED.map(([name, title, model]) => {
      const { $schema, definitions, ...rest } = generate(model);
      const used = JSON.stringify(rest).includes('"#/definitions/argument"');
      const all = {
        ...(definitions as object | undefined),
        ...(used ? argumentDefinitions() : {}),
      };
      const schema: JsonSchema = { $schema, title, ...rest };
      if (Object.keys(all).length > 0) schema.definitions = all;
      return [`${name}.schema.json`, schema];
    }),
  );
}

/** A schema as its file holds it. */
export const schemaText = (schema: JsonSchema): string => `${JSON.stringify(schema, null, 2)}\n`;
