/** Says which part of an argument failed, and what was expected there. */
import { say } from '../../l10n/say.ts';
import type { Json } from '../../model/value.ts';
import { isObject } from '../../model/value.ts';
import { either, show } from '../values/show.ts';
import {
  type ArgumentTest,
  BROKEN,
  grade,
  holdsPredicate,
  isAllowed,
  isFromUser,
  type ListTest,
  type MatchContext,
  type ObjectTest,
  type ValueTest,
  WRONG,
} from './match.ts';

export interface Fault {
  /** From the argument's value to the part that failed. */
  readonly inside: readonly (string | number)[];
  /** What was expected, in words. */
  readonly wanted: string;
  readonly expected?: Json;
  /** Undefined where the part is absent. */
  readonly actual?: Json;
}

/** What `from_call` names, in words. */
export type NameOf = (golden: number) => string;

type Inside = readonly (string | number)[];

function explainValue(
  test: ValueTest,
  value: Json,
  context: MatchContext,
  nameOf: NameOf,
  bits: number,
): Omit<Fault, 'inside'> {
  if (test.origin && (bits & BROKEN) !== 0) {
    const { producers, path } = test.origin;
    const source = either([...new Set(producers.map(nameOf))]);
    const where = path ? ` at ${path.text}` : '';
    return { wanted: say`a value that an earlier ${source} returned${where}`, actual: value };
  }
  if (test.allowed && !isAllowed(test, value)) {
    const expected = test.allowed.length === 1 ? test.allowed[0]! : [...test.allowed];
    return { wanted: either(test.allowed.map(show)), expected, actual: value };
  }
  if (test.predicate !== undefined && holdsPredicate(test.predicate, value, context) === false) {
    const { predicate } = test;
    if (typeof predicate === 'string')
      return { wanted: say`a value that is ${predicate}`, actual: value };
    return { wanted: say`a value that satisfies ${show(predicate.schema)}`, actual: value };
  }
  if (test.fromUser && !isFromUser(value, context.userTexts)) {
    return { wanted: say`a value from the user's messages`, actual: value };
  }
  return { wanted: say`another value`, actual: value };
}

function explainObject(
  test: ObjectTest,
  value: Json,
  context: MatchContext,
  nameOf: NameOf,
  bits: number,
  inside: Inside,
): Fault {
  if (!isObject(value)) return { inside, wanted: say`an object`, actual: value };
  for (const [key, inner] of test.entries) {
    const at = [...inside, key];
    if (!Object.hasOwn(value, key)) {
      if (inner.kind === 'value' && inner.optional) continue;
      if ((bits & BROKEN) === 0) return { inside: at, wanted: say`the key ${show(key)}` };
    } else if ((grade(inner, value[key]!, context) & bits) !== 0) {
      return explain(inner, value[key]!, context, nameOf, at);
    }
  }
  const extra = Object.keys(value).find((key) => !test.keys.has(key));
  if (extra === undefined) return { inside, wanted: say`another value`, actual: value };
  return { inside, wanted: say`no key ${show(extra)}`, actual: value };
}

function explainList(
  test: ListTest,
  value: Json,
  context: MatchContext,
  nameOf: NameOf,
  bits: number,
  inside: Inside,
): Fault {
  const { items } = test;
  if (!Array.isArray(value)) return { inside, wanted: 'a list', actual: value };
  if (value.length !== items.length) {
    const count = items.length === 1 ? '1 item' : `${items.length} items`;
    return { inside, wanted: say`a list of ${count}`, actual: value };
  }
  for (const [i, item] of test.anyOrder ? [] : items.entries()) {
    if ((grade(item, value[i]!, context) & bits) !== 0) {
      return explain(item, value[i]!, context, nameOf, [...inside, i]);
    }
  }
  return { inside, wanted: say`other items`, actual: value };
}

/** Explains why a value is not right; broken provenance goes before other faults. */
export function explain(
  test: ArgumentTest,
  value: Json,
  context: MatchContext,
  nameOf: NameOf,
  inside: Inside = [],
): Fault {
  const result = grade(test, value, context);
  const bits = (result & BROKEN) !== 0 ? BROKEN : WRONG;
  if (test.kind === 'value') {
    return { inside, ...explainValue(test, value, context, nameOf, bits) };
  }
  return test.kind === 'object'
    ? explainObject(test, value, context, nameOf, bits, inside)
    : explainList(test, value, context, nameOf, bits, inside);
}
