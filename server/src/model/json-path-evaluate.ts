/** Evaluation of a parsed RFC 9535 query (§2.3 to §2.6). */
import type { JsonPathQuery as Ast } from 'jsonpath-rfc9535/parser';
import {
  type Argument,
  type Comparable,
  type Comparison,
  type FilterQuery,
  type FunctionCall,
  indexOf,
  type Logical,
  type Segment,
  type Selector,
} from './json-path-types.ts';
import { equalJson } from './json-text.ts';
import { linearPattern, type Pattern } from './pattern.ts';
import { isObject, type Json } from './value.ts';

/** A selected value and the way to it from the root. */
export interface JsonPathNode {
  readonly path: readonly (string | number)[];
  readonly value: Json;
}

/** A place, linked to the one it was reached from: paths are written out for results alone. */
interface Spot {
  readonly value: Json;
  readonly key?: string | number;
  readonly parent?: Spot;
}

/** Values looked at in one evaluation; some seconds of work at the very most. */
const BUDGET = 1_000_000;
/** Steps of pattern matching in one evaluation: characters of text times characters of the pattern. */
const PATTERN_BUDGET = 20_000_000;

interface Work {
  readonly root: Json;
  left: number;
  patternLeft: number;
  readonly patterns: Map<string, Pattern | null>;
}

class OutOfWork extends Error {}

/** The nodes that a query selects; cut short, not thrown, where the work exceeds the budget. */
export function evaluate(ast: Ast, root: Json): JsonPathNode[] {
  const work: Work = { root, left: BUDGET, patternLeft: PATTERN_BUDGET, patterns: new Map() };
  const found: Spot[] = [];
  try {
    follow(ast.segments, { value: root }, work, found);
  } catch (error) {
    if (!(error instanceof OutOfWork) && !(error instanceof RangeError)) throw error;
  }
  // A path is as long as its node is deep: it is written out when it is asked for.
  return found.map((spot) => ({
    value: spot.value,
    get path() {
      return pathOf(spot);
    },
  }));
}

function pathOf(spot: Spot): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at: Spot | undefined = spot; at?.key !== undefined; at = at.parent) path.push(at.key);
  return path.reverse();
}

function spend(work: Work): void {
  if (--work.left < 0) throw new OutOfWork();
}

function follow(segments: readonly Segment[], start: Spot, work: Work, out: Spot[]): void {
  let spots = [start];
  for (const [i, segment] of segments.entries()) {
    const next = i === segments.length - 1 ? out : [];
    for (const spot of spots) {
      const from = segment.type === 'DescendantSegment' ? descendants(spot, work) : [spot];
      for (const each of from) apply(segment, each, work, next);
    }
    spots = next;
  }
  if (segments.length === 0) out.push(start);
}

/** A spot and all below it, parents before children, without recursion. */
function* descendants(spot: Spot, work: Work): Generator<Spot> {
  const todo = [spot];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    yield next;
    const below = [...children(next, work)];
    for (let i = below.length - 1; i >= 0; i--) todo.push(below[i]!);
  }
}

function* children(spot: Spot, work: Work): Generator<Spot> {
  const { value } = spot;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      spend(work);
      yield { value: value[i]!, key: i, parent: spot };
    }
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      spend(work);
      yield { value: value[key]!, key, parent: spot };
    }
  }
}

function apply({ node }: Segment, spot: Spot, work: Work, out: Spot[]): void {
  spend(work);
  if (node.type === 'MemberNameShorthand') byName(node.value, spot, out);
  else if (node.type === 'WildcardSelector') bySelector(node, spot, work, out);
  else for (const selector of node.selectors) bySelector(selector, spot, work, out);
}

function bySelector(selector: Selector, spot: Spot, work: Work, out: Spot[]): void {
  const { value } = spot;
  switch (selector.type) {
    case 'NameSelector':
      byName(selector.value, spot, out);
      break;
    case 'WildcardSelector':
      for (const child of children(spot, work)) out.push(child);
      break;
    case 'IndexSelector':
      if (Array.isArray(value)) byIndex(selector.value, value, spot, out);
      break;
    case 'SliceSelector':
      if (Array.isArray(value)) {
        for (const index of slice(selector, value.length)) {
          spend(work);
          out.push({ value: value[index]!, key: index, parent: spot });
        }
      }
      break;
    case 'FilterSelector':
      for (const child of children(spot, work)) {
        if (holds(selector.value, child.value, work)) out.push(child);
      }
      break;
  }
}

function byName(name: string, spot: Spot, out: Spot[]): void {
  const { value } = spot;
  if (isObject(value) && Object.hasOwn(value, name)) {
    out.push({ value: value[name]!, key: name, parent: spot });
  }
}

function byIndex(index: number, list: Json[], spot: Spot, out: Spot[]): void {
  const at = index < 0 ? list.length + index : index;
  if (at >= 0 && at < list.length) out.push({ value: list[at]!, key: at, parent: spot });
}

