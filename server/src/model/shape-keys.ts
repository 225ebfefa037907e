/** What can be wrong with the keys of a mapping. */
import { say } from '../l10n/say.ts';
import type { Entry, MapNode, Node, Path, Span } from '../syntax/node.ts';
import { factsOf } from './schema/dsl.ts';
import { formOf, isRequired, type ObjectSchema, type Schema, unwrap } from './schema/inspect.ts';
import type { ShapeProblem } from './shape.ts';
import { near } from './suggest.ts';
import type { JsonObject } from './value.ts';

/** A mapping on the way from the root to the one that is checked. */
export interface Level {
  readonly schema: ObjectSchema;
  readonly node: MapNode;
  readonly path: Path;
  /** How a message names the mapping. */
  readonly label: string;
}

const spanOf = ({ start, end }: Span): Span => ({ start, end });

export const keyName = (entry: Entry): string => String(entry.key.value);

const shapeOf = (schema: ObjectSchema): ReadonlyMap<string, Schema> => {
  const form = formOf(schema);
  return form.kind === 'object' ? form.keys : new Map();
};

/**
 * All faults of a mapping's keys; the values are checked elsewhere.
 *
 * @param ownerOf the tool whose argument a key of a call is
 */
export function keyProblems(
  level: Level,
  above: readonly Level[],
  ownerOf: (key: string) => string | undefined,
): ShapeProblem[] {
  const unknown = unknownKeys(level, above, ownerOf);
  return [...unknown, ...missingKeys(level, unknown), ...exclusiveKeys(level)];
}

function unknownKeys(
  level: Level,
  above: readonly Level[],
  ownerOf: (key: string) => string | undefined,
): ShapeProblem[] {
  if (factsOf(level.schema).open) return [];
  const keys = shapeOf(level.schema);
  return level.node.entries.flatMap((entry): ShapeProblem[] => {
    const key = keyName(entry);
    if (keys.has(key) || key.startsWith('x-') || key === '') return [];
    const problem = {
      code: 'unknown-key',
      path: [...level.path, key],
      span: spanOf(entry.key),
    } as const;
    const tool = ownerOf(key);
    if (tool !== undefined) {
      const message = say`\`${key}\` is an argument of \`${tool}\`: it belongs under \`args\``;
      const moveTo = { path: [...level.path, 'args'], item: false };
      return [{ ...problem, message, data: { key, nearest: [], moveTo, under: 'args' } }];
    }
    const home = findHome(key, level, above);
    const nearest = home ? [] : near(key, keys.keys());
    const data: JsonObject = { key, nearest };
    if (home) data.moveTo = { path: [...home.path], item: home.item };
    const hint = home
      ? say`\`${key}\` belongs in ${home.label}`
      : say`unknown key \`${key}\` in ${level.label}${nearest[0] === undefined ? '' : say`; did you mean \`${nearest[0]}\`?`}`;
    return [{ ...problem, message: hint, data }];
  });
}

interface Home {
  readonly path: Path;
  readonly label: string;
  /** The home is an item of the list at the path. */
  readonly item: boolean;
}

/** The mapping above, or one level below, that knows a key. */
function findHome(key: string, level: Level, above: readonly Level[]): Home | undefined {
  const up = above.findLast((each) => shapeOf(each.schema).has(key));
  if (up) return { path: up.path, label: say`${up.label}, further out`, item: false };
  for (const [name, schema] of shapeOf(level.schema)) {
    const below = objectsIn(unwrap(schema), false).find((each) => shapeOf(each.schema).has(key));
    if (below) {
      const label = below.item ? say`an item of \`${name}\`` : `\`${name}\``;
      return { path: [...level.path, name], label, item: below.item };
    }
  }
  return undefined;
}

