/** Questions about a zod schema that the shape check, completion and hover ask. */
import type * as z from 'zod';
import { getEntry } from '../../syntax/index.ts';
import type { Node } from '../../syntax/node.ts';
import { factsOf } from './dsl.ts';

export type Schema = z.core.$ZodType;
export type ObjectSchema = z.core.$ZodObject;

/** The JSON types, as messages name them; an integer is a number too. */
export type JsonType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';

type Def = z.core.$ZodTypes['_zod']['def'];
const defOf = (schema: Schema): Def => (schema as z.core.$ZodTypes)._zod.def;

/** A schema without what makes it optional. */
export function unwrap(schema: Schema): Schema {
  const def = defOf(schema);
  return def.type === 'optional' ? unwrap(def.innerType) : schema;
}

export const isRequired = (schema: Schema): boolean => defOf(schema).type !== 'optional';

/** What kind of structure a schema describes, with its parts. */
export type Form =
  | {
      readonly kind: 'object';
      readonly schema: ObjectSchema;
      readonly keys: ReadonlyMap<string, Schema>;
    }
  | { readonly kind: 'array'; readonly item: Schema }
  | { readonly kind: 'record'; readonly value: Schema }
  | { readonly kind: 'union'; readonly options: readonly Schema[]; readonly discriminator?: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'leaf' };

const knownForms = new WeakMap<Schema, Form>();

export function formOf(schema: Schema): Form {
  let form = knownForms.get(schema);
  if (!form) {
    form = readForm(schema);
    knownForms.set(schema, form);
  }
  return form;
}

function readForm(schema: Schema): Form {
  const def = defOf(schema);
  switch (def.type) {
    case 'object': {
      const keys = new Map(Object.entries(def.shape));
      return { kind: 'object', schema: schema as ObjectSchema, keys };
    }
    case 'array':
      return { kind: 'array', item: def.element };
    case 'record':
      return { kind: 'record', value: def.valueType };
    case 'union':
      return {
        kind: 'union',
        options: def.options,
        discriminator: (def as Partial<z.core.$ZodDiscriminatedUnionDef>).discriminator,
      };
    case 'unknown':
      return { kind: 'unknown' };
    default:
      return { kind: 'leaf' };
  }
}

const knownTypes = new WeakMap<Schema, readonly JsonType[]>();

/** The JSON types that a schema takes; empty where it takes any. */
export function typesOf(schema: Schema): readonly JsonType[] {
  let types = knownTypes.get(schema);
  if (!types) {
    types = typesOfDef(defOf(unwrap(schema)));
    knownTypes.set(schema, types);
  }
  return types;
}

function typesOfDef(def: Def): readonly JsonType[] {
  switch (def.type) {
    case 'object':
    case 'record':
      return ['object'];
    case 'array':
      return ['array'];
    case 'string':
    case 'enum':
      return ['string'];
    case 'number':
      return [(def as Partial<z.core.$ZodNumberFormatDef>).format ? 'integer' : 'number'];
    case 'boolean':
      return ['boolean'];
    case 'null':
      return ['null'];
    case 'literal':
      return def.values.map((value) => (typeof value === 'number' ? 'integer' : 'string'));
    case 'union':
      return [...new Set(def.options.flatMap(typesOf))];
    default:
      return [];
  }
}

/** The values that an enumeration or literal lists. */
export function valuesOf(schema: Schema): readonly string[] {
  const def = defOf(unwrap(schema));
  if (def.type === 'enum') return Object.values(def.entries).map(String);
  if (def.type === 'literal') return def.values.map(String);
  if (def.type === 'union') return [...new Set(def.options.flatMap(valuesOf))];
  return [];
}

export function typeOf(node: Node): JsonType {
  if (node.kind === 'map') return 'object';
  if (node.kind === 'seq') return 'array';
  const { value } = node;
  if (value === null) return 'null';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'string' ? 'string' : 'boolean';
}

export function takes(types: readonly JsonType[], type: JsonType): boolean {
  return (
    types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'))
  );
}

/**
 * The option of a union that a node means: by its JSON type; of several by the union's own word, its
 * discriminator, or the keys that fit best. Undefined where none takes that type.
 */
export function meantOption(union: Schema, node: Node): Schema | undefined {
  const form = formOf(union);
  if (form.kind !== 'union') return union;
  const type = typeOf(node);
  const fitting = form.options.filter((option) => takes(typesOf(option), type));
  if (fitting.length <= 1 || node.kind === 'scalar') return fitting[0];
  const { meant } = factsOf(union);
  if (meant) return form.options[meant(node)];
  if (node.kind !== 'map') return fitting[0];
  const { discriminator } = form;
  const said = discriminator === undefined ? undefined : getEntry(node, discriminator)?.value;
  const named = fitting.find((option) => {
    const inner = formOf(option);
    const key = inner.kind === 'object' && inner.keys.get(discriminator ?? '');
    return key && said?.kind === 'scalar' && valuesOf(key).includes(String(said.value));
  });
  return named ?? mostShared(fitting, node);
}

function mostShared(options: readonly Schema[], node: Node): Schema | undefined {
  const shared = (option: Schema): number => {
    const form = formOf(option);
    if (form.kind !== 'object' || node.kind !== 'map') return 0;
    return node.entries.filter(({ key }) => form.keys.has(String(key.value))).length;
  };
  return options.toSorted((a, b) => shared(b) - shared(a))[0];
}
