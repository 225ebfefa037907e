import { isObject, type Json, type JsonObject } from '../../model/value.ts';
import { BLANK, type Content, contentOf, type EntryContent, TEXT } from './offer.ts';

/** A schema as `ToolSchema.at` gives it. */
export type Schema = JsonObject | boolean | undefined;

/** Deeper schemas are looked at no further. */
const MAX_DEPTH = 6;

const isNestable = (value: Json | undefined): value is JsonObject => isObject(value);

/** The schema and the alternatives and conjuncts inside it that speak of the same value. */
function partsOf(schema: Schema, depth = 0): JsonObject[] {
  if (!isNestable(schema as Json | undefined) || depth > MAX_DEPTH) return [];
  const own = schema as JsonObject;
  const inner = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) =>
    Array.isArray(own[keyword]) ? (own[keyword] as Json[]) : [],
  );
  return [own, ...inner.flatMap((each) => (isNestable(each) ? partsOf(each, depth + 1) : []))];
}

/** The JSON types that a schema names, its alternatives included; empty where it leaves them open. */
export function schemaTypes(schema: Schema): ReadonlySet<string> {
  const named = partsOf(schema).flatMap(({ type }) => [type].flat());
  return new Set(named.filter((type) => typeof type === 'string'));
}

export interface KnownValue {
  readonly value: Json;
  readonly from: 'enum' | 'const' | 'default' | 'example' | 'boolean';
}

/** The values that a schema names, the default first. */
export function knownValues(schema: Schema): KnownValue[] {
  const parts = partsOf(schema);
  const found = parts.flatMap((part): KnownValue[] => {
    const { examples, enum: members } = part;
    const list = (values: Json | undefined, from: KnownValue['from']): KnownValue[] =>
      Array.isArray(values) ? values.map((value) => ({ value, from })) : [];
    const one = (key: string, from: KnownValue['from']): KnownValue[] =>
      Object.hasOwn(part, key) ? [{ value: part[key]!, from }] : [];
    return [
      ...one('default', 'default'),
      ...one('const', 'const'),
      ...list(members, 'enum'),
      ...list(examples, 'example'),
      ...one('example', 'example'),
    ];
  });
  const listed = found.some(({ from }) => from === 'enum' || from === 'const');
  const flags: KnownValue[] =
    !listed && schemaTypes(schema).has('boolean')
      ? [true, false].map((value) => ({ value, from: 'boolean' }))
      : [];
  return [
    ...found.filter(({ from }) => from === 'default'),
    ...found.filter(({ from }) => from !== 'default'),
    ...flags,
  ];
}

export interface Property {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** The properties that a schema names, required ones first. */
export function propertiesOf(schema: Schema): Property[] {
  const found = new Map<string, Property>();
  for (const part of partsOf(schema)) {
    const required = Array.isArray(part.required) ? part.required : [];
    if (!isNestable(part.properties)) continue;
    for (const [name, own] of Object.entries(part.properties)) {
      if (found.has(name)) continue;
      const known = isNestable(own) || typeof own === 'boolean' ? own : undefined;
      found.set(name, { name, required: required.includes(name), schema: known });
    }
  }
  const all = [...found.values()];
  return [...all.filter(({ required }) => required), ...all.filter(({ required }) => !required)];
}

/** Longer choices are no choice to click through. */
const MAX_CHOICES = 20;

/**
 * What a new value by a schema begins as: its default, a choice of what it lists, its required properties.
 *
 * @param at the schema at a property of this one
 */
export function draftOf(schema: Schema, at: (name: string) => Schema, depth = 0): Content {
  const known = knownValues(schema);
  const scalars = known
    .map(({ value }) => value)
    .filter((value) => !isObject(value) && !Array.isArray(value)) as (string | number | boolean)[];
  const [first] = known;
  if (first?.from === 'const') return contentOf(first.value);
  const listed = known.some(({ from }) => from === 'enum' || from === 'boolean');
  if (listed && scalars.length > 0) {
    return scalars.length > MAX_CHOICES
      ? { kind: 'stop', text: scalars[0] }
      : { kind: 'stop', choices: [...new Set(scalars)] };
  }
  if (first?.from === 'default') {
    return scalars.length > 0 ? { kind: 'stop', text: scalars[0] } : contentOf(first.value);
  }
  const types = schemaTypes(schema);
  if (types.has('string')) return TEXT;
  if (types.has('object')) {
    const required = depth > 2 ? [] : propertiesOf(schema).filter((each) => each.required);
    const entries = required.map(
      ({ name, schema: own }): EntryContent => [
        name,
        draftOf(at(name) ?? own, () => undefined, depth + 1),
      ],
    );
    return entries.length > 0 ? { kind: 'map', entries } : { kind: 'open', of: 'map' };
  }
  if (types.has('array')) return { kind: 'list', items: [BLANK] };
  return BLANK;
}
