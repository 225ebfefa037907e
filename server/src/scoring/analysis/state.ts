/** Compares end states (scoring.md §5, format.md `state`). */
import type { StateOptions } from '../../model/expectation.ts';
import { parseJsonPath, selectNodes } from '../../model/json-path.ts';
import { canonicalJson } from '../../model/json-text.ts';
import { isObject, type Json } from '../../model/value.ts';
import { comparer, DEEPEST } from '../values/compare.ts';
import { minorUnits } from '../values/money.ts';

/** One difference; a side is undefined where it has nothing there. */
export interface StateDifference {
  /** JSON Pointer, into the golden state where it has the place. */
  readonly pointer: string;
  readonly expected?: Json;
  readonly actual?: Json;
}

/** A place in a state, with equal keys for equal content. */
interface Part {
  readonly pointer: string;
  readonly raw: Json;
  readonly key: string;
  readonly items?: readonly Part[];
  readonly ordered?: boolean;
  readonly entries?: ReadonlyMap<string, Part>;
}

const scalarKey = comparer('exact').key!;

const escapeStep = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

const pointerOf = (path: readonly (string | number)[]): string =>
  path.map((step) => `/${escapeStep(String(step))}`).join('');

function selected(paths: readonly string[], state: Json): Set<string> {
  const pointers = new Set<string>();
  for (const path of paths) {
    const parsed = parseJsonPath(path);
    if (!parsed.ok) continue;
    for (const node of selectNodes(parsed.query, state)) pointers.add(pointerOf(node.path));
  }
  return pointers;
}

/** The value with what lies below `depth` levels as canonical text, so that walks over it are bounded. */
function shallow(value: Json, depth = DEEPEST): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return canonicalJson(value);
  if (Array.isArray(value)) return value.map((item) => shallow(item, depth - 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, shallow(part, depth - 1)]),
  );
}

/** Reads a state into parts: what is ignored left out, money in minor units. */
function read(whole: Json, options: StateOptions): Part | undefined {
  const state = shallow(whole);
  const ignored = selected(options.ignore, state);
  const ordered = selected(options.ordered, state);
  const money = new Map<string, number>();
  for (const { path, exponent } of options.money) {
    for (const pointer of selected([path], state)) money.set(pointer, exponent);
  }
  const part = (raw: Json, pointer: string): Part | undefined => {
    if (ignored.has(pointer)) return undefined;
    if (Array.isArray(raw)) {
      const items = raw.flatMap((item, i) => part(item, `${pointer}/${i}`) ?? []);
      const inOrder = ordered.has(pointer);
      const keys = items.map((item) => item.key);
      if (!inOrder) keys.sort();
      return { pointer, raw, key: `[${keys.join(',')}]`, items, ordered: inOrder };
    }
    if (isObject(raw)) {
      const entries = new Map<string, Part>();
      for (const name of Object.keys(raw).sort()) {
        const entry = part(raw[name]!, `${pointer}/${escapeStep(name)}`);
        if (entry) entries.set(name, entry);
      }
      const keys = Array.from(entries, ([name, { key }]) => `${name.length}:${name}=${key}`);
      return { pointer, raw, key: `{${keys.join(',')}}`, entries };
    }
    const exponent = money.get(pointer);
    const amount = exponent === undefined ? undefined : minorUnits(raw, exponent);
    return { pointer, raw, key: scalarKey(amount ?? raw) };
  };
  return part(state, '');
}

/** Whether a state has what the golden names: all of it, or with `subset` at least that. */
function covers(golden: Part, actual: Part, subset: boolean): boolean {
  if (golden.key === actual.key) return true;
  if (!subset) return false;
  if (golden.entries && actual.entries) {
    for (const [name, entry] of golden.entries) {
      const other = actual.entries.get(name);
      if (!other || !covers(entry, other, subset)) return false;
    }
    return true;
  }
  if (!golden.items || !actual.items) return false;
  return pairItems(golden, actual, subset).every((i) => i >= 0);
}

