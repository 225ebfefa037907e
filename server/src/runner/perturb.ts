import { isObject, type Json, type JsonObject } from '../model/value.ts';
import { DISTRACTORS } from './distractors.ts';
import type { Offer, OfferedTool } from './offer.ts';

/** A change of the tools that means nothing to a good agent. The same seed makes the same change. */
interface Perturbation {
  /** What becomes of the tools, as a help text says it. */
  readonly summary: string;
  change(offer: Offer, random: () => number): Offer;
}

/** Every perturbation by its name on the command line. */
export const PERTURBATIONS = {
  'reorder-tools': {
    summary: 'the tools in another order, a new one each trial',
    change: (offer, random) =>
      offer
        .map((each) => ({ each, at: random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ each }) => each),
  },
  'extra-tools': {
    summary: 'a dozen tools more, of other trades',
    change: (offer) => {
      const taken = new Set(offer.map(({ tool }) => tool.name));
      return [...offer, ...DISTRACTORS.flatMap((tool) => (taken.has(tool.name) ? [] : { tool }))];
    },
  },
  'rename-arguments': {
    summary: 'order_id becomes orderId, orderId order_id, and city city_value',
    change: (offer) => offer.map(renameArguments),
  },
  'short-descriptions': {
    summary: 'the first sentence of each description, and none of arguments',
    change: (offer) => offer.map((each) => describe(each, firstSentence)),
  },
  'no-descriptions': {
    summary: 'names and types alone',
    change: (offer) => offer.map((each) => describe(each, () => undefined)),
  },
} as const satisfies Readonly<Record<string, Perturbation>>;

export type PerturbationName = keyof typeof PERTURBATIONS;

/** Makes several changes, one after the other. */
export const perturbed = (offer: Offer, names: readonly PerturbationName[], seed: number): Offer =>
  names.reduce<Offer>((now, name) => PERTURBATIONS[name].change(now, randomFrom(seed)), offer);

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Keywords that speak of arguments by name in places that are not renamed. */
const NAMES_ELSEWHERE = [
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
];

function renameArguments(each: OfferedTool): OfferedTool {
  const { inputSchema: schema } = each.tool;
  if (!isObject(schema) || !isObject(schema.properties)) return each;
  if (NAMES_ELSEWHERE.some((keyword) => schema[keyword] !== undefined)) return each;
  const properties = schema.properties;
  const before = Object.keys(properties);
  const now = new Map(before.map((name) => [name, restyled(name)]));
  // Two arguments that would become one keep their names.
  if (new Set(now.values()).size < before.length) return each;
  const named = (name: Json): Json => now.get(String(name)) ?? name;
  const inputSchema: JsonObject = {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [now.get(name)!, value]),
    ),
    ...(Array.isArray(schema.required) && { required: schema.required.map(named) }),
  };
  const args = new Map(before.map((name) => [now.get(name)!, each.args?.get(name) ?? name]));
  return { ...each, tool: { ...each.tool, inputSchema }, args };
}

/** A name in the other of two styles; one of a single word is made longer. */
function restyled(name: string): string {
  if (/_[a-z0-9]/.test(name)) {
    return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  }
  const snake = name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return snake === name ? `${name}_value` : snake;
}

const firstSentence = (text: string): string => /^[\s\S]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;

/** The tool with another description, or none, and none of its arguments. */
function describe(each: OfferedTool, change: (text: string) => string | undefined): OfferedTool {
  const { description, inputSchema, ...tool } = each.tool;
  const text = typeof description === 'string' ? change(description) : undefined;
  return {
    ...each,
    tool: {
      ...tool,
      ...(text !== undefined && { description: text }),
      ...(inputSchema !== undefined && { inputSchema: undescribed(inputSchema) }),
    } as OfferedTool['tool'],
  };
}

/** A schema without the descriptions of its properties, at any depth. */
function undescribed(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const { properties, items, description: _, ...rest } = schema;
  return {
    ...rest,
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [name, undescribed(value)]),
      ),
    }),
    ...(items !== undefined && { items: undescribed(items) }),
  };
}
