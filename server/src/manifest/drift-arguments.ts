import { say } from '../l10n/say.ts';
import { canonicalJson, equalJson } from '../model/json-text.ts';
import type { ToolSchema } from '../model/tool.ts';
import { isObject, type Json, type JsonObject } from '../model/value.ts';
import { type LoneProperty, renamedProperties } from './drift-similar.ts';

type Path = readonly (string | number)[];

export type ChangeKind =
  | 'renamed'
  | 'removed'
  | 'added'
  | 'title'
  | 'description'
  | 'argument-renamed'
  | 'argument-removed'
  | 'argument-added'
  | 'argument-required'
  | 'argument-optional'
  | 'argument-description'
  | 'type'
  | 'enum-narrowed'
  | 'enum-widened'
  | 'default'
  | 'constraint'
  | 'input'
  | 'output'
  | 'annotation';

/** One thing that is different about a tool. */
export interface Change {
  readonly kind: ChangeKind;
  /** For people, without the tool's name: "argument `city` renamed to `place`". */
  readonly message: string;
  /** From the tool's arguments down to the one that changed, under its old name; any item of a list is 0. */
  readonly argument?: readonly (string | number)[];
  /** The new name of a tool or an argument. */
  readonly to?: string;
}

/** Deeper parts of an argument are compared as a whole: schemas may contain themselves. */
const MAX_DEPTH = 6;

/** Keywords that have a sentence of their own, or are compared by what stands under them. */
const COMPARED = new Set([
  'type',
  'enum',
  'const',
  'default',
  'description',
  'title',
  'properties',
  'required',
  'items',
  'anyOf',
  'oneOf',
  'nullable',
]);
/** Keywords that say nothing of a value. */
const SILENT = new Set(['$schema', '$id', '$comment', '$defs', 'definitions', '$ref', 'allOf']);

/** A schema and the place in it that is looked at. */
interface View {
  readonly schema: ToolSchema;
  readonly path: Path;
}

const at = ({ schema, path }: View): JsonObject => {
  const found = schema.at(path);
  return isObject(found) ? found : {};
};

const below = ({ schema, path }: View, step: string | number): View => ({
  schema,
  path: [...path, step],
});

/** What has changed between two input schemas, argument by argument. */
export const diffArguments = (before: ToolSchema, after: ToolSchema): Change[] => [
  ...diffPlace({ schema: before, path: [] }, { schema: after, path: [] }),
];

function diffPlace(before: View, after: View): Change[] {
  if (before.path.length > MAX_DEPTH) return [];
  const [a, b] = [at(before), at(after)];
  return [
    ...(before.path.length === 0 ? [] : diffValue(before.path, a, b)),
    ...diffKeywords(before.path, a, b),
    ...diffProperties(before, after),
    ...(isObject(a.items) && isObject(b.items) ? diffPlace(below(before, 0), below(after, 0)) : []),
  ];
}

/** How messages name an argument: `passengers[].age`. */
export const argumentName = (path: Path): string =>
  path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[]` : text === '' ? step : `${text}.${step}`,
    '',
  );

const change = (kind: ChangeKind, argument: Path, what: string, to?: string): Change => ({
  kind,
  message: say`argument \`${argumentName(argument)}\`${what}`,
  argument,
  ...(to !== undefined && { to }),
});

const MAX_SHOWN = 60;

