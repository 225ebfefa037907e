/** Whether one argument's value is what a matcher wants (scoring.md §2 and §3). */
import type { Comparison, Matcher, Predicate, ValueMatcher } from '../../model/expectation.ts';
import { type JsonPathQuery, parseJsonPath } from '../../model/json-path.ts';
import { isObject, type Json } from '../../model/value.ts';
import { type Comparer, comparer } from '../values/compare.ts';
import { holdsNumber } from '../values/numbers.ts';
import { satisfies } from '../values/predicates.ts';
import { occursIn } from '../values/text.ts';
import { type Pool, type Scalar, scalarsOf } from './outputs.ts';
import { textOf } from './run-view.ts';

/** Where a value has to come from. */
export interface Origin {
  /** Golden calls, by index: one of them yields the value. */
  readonly producers: readonly number[];
  readonly path?: JsonPathQuery;
}

export interface ValueTest {
  readonly kind: 'value';
  readonly optional: boolean;
  readonly how: Comparer;
  readonly allowed?: readonly Json[];
  /** Of `allowed`, where the comparison has keys. */
  readonly allowedKeys?: ReadonlySet<string>;
  readonly fromUser: boolean;
  readonly predicate?: Predicate;
  readonly origin?: Origin;
  /** Nothing but `allowed` is asked, and its comparison has keys. */
  readonly plain: boolean;
}

export interface ObjectTest {
  readonly kind: 'object';
  readonly entries: readonly (readonly [key: string, test: ArgumentTest])[];
  readonly keys: ReadonlySet<string>;
}

export interface ListTest {
  readonly kind: 'list';
  readonly items: readonly ArgumentTest[];
  readonly anyOrder: boolean;
}

/** A matcher made ready to test many values. */
export type ArgumentTest = ValueTest | ObjectTest | ListTest;

/** What a test looks up beside the value itself. */
export interface MatchContext {
  /** What the producers gave before the call in question; see `provenance.ts`. */
  outputsOf(producers: readonly number[]): Pool;
  readonly userTexts: readonly string[];
  satisfies?(schema: Json, value: Json): boolean | undefined;
  predicates?(name: string, value: Json): boolean | undefined;
}

/** How a value fared, as bits: several may hold at once. */
export const RIGHT = 0;
export const WRONG = 1;
/** Its provenance is broken. */
export const BROKEN = 2;
/** Nothing could be held against it or for it: it is not graded. */
export const UNGRADED = 4;
/** A predicate did not say whether it holds. */
export const UNANSWERED = 16;

/** How the arguments of a call compare where their matchers do not say. */
export interface ArgumentDefaults {
  readonly compare?: Comparison;
  /** By the tool's consequence. */
  readonly fallback: 'normalized' | 'exact';
}

/** Prepares a matcher. `resolve` turns what `from_call` names into golden calls. */
export function prepare(
  matcher: Matcher,
  defaults: ArgumentDefaults,
  resolve: (refs: readonly string[]) => readonly number[],
): ArgumentTest {
  if (matcher.kind === 'object') {
    const entries = [...matcher.entries].map(
      ([key, inner]) => [key, prepare(inner, inside(defaults), resolve)] as const,
    );
    return { kind: 'object', entries, keys: new Set(matcher.entries.keys()) };
  }
  if (matcher.kind === 'list') {
    const items = matcher.items.map((item) => prepare(item, inside(defaults), resolve));
    return { kind: 'list', items, anyOrder: defaults.compare === 'set' };
  }
  return prepareValue(matcher, defaults, resolve);
}

/** What is said of a whole value does not hold for its parts. */
const inside = ({ compare, fallback }: ArgumentDefaults): ArgumentDefaults =>
  compare === 'set' || compare === 'words' ? { fallback } : { compare, fallback };

function prepareValue(
  matcher: ValueMatcher,
  { compare, fallback }: ArgumentDefaults,
  resolve: (refs: readonly string[]) => readonly number[],
): ValueTest {
  const { allowed, optional, predicate, fromCall, path, fromUser = false } = matcher;
  const how = comparer(matcher.compare ?? compare ?? fallback, fallback, matcher.tolerance);
  const query = path === undefined ? undefined : parseJsonPath(path);
  const allowedKeys = allowed && how.key && new Set(allowed.map(how.key));
  return {
    kind: 'value',
    optional,
    how,
    allowed,
    allowedKeys,
    plain: allowedKeys !== undefined && predicate === undefined && !fromUser && !fromCall,
    fromUser,
    predicate,
    origin: fromCall && {
      producers: resolve(fromCall),
      path: query?.ok ? query.query : undefined,
    },
  };
}

/** Grades a value: `RIGHT`, or the bits that hold. */
export function grade(test: ArgumentTest, value: Json, context: MatchContext): number {
  if (test.kind === 'value') return gradeValue(test, value, context);
  return test.kind === 'object'
    ? gradeObject(test, value, context)
    : gradeList(test, value, context);
}