function objectsIn(schema: Schema, item: boolean): { schema: ObjectSchema; item: boolean }[] {
  const form = formOf(schema);
  if (form.kind === 'object') return factsOf(schema).open ? [] : [{ schema: form.schema, item }];
  if (form.kind === 'array') return objectsIn(unwrap(form.item), true);
  if (form.kind === 'union') return form.options.flatMap((option) => objectsIn(option, item));
  return [];
}

/** A missing key stands on the first key of its mapping; an empty mapping has only itself. */
const firstKey = (node: MapNode): Span => node.entries[0]?.key ?? node;

function missingKeys({ schema, node, path }: Level, unknown: ShapeProblem[]): ShapeProblem[] {
  const has = (key: string): boolean => node.entries.some((entry) => keyName(entry) === key);
  /** A misspelt key is no missing one. */
  const misspelt = (key: string): boolean =>
    unknown.some(({ data }) => Array.isArray(data?.nearest) && data.nearest.includes(key));
  return requiredBy(schema)
    .groups.filter((group) => !group.some((key) => has(key) || misspelt(key)))
    .map((group) => ({
      code: 'missing-key',
      path,
      span: spanOf(firstKey(node)),
      message: say`${group.map((key) => `\`${key}\``).join(' or ')} is missing`,
      data: { key: group[0]!, keys: [...group] },
    }));
}

/** What is asked of each schema's keys, found once for it. */
interface Required {
  readonly keys: readonly string[];
  /** Keys of which a mapping has to have one. */
  readonly groups: readonly (readonly string[])[];
}

const knownRequired = new WeakMap<ObjectSchema, Required>();

function requiredBy(schema: ObjectSchema): Required {
  let known = knownRequired.get(schema);
  if (!known) {
    const keys = [...shapeOf(schema)].flatMap(([key, value]) => (isRequired(value) ? [key] : []));
    known = { keys, groups: [...keys.map((key) => [key]), ...(factsOf(schema).oneOf ?? [])] };
    knownRequired.set(schema, known);
  }
  return known;
}

function exclusiveKeys({ schema, node, path }: Level): ShapeProblem[] {
  return (factsOf(schema).exclusive ?? []).flatMap((group) => {
    const given = node.entries
      .filter((entry) => group.includes(keyName(entry)))
      .sort((a, b) => a.key.start - b.key.start);
    const [first, ...later] = given;
    return later
      .filter((entry) => keyName(entry) !== keyName(first!))
      .map((entry): ShapeProblem => {
        const [one, other] = [keyName(first!), keyName(entry)];
        return {
          code: 'exclusive-keys',
          path: [...path, other],
          span: spanOf(entry.key),
          message: say`\`${other}\` and \`${one}\` exclude each other`,
          related: [{ message: say`\`${one}\` is written here`, span: spanOf(first!.key) }],
          data: { key: other, other: one },
        };
      });
  });
}

/**
 * Whether two neighbours of a list are one item that a stray `-` cut in two: the later lacks a required
 * key, they share no key, and together they lack none.
 */
export function isSplit(before: Node | undefined, item: Node, schema: Schema): boolean {
  if (before?.kind !== 'map' || item.kind !== 'map') return false;
  const form = formOf(schema);
  if (form.kind !== 'object' || item.entries.length === 0) return false;
  const ours = new Set(item.entries.map(keyName));
  const theirs = new Set(before.entries.map(keyName));
  const required = requiredBy(form.schema).keys;
  return (
    required.some((key) => !ours.has(key)) &&
    required.every((key) => ours.has(key) || theirs.has(key)) &&
    [...ours].every((key) => form.keys.has(key) && !theirs.has(key))
  );
}

export function splitProblem(before: MapNode, item: MapNode, path: Path): ShapeProblem {
  const own = keyName(item.entries[0]!);
  const lacking = before.entries.map(keyName).join('`, `');
  return {
    code: 'missing-key',
    path,
    span: spanOf(firstKey(item)),
    message: say`this list item has \`${own}\` but no \`${lacking}\`; did its \`-\` cut the previous item in two?`,
    data: { key: keyName(before.entries[0]!), join: true },
  };
}