/** A value as a message shows it. */
export function shown(value: Json | undefined): string {
  if (value === undefined) return 'none';
  const text = canonicalJson(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

const branchesOf = (schema: JsonObject): JsonObject[] =>
  [schema.anyOf, schema.oneOf].flatMap((list) =>
    Array.isArray(list) ? list.filter(isObject) : [],
  );

/** The types that a schema takes, those of its alternatives included; empty where it takes any. */
function typesOf(schema: JsonObject): string[] {
  const own = [schema.type].flat().filter((type) => typeof type === 'string');
  const all = own.length > 0 ? own : branchesOf(schema).flatMap(typesOf);
  return [...new Set(schema.nullable === true ? [...all, 'null'] : all)].sort();
}

/** The values that a schema takes; undefined where they are not listed. */
function membersOf(schema: JsonObject): readonly Json[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum;
  if (schema.const !== undefined) return [schema.const];
  const branches = branchesOf(schema).filter((branch) => branch.type !== 'null');
  const lists = branches.map(membersOf);
  return lists.length > 0 && lists.every((list) => list !== undefined) ? lists.flat() : undefined;
}

const without = (members: readonly Json[], others: readonly Json[]): Json[] =>
  members.filter((member) => !others.some((other) => equalJson(member, other)));

const list = (members: readonly Json[]): string => members.map(shown).join(', ');

function diffMembers(path: Path, a: JsonObject, b: JsonObject): Change[] {
  const [before, after] = [membersOf(a), membersOf(b)];
  if (!before && !after) return [];
  if (!before) return [change('enum-narrowed', path, say` now takes only ${list(after!)}`)];
  if (!after) return [change('enum-widened', path, say` now takes other values than those listed`)];
  const lost = without(before, after);
  const won = without(after, before);
  return [
    ...(lost.length > 0
      ? [change('enum-narrowed', path, say` no longer takes ${list(lost)}`)]
      : []),
    ...(won.length > 0 ? [change('enum-widened', path, say` now also takes ${list(won)}`)] : []),
  ];
}

function diffValue(path: Path, a: JsonObject, b: JsonObject): Change[] {
  const [types, typesNow] = [typesOf(a), typesOf(b)];
  const changes: Change[] = [];
  if (types.join() !== typesNow.join()) {
    const [was, is] = [types, typesNow].map((each) => each.join(' or ') || 'any');
    changes.push(change('type', path, say`: type changed from ${was} to ${is}`));
  }
  const members = diffMembers(path, a, b);
  for (const each of members) changes.push(each);
  if (changes.length === 0) {
    const alternatives = ['anyOf', 'oneOf'].filter((key) => !same(a[key], b[key]));
    changes.push(...alternatives.map((key) => change('constraint', path, `: \`${key}\` changed`)));
  }
  if (!same(a.default, b.default)) {
    const what = say`: default changed from ${shown(a.default)} to ${shown(b.default)}`;
    changes.push(change('default', path, what));
  }
  if (!same(a.description, b.description)) {
    changes.push(change('argument-description', path, say`: description edited`));
  }
  return changes;
}

const same = (a: Json | undefined, b: Json | undefined): boolean =>
  a === undefined || b === undefined ? a === b : equalJson(a, b);

const isScalar = (value: Json | undefined): boolean =>
  value === undefined || typeof value !== 'object' || value === null;

/** All other keywords: limits, patterns, formats, what an object takes beside its properties. */
function diffKeywords(path: Path, a: JsonObject, b: JsonObject): Change[] {
  const keywords = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (keyword) => !COMPARED.has(keyword) && !SILENT.has(keyword) && !same(a[keyword], b[keyword]),
  );
  return keywords.map((keyword): Change => {
    const how =
      isScalar(a[keyword]) && isScalar(b[keyword])
        ? say` changed from ${shown(a[keyword])} to ${shown(b[keyword])}`
        : ' changed';
    return path.length === 0
      ? { kind: 'input', message: say`input schema: \`${keyword}\`${how}` }
      : change('constraint', path, `: \`${keyword}\`${how}`);
  });
}

interface Properties {
  readonly names: readonly string[];
  readonly required: ReadonlySet<string>;
}

function propertiesOf(view: View): Properties {
  if (view.path.length === 0) {
    return { names: view.schema.argumentNames, required: view.schema.required };
  }
  const { properties, required } = at(view);
  return {
    names: isObject(properties) ? Object.keys(properties) : [],
    required: new Set(
      Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [],
    ),
  };
}

function diffProperties(before: View, after: View): Change[] {
  const [a, b] = [propertiesOf(before), propertiesOf(after)];
  const lone = (view: View, own: Properties, other: Properties): LoneProperty[] =>
    own.names
      .filter((name) => !other.names.includes(name))
      .map((name) => ({ name, schema: at(below(view, name)), required: own.required.has(name) }));
  const gone = lone(before, a, b);
  const come = lone(after, b, a);
  const renamed = renamedProperties(gone, come);
  const newNames = new Set(renamed.values());
  const path = (name: string): Path => [...before.path, name];
  return [
    ...a.names.flatMap((name): Change[] => {
      const now = renamed.get(name) ?? name;
      if (!b.names.includes(now)) return [change('argument-removed', path(name), ' removed')];
      const changes = diffPlace(below(before, name), below(after, now));
      const [was, is] = [a.required.has(name), b.required.has(now)];
      if (!was && is) changes.unshift(change('argument-required', path(name), say` made required`));
      if (was && !is) changes.unshift(change('argument-optional', path(name), say` made optional`));
      if (now === name) return changes;
      return [change('argument-renamed', path(name), say` renamed to \`${now}\``, now), ...changes];
    }),
    ...come
      .filter(({ name }) => !newNames.has(name))
      .map(({ name, required }) =>
        required
          ? change('argument-required', path(name), say` added, and required`)
          : change('argument-added', path(name), ' added'),
      ),
  ];
}
