/** Lenient readers of the parts that several file kinds share: what has the wrong shape is left out. */

import { fitted, getEntry, toValue } from '../syntax/index.ts';
import type { Entry, MapNode, Node, SegmentTree } from '../syntax/node.ts';
import { ARGS_MODES, CALL_MODES, COMPARISONS, EXTRA_CALLS } from './expectation.ts';
import type { Located, LocatedList, MatchNode, SubjectNode, ToolsSource } from './located.ts';
import type { Json } from './value.ts';

export type Read<T> = (node: Node) => T | undefined;

export const asText: Read<string> = (node) =>
  node.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;

export const asNumber: Read<number> = (node) =>
  node.kind === 'scalar' && typeof node.value === 'number' ? node.value : undefined;

export const asInteger: Read<number> = (node) => {
  const value = asNumber(node);
  return Number.isInteger(value) ? value : undefined;
};

export const asBoolean: Read<boolean> = (node) =>
  node.kind === 'scalar' && typeof node.value === 'boolean' ? node.value : undefined;

export const asOneOf =
  <T extends string>(values: readonly T[]): Read<T> =>
  (node) =>
    values.find((value) => value === asText(node));

/** The value of a key, where it has the wanted type. */
export function readKey<T>(map: MapNode, key: string, read: Read<T>): Located<T> | undefined {
  const entry = getEntry(map, key);
  if (!entry) return undefined;
  const value = read(entry.value);
  return value === undefined ? undefined : { value, node: entry.value, key: entry.key };
}

/** Any JSON under a key, `null` included. */
export const readJson = (map: MapNode, key: string): Located<Json> | undefined =>
  readKey(map, key, toValue);

/** The items of a list that have the wanted type. */
export function readItems<T>(node: Node, read: Read<T>): readonly Located<T>[] {
  if (node.kind !== 'seq') return [];
  const items = node.items.flatMap((item) => {
    const value = read(item);
    return value === undefined ? [] : [{ value, node: item }];
  });
  return fitted(items);
}

export function readList<T>(map: MapNode, key: string, read: Read<T>): LocatedList<T> | undefined {
  const entry = getEntry(map, key);
  if (entry?.value.kind !== 'seq') return undefined;
  return { key: entry.key, node: entry.value, items: readItems(entry.value, read) };
}

/** A text or a list of texts under a key. */
export function readTexts(map: MapNode, key: string): readonly Located<string>[] {
  const entry = getEntry(map, key);
  if (!entry) return [];
  const value = asText(entry.value);
  return value === undefined
    ? readItems(entry.value, asText)
    : [{ value, node: entry.value, key: entry.key }];
}

/** The entry of a key whose value is a mapping. */
export function readMap(map: MapNode, key: string): (Entry & { value: MapNode }) | undefined {
  const entry = getEntry(map, key);
  return entry?.value.kind === 'map' ? { ...entry, value: entry.value } : undefined;
}

/** Keys that only a tool written out has: they tell a list of tools from a list of paths. */
const TOOL_KEYS = [
  'name',
  'type',
  'function',
  'functionDeclarations',
  'function_declarations',
  'toolSpec',
  'inputSchema',
  'input_schema',
  'parameters',
];

/** Whether the value of `tools` is a list of tools written inline, not of manifests. */
export function isInlineTools(node: Node): boolean {
  return (
    node.kind === 'seq' &&
    node.items.some(
      (item) =>
        item.kind === 'map' &&
        getEntry(item, 'path') === undefined &&
        TOOL_KEYS.some((key) => getEntry(item, key) !== undefined),
    )
  );
}

/** The manifests that a value of `tools` names, in order. */
export function readToolsSources(node: Node): readonly ToolsSource[] {
  if (node.kind === 'seq') {
    if (isInlineTools(node)) return [{ kind: 'inline', node }];
    return node.items.flatMap((item) => (item.kind === 'seq' ? [] : readToolsSources(item)));
  }
  if (node.kind === 'map') {
    const path = readKey(node, 'path', asText);
    return path ? [{ kind: 'path', path, alias: readKey(node, 'alias', asText) }] : [];
  }
  const value = asText(node);
  return value === undefined ? [] : [{ kind: 'path', path: { value, node } }];
}

/** `match` of a case, golden, dataset or call. */
export function readMatch(map: MapNode): MatchNode | undefined {
  const entry = readMap(map, 'match');
  if (!entry) return undefined;
  const { key, value: node } = entry;
  return {
    key,
    node,
    calls: readKey(node, 'calls', asOneOf(CALL_MODES)),
    args: readKey(node, 'args', asOneOf(ARGS_MODES)),
    extraCalls: readKey(node, 'extra_calls', asOneOf(EXTRA_CALLS)),
    compare: readKey(node, 'compare', asOneOf(COMPARISONS)),
    ignoreArgs: readList(node, 'ignore_args', asText),
  };
}

/** The keys that cases, goldens and datasets share. */
export function readSubject(tree: SegmentTree, node: MapNode): SubjectNode {
  const tools = getEntry(node, 'tools');
  const digest = readMap(node, 'tools_digest');
  return {
    tree,
    node,
    title: readKey(node, 'title', asText),
    userMessage: readKey(node, 'user_message', asText),
    messages: readKey(node, 'messages', (value) =>
      value.kind === 'seq' ? toValue(value) : undefined,
    ),
    tools: tools && {
      key: tools.key,
      node: tools.value,
      sources: readToolsSources(tools.value),
    },
    toolsDigest: digest && {
      key: digest.key,
      node: digest.value,
      digests: digest.value.entries.flatMap(({ key, value }) => {
        const text = asText(value);
        return text === undefined ? [] : [{ value: text, node: value, key }];
      }),
    },
  };
}

/** Keeps what a reader made of a node, for as long as the node lives. */
export function memoized<T>(
  read: (tree: SegmentTree, node: MapNode) => T,
): (tree: SegmentTree, node?: Node | null) => T | undefined {
  const known = new WeakMap<Node, T>();
  return (tree, node = tree.root) => {
    if (node?.kind !== 'map') return undefined;
    const before = known.get(node);
    if (before !== undefined) return before;
    const made = read(tree, node);
    known.set(node, made);
    return made;
  };
}
