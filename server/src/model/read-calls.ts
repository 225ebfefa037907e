import { getEntry } from '../syntax/index.ts';
import type { MapNode } from '../syntax/node.ts';
import type { CallNode, TrajectoryNode } from './located.ts';
import {
  asBoolean,
  asInteger,
  asText,
  readJson,
  readKey,
  readMap,
  readMatch,
  readTexts,
} from './read-parts.ts';

/** The expected calls under `calls`; an item that is no mapping is left out, and counts for no index. */
export function readTrajectory(map: MapNode): TrajectoryNode | undefined {
  const entry = getEntry(map, 'calls');
  if (entry?.value.kind !== 'seq') return undefined;
  const calls = entry.value.items.filter((item) => item.kind === 'map').map(readCall);
  return { key: entry.key, node: entry.value, calls };
}

function readCall(node: MapNode, index: number): CallNode {
  const args = readMap(node, 'args');
  const fails = readMap(node, 'fails');
  return {
    index,
    node,
    id: readKey(node, 'id', asText),
    name: readKey(node, 'name', asText),
    args: args && { key: args.key, node: args.value },
    arguments: args?.value.entries.map((entry) => ({ name: String(entry.key.value), entry })) ?? [],
    group: readKey(node, 'group', asInteger),
    turn: readKey(node, 'turn', asInteger),
    after: readTexts(node, 'after'),
    hasAfter: getEntry(node, 'after') !== undefined,
    optional: readKey(node, 'optional', asBoolean)?.value ?? false,
    returns: readJson(node, 'returns'),
    fails: fails && { key: fails.key, node: fails.value },
    idempotencyKey: readKey(node, 'idempotency_key', asText),
    match: readMatch(node),
  };
}
