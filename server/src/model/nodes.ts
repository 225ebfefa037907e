/** Small questions to ask of nodes. */
import type { Entry, MapNode, Node } from '../syntax/node.ts';
import { setOwn } from './json-text.ts';
import type { Json, JsonObject } from './value.ts';

/** The entry that counts for a key: of several the last. */
export function getEntry(map: MapNode, key: string): Entry | undefined {
  return map.entries.findLast((entry) => String(entry.key.value) === key);
}

/** The JSON value of a node. */
export function toValue(node: Node): Json {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'seq') return node.items.map(toValue);
  const object: JsonObject = {};
  for (const { key, value } of node.entries) setOwn(object, String(key.value), toValue(value));
  return object;
}
