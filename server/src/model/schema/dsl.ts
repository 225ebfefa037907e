/** What the format's models need beyond zod: facts about a mapping or union that zod does not hold. */
import * as z from 'zod';
import type { Node } from '../../syntax/node.ts';

export interface SchemaFacts {
  /** Groups of keys of which a mapping has at most one. */
  readonly exclusive?: readonly (readonly string[])[];
  /** Groups of keys of which a mapping has at least one. */
  readonly oneOf?: readonly (readonly string[])[];
  /** The value of an argument: a matcher or a literal (format.md, "A matcher"). */
  readonly argument?: true;
  /** Unknown keys pass. */
  readonly open?: true;
  /** Of a union: which of its options a node means, by place; asked where several have its JSON type. */
  readonly meant?: (node: Node) => number;
}

/** Keyed by the very schema: describe a schema before it gets its facts. */
const facts = new WeakMap<z.core.$ZodType, SchemaFacts>();

export const factsOf = (schema: z.core.$ZodType): SchemaFacts => facts.get(schema) ?? {};

export function withFacts<T extends z.ZodType>(schema: T, given: SchemaFacts): T {
  facts.set(schema, given);
  return schema;
}

type Shape = Readonly<Record<string, z.ZodType>>;

/** A mapping that knows its keys: any other but `x-…` is refused. */
export function mapping<S extends Shape>(description: string, shape: S, given: SchemaFacts = {}) {
  return withFacts(z.strictObject(shape).describe(description), given);
}

/** A mapping in which unknown keys pass. */
export function openMapping<S extends Shape>(
  description: string,
  shape: S,
  given: SchemaFacts = {},
) {
  return withFacts(z.looseObject(shape).describe(description), { ...given, open: true });
}

export const text = (description: string) => z.string().describe(description);
/** A text that says something. */
export const words = (description: string) => z.string().min(1).describe(description);
export const flag = (description: string) => z.boolean().describe(description);
export const texts = (description: string) => z.array(z.string()).describe(description);
export const integer = (description: string, min: number) => z.int().min(min).describe(description);
export const number = (description: string, min: number) =>
  z.number().min(min).describe(description);
export const positive = (description: string) => z.number().gt(0).describe(description);
export const anything = (description: string) => z.unknown().describe(description);
export const choice = <const T extends readonly [string, ...string[]]>(
  description: string,
  values: T,
) => z.enum(values).describe(description);
