import { isObject, type Json } from '../model/value.ts';
import type { Part, SchemaDocument } from './schema-document.ts';

/** How often schemas may look at the parts of one value, before it is no longer checked. */
const MAX_LOOKS = 100_000;

/** Keywords whose schemas look at the very value. */
const SAME = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'];
/** Keywords whose schemas look at members, besides those that stand under a name or an index. */
const OF_ITEMS = ['contains', 'unevaluatedItems'];
const OF_MEMBERS = ['unevaluatedProperties'];

/**
 * Whether checking a value would take too many looks: where alternatives lead back to themselves, a
 * validator looks at each level of the value several times as often as at the one above. The looks are
 * counted without being made, once for each pair of a schema and a part of the value.
 */
export function isTooMuch(document: SchemaDocument, part: Part, value: Json): boolean {
  const known = new Map<string, Map<Json, number>>();
  const looks = ({ pointer, schema }: Part, at: Json): number => {
    const seen = known.get(pointer) ?? new Map<Json, number>();
    known.set(pointer, seen);
    const counted = seen.get(at);
    if (counted !== undefined) return counted;
    // A reference that comes back to the same value is followed once.
    seen.set(at, 1);
    const own = { pointer, schema };
    const target = document.target(own);
    let sum = 1 + (target ? looks(target, at) : 0);
    for (const branch of document.branches(own, SAME)) sum += looks(branch, at);
    const members = Array.isArray(at) ? at.entries() : isObject(at) ? Object.entries(at) : [];
    const others = document.branches(own, Array.isArray(at) ? OF_ITEMS : OF_MEMBERS);
    for (const [key, member] of members) {
      for (const child of document.ownChildren(own, key)) sum += looks(child, member);
      for (const child of others) sum += looks(child, member);
    }
    seen.set(at, sum);
    return sum;
  };
  try {
    return looks(part, value) > MAX_LOOKS;
  } catch (error) {
    // A value that is nested deeper than the stack.
    if (error instanceof RangeError) return true;
    throw error;
  }
}
