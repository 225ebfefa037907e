import { createToolset, type Manifest, readManifest } from '../manifest/index.ts';
import type { Config } from '../model/config.ts';
import type { ToolAnnotations, Toolset } from '../model/tool.ts';
import type { JsonObject } from '../model/value.ts';
import { parseFile } from '../syntax/index.ts';

export interface ToolSpec {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: JsonObject | boolean;
  readonly outputSchema?: JsonObject;
  readonly annotations?: ToolAnnotations;
  readonly deprecated?: boolean;
  readonly alias?: string;
}

const manifests = new WeakMap<readonly ToolSpec[], Manifest[]>();

/** A manifest for each tool, so that each may have its own alias. */
function manifestsOf(specs: readonly ToolSpec[]): readonly Manifest[] {
  const known = manifests.get(specs);
  if (known) return known;
  const made = specs.map(({ alias: _, ...tool }) => {
    const file = parseFile(JSON.stringify({ tools: [tool] }), 'json');
    const documents = file.documents.map(({ frame }) => frame.tree);
    return readManifest({ uri: 'test:/a.tools.json', documents });
  });
  manifests.set(specs, made);
  return made;
}

/** The toolset of manifests that list these tools; incomplete where none are given. */
export function toolsetOf(
  specs: readonly ToolSpec[] = [],
  { policies }: Pick<Config, 'policies'>,
  complete: boolean,
): Toolset {
  const parts = manifestsOf(specs).map((manifest, i) => ({ manifest, alias: specs[i]?.alias }));
  return createToolset(parts, policies, complete);
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