/** The indexes of a slice (RFC 9535 §2.3.4.2.2). */
function* slice(
  { start, end, step }: Extract<Selector, { type: 'SliceSelector' }>,
  length: number,
): Generator<number> {
  const by = step ?? 1;
  if (by === 0) return;
  const place = (i: number, low: number, high: number): number =>
    Math.min(Math.max(i >= 0 ? i : length + i, low), high);
  if (by > 0) {
    const to = end === null ? length : place(end, 0, length);
    for (let i = start === null ? 0 : place(start, 0, length); i < to; i += by) yield i;
  } else {
    const to = end === null ? -1 : place(end, -1, length - 1);
    for (let i = start === null ? length - 1 : place(start, -1, length - 1); i > to; i += by)
      yield i;
  }
}

function holds(node: Logical, current: Json, work: Work): boolean {
  spend(work);
  switch (node.type) {
    case 'LogicalNotExpr':
      return !holds(node.expression, current, work);
    case 'LogicalAndExpr':
      return holds(node.left, current, work) && holds(node.right, current, work);
    case 'LogicalOrExpr':
      return holds(node.left, current, work) || holds(node.right, current, work);
    case 'ComparisonExpr':
      return compares(node, current, work);
    case 'TestExpr':
      return node.expression.type === 'FilterQuery'
        ? queried(node.expression, current, work).length > 0
        : call(node.expression, current, work) === true;
  }
}

function queried(query: FilterQuery, current: Json, work: Work): Json[] {
  const found: Spot[] = [];
  const value = query.value.type === 'RelQuery' ? current : work.root;
  follow(query.value.segments, { value }, work, found);
  return found.map((spot) => spot.value);
}

/** Undefined is the RFC's Nothing. */
function comparableValue(node: Comparable, current: Json, work: Work): Json | undefined {
  if (node.type === 'Literal') return node.value;
  if (node.type === 'FunctionExpr') return call(node, current, work);
  let value: Json | undefined = node.type === 'RelSingularQuery' ? current : work.root;
  for (const { node: step } of node.segments) {
    const found: Spot[] = [];
    if (step.type === 'IndexSelector') {
      if (Array.isArray(value)) byIndex(indexOf(step), value, { value }, found);
    } else {
      byName(step.value, { value }, found);
    }
    value = found[0]?.value;
    if (value === undefined) return undefined;
  }
  return value;
}

function compares({ left, op, right }: Comparison, current: Json, work: Work): boolean {
  const a = comparableValue(left, current, work);
  const b = comparableValue(right, current, work);
  switch (op) {
    case '==':
      return equal(a, b);
    case '!=':
      return !equal(a, b);
    case '<':
      return less(a, b);
    case '<=':
      return less(a, b) || equal(a, b);
    case '>':
      return less(b, a);
    case '>=':
      return less(b, a) || equal(a, b);
  }
}

const equal = (a: Json | undefined, b: Json | undefined): boolean =>
  a === undefined || b === undefined ? a === b : equalJson(a, b);

const isNumeric = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

function less(a: Json | undefined, b: Json | undefined): boolean {
  if (isNumeric(a) && isNumeric(b)) return a < b;
  if (typeof a !== 'string' || typeof b !== 'string') return false;
  // By code points: code units would put U+10000 before U+FFFF.
  const left = [...a];
  const right = [...b];
  for (let i = 0; i < left.length && i < right.length; i++) {
    if (left[i] !== right[i]) return left[i]!.codePointAt(0)! < right[i]!.codePointAt(0)!;
  }
  return left.length < right.length;
}

function call(
  { name, arguments: given }: FunctionCall,
  current: Json,
  work: Work,
): Json | undefined {
  const value = (i: number) => argumentValue(given[i]!, current, work);
  switch (name) {
    case 'length':
      return lengthOf(value(0));
    case 'count':
      return argumentNodes(given[0]!, current, work).length;
    case 'value': {
      const nodes = argumentNodes(given[0]!, current, work);
      return nodes.length === 1 ? nodes[0] : undefined;
    }
    default:
      return matches(name === 'match', value(0), value(1), work);
  }
}

function lengthOf(value: Json | undefined): number | undefined {
  if (typeof value === 'string') return [...value].length;
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : undefined;
}

const bare = (argument: Argument): Argument =>
  argument.type === 'TestExpr' ? argument.expression : argument;

function argumentNodes(argument: Argument, current: Json, work: Work): Json[] {
  const node = bare(argument);
  return node.type === 'FilterQuery' ? queried(node, current, work) : [];
}

function argumentValue(argument: Argument, current: Json, work: Work): Json | undefined {
  const node = bare(argument);
  if (node.type === 'Literal') return node.value;
  if (node.type === 'FunctionExpr') return call(node, current, work);
  return argumentNodes(node, current, work)[0];
}

function matches(whole: boolean, text: unknown, pattern: unknown, work: Work): boolean {
  if (typeof text !== 'string' || typeof pattern !== 'string') return false;
  work.patternLeft -= (text.length + 1) * (pattern.length + 1);
  if (work.patternLeft < 0) throw new OutOfWork();
  const source = whole ? `^(?:${dotted(pattern)})$` : dotted(pattern);
  let compiled = work.patterns.get(source);
  if (compiled === undefined) {
    compiled = linearPattern(source);
    work.patterns.set(source, compiled);
  }
  return compiled?.test(text) ?? false;
}

/** In an I-Regexp (RFC 9485) a dot takes neither line feed nor return; otherwise it is a pattern of ours. */
function dotted(pattern: string): string {
  return pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\./gsu, (part) =>
    part === '.' ? '[^\\n\\r]' : part,
  );
}
