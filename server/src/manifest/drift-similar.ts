import { distance } from 'fastest-levenshtein';
import { canonicalJson, equalJson } from '../model/json-text.ts';
import type { ToolDefinition } from '../model/tool.ts';
import { isObject, type Json } from '../model/value.ts';

/** Longer texts are compared by their beginning. */
const MAX_TEXT = 300;
/** How alike two definitions must be for one to be the other under a new name. */
const SAME_TOOL = 0.7;
/** How alike two arguments must be, beside having the same type. */
const SAME_ARGUMENT = 0.5;

/** How alike two texts are: 1 for the same, 0 for nothing in common. */
export function textLikeness(a: string, b: string): number {
  if (a === b) return 1;
  const [left, right] = [a, b].map((text) => text.slice(0, MAX_TEXT).toLowerCase()) as [
    string,
    string,
  ];
  return 1 - distance(left, right) / Math.max(left.length, right.length, 1);
}

const propertiesOf = (schema: ToolDefinition['input_schema']): Readonly<Record<string, Json>> =>
  isObject(schema) && isObject(schema.properties) ? schema.properties : {};

function overlap(a: readonly string[], b: readonly string[]): number {
  const shared = a.filter((name) => b.includes(name)).length;
  return shared / Math.max(1, new Set([...a, ...b]).size);
}

/**
 * How alike two tools are whatever their names: mostly by their arguments and descriptions, a little by
 * the name. Two tools without arguments have nothing in common by that alone; two that say and take the same
 * are the same.
 */
function toolLikeness(a: ToolDefinition, b: ToolDefinition): number {
  const [left, right] = [a, b].map((tool) => Object.keys(propertiesOf(tool.input_schema)));
  const noArguments = left!.length === 0 && right!.length === 0;
  const described = a.description !== undefined && b.description !== undefined;
  const { description, input_schema: schema = {} } = a;
  if (described && description === b.description && equalJson(schema, b.input_schema ?? {}))
    return 1;
  const args = noArguments ? 0.5 : overlap(left!, right!);
  const words = described ? textLikeness(a.description!, b.description!) : 0.5;
  return 0.5 * args + 0.35 * words + 0.15 * textLikeness(a.name, b.name);
}

/** The candidate that is most probably the tool under a new name; undefined where none clearly is. */
export function renamedTool(
  tool: ToolDefinition,
  candidates: Iterable<ToolDefinition>,
): ToolDefinition | undefined {
  const [best, second] = [...candidates]
    .map((candidate) => ({ candidate, score: toolLikeness(tool, candidate) }))
    .sort((a, b) => b.score - a.score);
  if (!best || best.score < SAME_TOOL) return undefined;
  return second && best.score - second.score < 0.02 ? undefined : best.candidate;
}

/** A property that only one of two schemas has. */
export interface LoneProperty {
  readonly name: string;
  readonly schema: Json;
  readonly required: boolean;
}

const typeText = ({ schema }: LoneProperty): string =>
  canonicalJson(isObject(schema) ? (schema.type ?? null) : null);

const descriptionOf = ({ schema }: LoneProperty): string =>
  isObject(schema) && typeof schema.description === 'string' ? schema.description : '';

function propertyLikeness(a: LoneProperty, b: LoneProperty): number {
  const [left, right] = [descriptionOf(a), descriptionOf(b)];
  const words = left || right ? textLikeness(left, right) : 0;
  return Math.max(words, textLikeness(a.name, b.name));
}

/**
 * Pairs the properties that went with those that came, where one is the other under a new name: they have
 * the same type, and their names or descriptions are alike or no other of either could be meant.
 *
 * @returns new names by old
 */
export function renamedProperties(
  gone: readonly LoneProperty[],
  come: readonly LoneProperty[],
): ReadonlyMap<string, string> {
  const alone = gone.length === 1 && come.length === 1 && gone[0]!.required === come[0]!.required;
  const pairs = gone
    .flatMap((a) => come.map((b) => ({ a, b, score: alone ? 1 : propertyLikeness(a, b) })))
    .filter(({ a, b, score }) => score >= SAME_ARGUMENT && typeText(a) === typeText(b))
    .sort((a, b) => b.score - a.score);
  const renamed = new Map<string, string>();
  const taken = new Set<string>();
  for (const { a, b } of pairs) {
    if (renamed.has(a.name) || taken.has(b.name)) continue;
    renamed.set(a.name, b.name);
    taken.add(b.name);
  }
  return renamed;
}
