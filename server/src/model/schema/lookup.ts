/** What the models say of a place in a file: for completion and hover. */
import * as z from 'zod';
import { say } from '../../l10n/say.ts';
import { getEntry, type Node, type Path } from '../../syntax/index.ts';
import { factsOf } from './dsl.ts';
import { SCHEMAS, type SchemaKind } from './index.ts';
import {
  formOf,
  isRequired,
  type JsonType,
  meantOption,
  type Schema,
  typesOf,
  unwrap,
  valuesOf,
} from './inspect.ts';
import { matcherSchema } from './matcher.ts';

/** A key that may stand in a mapping. */
export interface KeyInfo {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** JSON types of its value; empty where any will do. */
  readonly types: readonly JsonType[];
}

/** What may stand at a place. */
export interface PlaceInfo {
  readonly description: string;
  /** JSON types; empty where any will do. */
  readonly types: readonly JsonType[];
  /** The texts of an enumeration; empty where the text is free. */
  readonly values: readonly string[];
  /** The keys of a mapping, in the format's order, those of a matcher where an argument's value stands. */
  readonly keys: readonly KeyInfo[];
  /** Groups of keys of which the mapping has at most one. */
  readonly exclusive: readonly (readonly string[])[];
  /** Of a list: what its items may be. */
  readonly item?: PlaceInfo;
  /** The value of an argument: its tool's schema says more. */
  readonly argument: boolean;
}

/**
 * What the model of a file kind says of the value at a path; undefined where it knows nothing of it. The
 * tree decides which branch of the format is meant on the way; it may end before the path does, and may
 * be broken.
 */
export function placeAt(kind: SchemaKind, root: Node | null, path: Path): PlaceInfo | undefined {
  let schemas: readonly Schema[] = [SCHEMAS[kind]];
  let node: Node | undefined = root ?? undefined;
  for (const step of path) {
    schemas = schemas
      .flatMap((schema) => branches(schema, node))
      .flatMap((each) => below(each, step));
    node = childOf(node, step);
    if (schemas.length === 0) return undefined;
  }
  return describe(schemas, node);
}

function childOf(node: Node | undefined, step: string | number): Node | undefined {
  if (node?.kind === 'map') return getEntry(node, String(step))?.value;
  return node?.kind === 'seq' && typeof step === 'number' ? node.items[step] : undefined;
}

/** The alternatives that a schema has at a node: the one that is meant, or all where nothing is written. */
function branches(wanted: Schema, node: Node | undefined): readonly Schema[] {
  const schema = unwrap(wanted);
  const form = formOf(schema);
  if (form.kind !== 'union') return [schema];
  const written = node && !(node.kind === 'scalar' && node.start === node.end);
  const option = written && node.kind !== 'scalar' ? meantOption(schema, node) : undefined;
  return option
    ? branches(option, node)
    : form.options.flatMap((each) => branches(each, undefined));
}

function below(schema: Schema, step: string | number): readonly Schema[] {
  // Inside a literal there may be matchers again.
  if (factsOf(schema).argument) {
    const known = typeof step === 'string' ? matcherSchema.shape[step as never] : undefined;
    return [known ?? schema];
  }
  const form = formOf(schema);
  if (form.kind === 'object') {
    const found = form.keys.get(String(step));
    return found ? [found] : [];
  }
  if (form.kind === 'array') return typeof step === 'number' ? [form.item] : [];
  return form.kind === 'record' ? [form.value] : [];
}

function describe(wanted: readonly Schema[], node: Node | undefined): PlaceInfo {
  const schemas = wanted.flatMap((schema) => branches(schema, node)).map(unwrap);
  const argument = schemas.some((schema) => factsOf(schema).argument);
  const keys = new Map<string, KeyInfo>();
  let item: PlaceInfo | undefined;
  for (const schema of argument ? [...schemas, matcherSchema] : schemas) {
    const form = formOf(schema);
    if (form.kind === 'array') item ??= describe([form.item], undefined);
    if (form.kind !== 'object') continue;
    for (const [name, value] of form.keys) {
      if (keys.has(name)) continue;
      const [description, types] = [descriptionOf(value), typesOf(value)];
      keys.set(name, { name, description, required: isRequired(value), types });
    }
  }
  return {
    description: wanted.map(descriptionOf).find((text) => text !== '') ?? '',
    types: [...new Set(schemas.flatMap(typesOf))],
    values: [...new Set(schemas.flatMap(valuesOf))],
    keys: [...keys.values()],
    exclusive: schemas.flatMap((schema) => factsOf(schema).exclusive ?? []),
    item,
    argument,
  };
}

/** The Markdown that describes a key or value, in the reader's language. */
function descriptionOf(schema: Schema): string {
  const described = z.globalRegistry.get(schema) ?? z.globalRegistry.get(unwrap(schema));
  return say(described?.description ?? '');
}
