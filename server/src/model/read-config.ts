import { getEntry, toValue } from '../syntax/index.ts';
import type { MapNode, SegmentTree } from '../syntax/node.ts';
import type { Config, Gate } from './config.ts';
import { SEVERITIES, type Severity } from './finding.ts';
import type { Located } from './located.ts';
import {
  asBoolean,
  asNumber,
  asOneOf,
  asText,
  readItems,
  readKey,
  readList,
  readMap,
  readToolsSources,
} from './read-parts.ts';
import { CONSEQUENCES, type ToolPolicy } from './tool.ts';
import { isObject, type JsonObject } from './value.ts';

/** What each of these keys is where the configuration does not say otherwise (format.md). */
const WEIGHTS = { read: 1, write: 5, destructive: 25 };
const SCOREBOARD = { selection: 1, args: 1, end_to_end: 1, re_call: 0.5, quiet: 0.5 };
const REPLAY: readonly [string, JsonObject] = ['replay', { type: 'replay' }];

const NOTHING: MapNode = { kind: 'map', start: 0, end: 0, entries: [], flow: false };
const known = new WeakMap<SegmentTree, Map<string | undefined, Config>>();

/**
 * Reads `callsheet.config.yaml`, with the defaults of the format filled in; without a tree, a
 * configuration that says nothing. The runner `replay` is always there. The same tree and address give
 * the same object.
 */
export function readConfig(tree?: SegmentTree, uri?: string): Config {
  if (!tree) return read(undefined, uri);
  const byUri = known.get(tree) ?? new Map<string | undefined, Config>();
  known.set(tree, byUri);
  const config = byUri.get(uri) ?? read(tree, uri);
  byUri.set(uri, config);
  return config;
}

function read(tree: SegmentTree | undefined, uri: string | undefined): Config {
  const map = tree?.root?.kind === 'map' ? tree.root : NOTHING;
  const tools = getEntry(map, 'tools');
  const policies = readMap(map, 'policies')?.value ?? NOTHING;
  return {
    uri,
    tree,
    tools: tools && readToolsSources(tools.value),
    files: readFiles(map),
    policies: readPolicies(policies),
    policyNames: policies.entries.map(
      ({ key }): Located<string> => ({
        value: String(key.value),
        node: key,
        key,
      }),
    ),
    weights: numbersOver(WEIGHTS, map, 'weights'),
    rules: readRules(map),
    sensitiveDomains: textsUnder(readMap(map, 'sensitive')?.value, 'domains'),
    predicates: readKey(map, 'predicates', asText),
    errorPattern: readKey(readMap(map, 'traces')?.value ?? NOTHING, 'error_pattern', asText)?.value,
    runners: new Map([REPLAY, ...objectsUnder(map, 'runners')]),
    defaultRunner: readKey(map, 'default_runner', asText)?.value ?? REPLAY[0],
    servers: new Map(objectsUnder(map, 'servers')),
    sandbox: readKey(map, 'sandbox', asObject)?.value,
    results: readKey(map, 'results', asText)?.value,
    concurrency: Math.max(1, Math.trunc(readKey(map, 'concurrency', asNumber)?.value ?? 1)),
    gates: readGates(map),
    scoreboard: numbersOver(SCOREBOARD, map, 'scoreboard'),
  };
}

const asObject = (node: Parameters<typeof toValue>[0]): JsonObject | undefined => {
  const value = toValue(node);
  return isObject(value) ? value : undefined;
};

const textsUnder = (map: MapNode | undefined, key: string): readonly string[] =>
  (map && readList(map, key, asText)?.items.map((item) => item.value)) ?? [];

function objectsUnder(map: MapNode, key: string): (readonly [string, JsonObject])[] {
  return (readMap(map, key)?.value.entries ?? []).flatMap((entry) => {
    const value = asObject(entry.value);
    return value ? [[String(entry.key.value), value] as const] : [];
  });
}

function numbersOver<T extends Readonly<Record<string, number>>>(
  defaults: T,
  map: MapNode,
  key: string,
): T {
  const given = readMap(map, key)?.value ?? NOTHING;
  return Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [
      name,
      readKey(given, name, asNumber)?.value ?? value,
    ]),
  ) as unknown as T;
}

function readFiles(map: MapNode): Config['files'] {
  const files = readMap(map, 'files')?.value ?? NOTHING;
  return Object.fromEntries(
    ['case', 'golden', 'dataset', 'tools', 'trace']
      .map((kind) => [kind, textsUnder(files, kind)] as const)
      .filter(([, globs]) => globs.length > 0),
  );
}

function readPolicies(policies: MapNode): Config['policies'] {
  return new Map(
    policies.entries.flatMap(({ key, value }): [string, ToolPolicy][] =>
      value.kind === 'map'
        ? [
            [
              String(key.value),
              {
                consequence: readKey(value, 'consequence', asOneOf(CONSEQUENCES))?.value,
                idempotencyKey: readKey(value, 'idempotency_key', asText)?.value,
                idempotent: readKey(value, 'idempotent', asBoolean)?.value,
                weight: readKey(value, 'weight', asNumber)?.value,
              },
            ],
          ]
        : [],
    ),
  );
}

function readRules(map: MapNode): Config['rules'] {
  const severity = asOneOf<Severity | 'off'>([...SEVERITIES, 'off']);
  return new Map(
    (readMap(map, 'rules')?.value.entries ?? []).flatMap(
      ({ key, value }): [string, Severity | 'off'][] => {
        const level = severity(value);
        return level ? [[String(key.value), level]] : [];
      },
    ),
  );
}

/** `gates` of the configuration or of a dataset; a gate without a metric or a bound is left out. */
export function readGates(map: MapNode): readonly Gate[] {
  const list = getEntry(map, 'gates')?.value;
  if (!list) return [];
  return readItems(list, (node): Gate | undefined => {
    if (node.kind !== 'map') return undefined;
    const metric = readKey(node, 'metric', asText)?.value;
    const min = readKey(node, 'min', asNumber)?.value;
    const max = readKey(node, 'max', asNumber)?.value;
    if (metric === undefined || (min === undefined && max === undefined)) return undefined;
    const where = readMap(node, 'where')?.value.entries.flatMap(({ key, value }) => {
      const text = asText(value);
      return text === undefined ? [] : [[String(key.value), text] as const];
    });
    return {
      metric,
      min,
      max,
      k: readKey(node, 'k', asNumber)?.value,
      where: where && Object.fromEntries(where),
    };
  }).map((gate) => gate.value);
}
