import { getEntry, type MapNode } from '../syntax/index.ts';
import type { OutcomeNode, StateNode } from './located.ts';
import { readTrajectory } from './read-calls.ts';
import {
  asBoolean,
  asInteger,
  asText,
  type Read,
  readJson,
  readKey,
  readList,
  readMap,
  readMatch,
} from './read-parts.ts';

function readState(map: MapNode): StateNode | undefined {
  const entry = readMap(map, 'state');
  if (!entry) return undefined;
  const { key, value: node } = entry;
  const money = getEntry(node, 'money')?.value;
  return {
    key,
    node,
    ignore: readList(node, 'ignore', asText)?.items ?? [],
    ordered: readList(node, 'ordered', asText)?.items ?? [],
    money:
      money?.kind === 'seq'
        ? money.items.flatMap((item) => {
            if (item.kind !== 'map') return [];
            const path = readKey(item, 'path', asText);
            const exponent = readKey(item, 'exponent', asInteger);
            return path && exponent ? [{ path, exponent: exponent.value }] : [];
          })
        : [],
    subset: readKey(node, 'subset', asBoolean)?.value ?? false,
  };
}

const asFact: Read<readonly string[]> = (node) => {
  const text = asText(node);
  if (text !== undefined) return [text];
  const any = node.kind === 'map' ? readList(node, 'any', asText)?.items : undefined;
  return any && any.length > 0 ? any.map((item) => item.value) : undefined;
};

/** What `expected` and a golden trajectory have in common. */
export function readOutcome(map: MapNode): OutcomeNode {
  return {
    trajectory: readTrajectory(map),
    match: readMatch(map),
    finalState: readJson(map, 'final_state'),
    state: readState(map),
    mustMention: readList(map, 'must_mention', asFact),
  };
}
