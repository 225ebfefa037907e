import { getEntry, toValue } from '../syntax/index.ts';
import type { Entry, MapNode, Node } from '../syntax/node.ts';
import { COMPARISONS } from './expectation.ts';
import { equalJson } from './json-text.ts';
import type { MatcherNode } from './located.ts';
import { asBoolean, asNumber, asOneOf, asText, readKey, readTexts } from './read-parts.ts';
import { isObject, type Json, type JsonObject } from './value.ts';

/** At least one of these makes a mapping a matcher. */
export const DECIDING_KEYS = ['allowed', 'from_call', 'from_user', 'predicate'] as const;
/** These say more of a matcher, and make none. */
export const MODIFIER_KEYS = ['path', 'optional', 'compare', 'tolerance'] as const;

const deciding = new Set<string>(DECIDING_KEYS);
const modifiers = new Set<string>(MODIFIER_KEYS);

/** The subschema at a path inside an argument, from its value down; undefined where not known. */
export type SchemaAt = (path: readonly (string | number)[]) => JsonObject | boolean | undefined;

const plain = new WeakMap<Node, MatcherNode>();

/**
 * Tells what an argument's value is: a matcher, a literal, or a literal with matchers inside (format.md,
 * "A matcher"). A part whose shape is wrong is left out of a matcher.
 *
 * @param schemaAt the argument's own schema: a mapping all of whose keys are properties there is a
 *   literal, whatever the keys are called.
 */
export function readMatcher(node: Node, schemaAt?: SchemaAt): MatcherNode {
  if (schemaAt) return read(node, [], schemaAt, false);
  const before = plain.get(node);
  if (before) return before;
  const made = read(node, [], () => undefined, false);
  plain.set(node, made);
  return made;
}

function read(
  node: Node,
  path: readonly (string | number)[],
  schemaAt: SchemaAt,
  inside: boolean,
): MatcherNode {
  if (node.kind === 'scalar') return { kind: 'literal', node };
  if (node.kind === 'seq') {
    const children = node.items.map((item, i) => read(item, [...path, i], schemaAt, true));
    return children.every((child) => child.kind === 'literal')
      ? { kind: 'literal', node }
      : { kind: 'list', node, children };
  }
  const form = formOf(node, inside);
  if (form.kind !== 'literal' && !isDescribed(node, path, schemaAt)) {
    return form.kind === 'matcher' ? readParts(node) : { kind: 'mixed', node, at: form.at.key };
  }
  const children = node.entries.map((entry) => ({
    entry,
    matcher: read(entry.value, [...path, String(entry.key.value)], schemaAt, true),
  }));
  return children.every((child) => child.matcher.kind === 'literal')
    ? { kind: 'literal', node }
    : { kind: 'object', node, children };
}

type Form =
  | { readonly kind: 'matcher' }
  | { readonly kind: 'literal' }
  | { readonly kind: 'mixed'; readonly at: Entry };

/** What a mapping's keys make of it. Inside a literal there is no mixed form. */
function formOf(node: MapNode, inside: boolean): Form {
  let foreign: Entry | undefined;
  let modifier: Entry | undefined;
  let decides = false;
  for (const entry of node.entries) {
    const key = String(entry.key.value);
    if (deciding.has(key)) decides = true;
    else if (modifiers.has(key)) modifier ??= entry;
    else if (!key.startsWith('x-')) foreign ??= entry;
  }
  if (decides && !foreign) return { kind: 'matcher' };
  if (inside) return { kind: 'literal' };
  if (decides) return { kind: 'mixed', at: foreign! };
  return modifier && !foreign ? { kind: 'mixed', at: modifier } : { kind: 'literal' };
}

/** A name that no schema gives a property. */
const UNHEARD_OF = '\u0000';

/**
 * Whether a schema has properties by the names of all the keys of a mapping: written in it, or behind a
 * reference, where what it says of the key is more than what it says of any key.
 */
function isDescribed(
  node: MapNode,
  path: readonly (string | number)[],
  schemaAt: SchemaAt,
): boolean {
  const schema = schemaAt(path);
  if (!isObject(schema)) return false;
  const other = schemaAt([...path, UNHEARD_OF]);
  return node.entries.every(({ key }) => {
    const name = String(key.value);
    if (hasProperty(schema, name, 0)) return true;
    const own = schemaAt([...path, name]);
    return own !== undefined && (other === undefined || !equalJson(own, other));
  });
}

function hasProperty(schema: Json, name: string, depth: number): boolean {
  if (!isObject(schema) || depth > 8) return false;
  const { properties } = schema;
  if (isObject(properties) && Object.hasOwn(properties, name)) return true;
  return ['allOf', 'anyOf', 'oneOf'].some((keyword) => {
    const parts = schema[keyword];
    return Array.isArray(parts) && parts.some((part) => hasProperty(part, name, depth + 1));
  });
}

function readParts(node: MapNode): MatcherNode {
  const allowed = getEntry(node, 'allowed');
  const from = getEntry(node, 'from_call');
  const refs = readTexts(node, 'from_call');
  return {
    kind: 'matcher',
    node,
    allowed: allowed?.value.kind === 'seq' ? { key: allowed.key, node: allowed.value } : undefined,
    fromCall: from && refs.length > 0 ? { key: from.key, refs } : undefined,
    path: readKey(node, 'path', asText),
    fromUser: readKey(node, 'from_user', asBoolean),
    predicate: readKey(node, 'predicate', (value): string | Json | undefined =>
      value.kind === 'map' ? toValue(value) : (asText(value) ?? asBoolean(value)),
    ),
    optional: readKey(node, 'optional', asBoolean),
    compare: readKey(node, 'compare', asOneOf(COMPARISONS)),
    tolerance: readKey(node, 'tolerance', asNumber),
  };
}