/** For each golden item the actual one that covers it, or -1; no actual one twice. */
function pairItems(golden: Part, actual: Part, subset: boolean): number[] {
  const [wanted, given] = [golden.items!, actual.items!];
  if (golden.ordered) return pairInOrder(wanted, given, subset);
  const takenBy = new Map<number, number>();
  const byKey = new Map<string, number[]>();
  for (const [i, { key }] of given.entries()) {
    const same = byKey.get(key);
    if (same) same.push(i);
    else byKey.set(key, [i]);
  }
  const open: number[] = [];
  for (const [i, { key }] of wanted.entries()) {
    const same = byKey.get(key)?.shift();
    if (same === undefined) open.push(i);
    else takenBy.set(same, i);
  }
  if (subset) {
    const fits = new Map<number, number[]>();
    const fitsOf = (i: number): number[] => {
      let fitting = fits.get(i);
      if (!fitting) {
        fitting = given.flatMap((item, j) => (covers(wanted[i]!, item, subset) ? [j] : []));
        fits.set(i, fitting);
      }
      return fitting;
    };
    const place = (i: number, tried: Set<number>): boolean =>
      fitsOf(i).some((j) => {
        if (tried.has(j)) return false;
        tried.add(j);
        const holder = takenBy.get(j);
        if (holder !== undefined && !place(holder, tried)) return false;
        takenBy.set(j, i);
        return true;
      });
    for (const i of open) place(i, new Set());
  }
  const pairs = new Array<number>(wanted.length).fill(-1);
  for (const [j, i] of takenBy) pairs[i] = j;
  return pairs;
}

function pairInOrder(wanted: readonly Part[], given: readonly Part[], subset: boolean): number[] {
  if (!subset) return wanted.map((item, i) => (given[i]?.key === item.key ? i : -1));
  let from = 0;
  return wanted.map((item) => {
    for (let i = from; i < given.length; i++) {
      if (covers(item, given[i]!, subset)) {
        from = i + 1;
        return i;
      }
    }
    return -1;
  });
}

function difference(golden: Part, actual: Part, subset: boolean, into: StateDifference[]): void {
  if (covers(golden, actual, subset)) return;
  if (golden.entries && actual.entries) {
    for (const [name, entry] of golden.entries) {
      const other = actual.entries.get(name);
      if (other) difference(entry, other, subset, into);
      else into.push({ pointer: entry.pointer, expected: entry.raw });
    }
    for (const [name, entry] of subset ? [] : actual.entries) {
      if (!golden.entries.has(name)) into.push({ pointer: entry.pointer, actual: entry.raw });
    }
  } else if (golden.items && actual.items) {
    const pairs = pairItems(golden, actual, subset);
    const taken = new Set(pairs);
    const left = actual.items.filter((_, i) => !taken.has(i));
    for (const [i, item] of golden.items.entries()) {
      if (pairs[i]! >= 0) continue;
      const other = left.shift();
      const before = into.length;
      if (other) difference(item, other, subset, into);
      // It is missing, or there but out of order.
      if (into.length === before) into.push({ pointer: item.pointer, expected: item.raw });
    }
    // What is too much has no place in the golden list but the list itself.
    for (const item of subset ? [] : left) into.push({ pointer: golden.pointer, actual: item.raw });
  } else {
    into.push({ pointer: golden.pointer, expected: golden.raw, actual: actual.raw });
  }
}

/**
 * Where an end state differs from the golden one; empty where they match.
 *
 * @param actual undefined where the run recorded none, which is a difference at the root
 */
export function compareStates(
  golden: Json,
  actual: Json | undefined,
  options: StateOptions,
): StateDifference[] {
  if (actual === undefined) return [{ pointer: '', expected: golden }];
  const [wanted, given] = [read(golden, options), read(actual, options)];
  if (!wanted || !given) return [];
  const differences: StateDifference[] = [];
  difference(wanted, given, options.subset, differences);
  return differences;
}
