import { createToolSchema } from '../manifest/schema.ts';
import type { Config } from '../model/config.ts';
import type { Tool, ToolAnnotations, ToolSchema, Toolset } from '../model/tool.ts';
import { consequenceOf, indexNames } from '../model/toolset.ts';
import type { JsonObject } from '../model/value.ts';

export interface ToolSpec {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: JsonObject | boolean;
  readonly outputSchema?: JsonObject;
  readonly annotations?: ToolAnnotations;
  readonly deprecated?: boolean;
  readonly alias?: string;
}

const TREE = { text: '', root: null, problems: [] };

const toolOf = ({ deprecated = false, ...spec }: ToolSpec): Tool => ({
  ...spec,
  deprecated,
  uri: 'test:/a.tools.json',
  place: { tree: TREE, start: 0, end: 0, uri: 'test:/a.tools.json' },
});

const schemas = new Map<JsonObject | boolean, ToolSchema | null>();

/** The schema, compiled once for all tests that share it. */
function schemaOf(schema: JsonObject | boolean | undefined): ToolSchema | null {
  if (schema === undefined) return null;
  const made = schemas.get(schema) ?? createToolSchema(schema);
  schemas.set(schema, made);
  return made;
}

/** The toolset of a manifest that lists these tools; incomplete where none are given. */
export function toolsetOf(
  specs: readonly ToolSpec[] | undefined,
  { policies }: Pick<Config, 'policies'>,
  complete = specs !== undefined,
): Toolset {
  const tools = (specs ?? []).map(toolOf);
  const { find, same } = indexNames(tools);
  const policy = (name: string) => policies.get(find(name)?.name ?? name) ?? {};
  return {
    tools,
    complete,
    find,
    same,
    policy,
    schema: (name) => schemaOf(find(name)?.inputSchema),
    outputSchema: (name) => schemaOf(find(name)?.outputSchema),
    consequence: (name) => consequenceOf(find(name), policy(name)),
  };
}

const text = { type: 'string' };

/** A small manifest that most tests share. */
export const TRAVEL: readonly ToolSpec[] = [
  {
    name: 'search_flights',
    annotations: { readOnlyHint: true },
    inputSchema: {
      type: 'object',
      properties: {
        origin: text,
        dest: text,
        date: { type: 'string', format: 'date' },
        limit: { type: 'integer', default: 10, maximum: 50 },
      },
      required: ['origin', 'dest'],
    },
    outputSchema: {
      type: 'object',
      properties: {
        results: {
          type: 'array',
          items: {
            type: 'object',
            properties: { id: text, price: { type: 'number' } },
            additionalProperties: false,
          },
        },
      },
      additionalProperties: false,
    },
  },
  {
    name: 'book_flight',
    annotations: { readOnlyHint: false },
    inputSchema: {
      type: 'object',
      properties: {
        flight_id: text,
        seats: { type: 'integer', minimum: 1 },
        cabin: { enum: ['economy', 'business'] },
        passengers: {
          type: 'array',
          items: {
            type: 'object',
            properties: { name: text, age: { type: 'integer' } },
            required: ['name'],
          },
        },
      },
      required: ['flight_id', 'seats'],
    },
  },
  {
    name: 'send_payment',
    annotations: { destructiveHint: true },
    inputSchema: {
      type: 'object',
      properties: {
        amount: { type: 'number' },
        recipient: text,
        memo: text,
        requestId: text,
        idempotency_key: text,
      },
      required: ['amount', 'recipient'],
    },
  },
  {
    name: 'old_search',
    deprecated: true,
    inputSchema: { type: 'object', additionalProperties: true },
  },
  { name: 'bash' },
];