function gradeValue(test: ValueTest, value: Json, context: MatchContext): number {
  let graded = false;
  let wrong = 0;
  if (test.allowed) {
    graded = true;
    if (!isAllowed(test, value)) wrong = WRONG;
  }
  if (test.predicate !== undefined) {
    const holds = holdsPredicate(test.predicate, value, context);
    if (holds === undefined) wrong |= UNANSWERED;
    else graded = true;
    if (holds === false) wrong |= WRONG;
  }
  if (test.fromUser) {
    graded = true;
    if (!isFromUser(value, context.userTexts)) wrong |= WRONG;
  }
  if (test.origin) {
    const traced = traceTo(test.origin, value, test.how, context);
    if (traced !== undefined) graded = true;
    if (traced === false) wrong |= WRONG | BROKEN;
  }
  return graded ? wrong : wrong | UNGRADED;
}

export const isAllowed = (test: ValueTest, value: Json): boolean =>
  test.allowedKeys
    ? test.allowedKeys.has(test.how.key!(value))
    : test.allowed!.some((member) => test.how.equal(member, value));

export function holdsPredicate(
  predicate: Predicate,
  value: Json,
  context: MatchContext,
): boolean | undefined {
  if (typeof predicate !== 'string') return context.satisfies?.(predicate.schema, value);
  return satisfies(predicate, value) ?? context.predicates?.(predicate, value);
}

/** Whether the value, or each scalar of a list or object, occurs in what the user said. */
export function isFromUser(value: Json, userTexts: readonly string[]): boolean {
  const scalars = scalarsOf(value);
  return scalars.every((scalar) => {
    const text = textOf(scalar);
    if (text === undefined) return false;
    return userTexts.some((said) => occursIn(said, text)) || holdsNumber(userTexts, scalar);
  });
}

/**
 * Whether the producers yield the value, or each scalar of a list or object; undefined where that is
 * not known, and for a list or object that holds none.
 */
export function traceTo(
  origin: Origin,
  value: Json,
  how: Comparer,
  context: MatchContext,
): boolean | undefined {
  const scalars = typeof value === 'object' && value !== null ? scalarsOf(value) : [value];
  if (scalars.length === 0) return undefined;
  const pool = context.outputsOf(origin.producers);
  const by = how.mode === 'set' ? how.parts : how;
  const found = (scalar: Scalar) => pool.yields(scalar, origin.path, by);
  if (scalars.every(found)) return true;
  return pool.unknown ? undefined : false;
}

const mayBeAbsent = (test: ArgumentTest): boolean => test.kind === 'value' && test.optional;

/** Folds the grades of parts into that of the whole: a part that is not graded spoils nothing. */
const fold = (whole: number, part: number): number => whole | (part & ~UNGRADED);

function gradeObject(test: ObjectTest, value: Json, context: MatchContext): number {
  if (!isObject(value)) return WRONG;
  let result = Object.keys(value).every((key) => test.keys.has(key)) ? RIGHT : WRONG;
  for (const [key, inner] of test.entries) {
    if (Object.hasOwn(value, key)) result = fold(result, grade(inner, value[key]!, context));
    else if (!mayBeAbsent(inner)) result |= WRONG;
  }
  return result;
}

function gradeList(test: ListTest, value: Json, context: MatchContext): number {
  if (!Array.isArray(value) || value.length !== test.items.length) return WRONG;
  const order = test.anyOrder ? pairUp(test, value, context) : undefined;
  let result = RIGHT;
  for (const [i, item] of test.items.entries()) {
    result = fold(result, grade(item, value[order ? order[i]! : i]!, context));
  }
  return result;
}

/** Pairs the items of a multiset with values so that as many as possible are right. */
function pairUp(test: ListTest, value: readonly Json[], context: MatchContext): number[] {
  const itemOf = new Array<number>(value.length).fill(-1);
  const fits = test.items.map((item) =>
    value.flatMap((part, i) => ((grade(item, part, context) & WRONG) === 0 ? [i] : [])),
  );
  const place = (item: number, tried: Set<number>): boolean => {
    for (const i of fits[item]!) {
      if (tried.has(i)) continue;
      tried.add(i);
      if (itemOf[i] === -1 || place(itemOf[i]!, tried)) {
        itemOf[i] = item;
        return true;
      }
    }
    return false;
  };
  for (const item of test.items.keys()) place(item, new Set());
  const order = new Array<number>(value.length).fill(-1);
  for (const [i, item] of itemOf.entries()) if (item >= 0) order[item] = i;
  const left = itemOf.flatMap((item, i) => (item < 0 ? [i] : []));
  return order.map((i) => (i >= 0 ? i : left.pop()!));
}

/** The values that a matcher tests, at any depth. */
function valueTestsOf(test: ArgumentTest): ValueTest[] {
  if (test.kind === 'value') return [test];
  const inner = test.kind === 'list' ? test.items : test.entries.map(([, entry]) => entry);
  return inner.flatMap(valueTestsOf);
}

/** Every origin that a matcher holds. */
export const originsOf = (test: ArgumentTest): Origin[] =>
  valueTestsOf(test).flatMap(({ origin }) => origin ?? []);

/** Every predicate that a matcher holds. */
export const predicatesOf = (test: ArgumentTest): Predicate[] =>
  valueTestsOf(test).flatMap(({ predicate }) => predicate ?? []);
