/** The typing rules of RFC 9535 §2.4.3 and the range of its integers (§2.1), which no grammar tells. */

import type { JsonPathQuery as Ast } from 'jsonpath-rfc9535/parser';
import { say } from '../l10n/say.ts';

export type Segment = Ast['segments'][number];
type Bracketed = Extract<Segment['node'], { type: 'BracketedSelection' }>;
export type Selector = Bracketed['selectors'][number];
export type Logical = Extract<Selector, { type: 'FilterSelector' }>['value'];
export type Comparison = Extract<Logical, { type: 'ComparisonExpr' }>;
export type Comparable = Comparison['left'];
export type FunctionCall = Extract<Comparable, { type: 'FunctionExpr' }>;
export type Argument = FunctionCall['arguments'][number];
export type FilterQuery = Extract<Argument, { type: 'FilterQuery' }>;

type Type = 'value' | 'logical' | 'nodes';

/** The functions of the RFC: what they take and give. */
const FUNCTIONS = new Map<string, { readonly takes: readonly Type[]; readonly gives: Type }>([
  ['length', { takes: ['value'], gives: 'value' }],
  ['count', { takes: ['nodes'], gives: 'value' }],
  ['value', { takes: ['nodes'], gives: 'value' }],
  ['match', { takes: ['value', 'value'], gives: 'logical' }],
  ['search', { takes: ['value', 'value'], gives: 'logical' }],
]);

type Index = Extract<Selector, { type: 'IndexSelector' }>;

/** The number of an index step; inside a comparison the grammar wraps it once more than its types say. */
export const indexOf = (node: Index & { readonly selector?: Index }): number =>
  node.selector?.value ?? node.value;

/** What is wrong with the types or numbers of a parsed query, or null. */
export function illTyped(ast: Ast): string | null {
  return first(ast.segments, inSegment);
}

function first<T>(items: readonly T[], check: (item: T) => string | null): string | null {
  for (const item of items) {
    const fault = check(item);
    if (fault !== null) return fault;
  }
  return null;
}

function inSegment({ node }: Segment): string | null {
  return node.type === 'BracketedSelection' ? first(node.selectors, inSelector) : null;
}

function inSelector(selector: Selector): string | null {
  switch (selector.type) {
    case 'IndexSelector':
      return outOfRange(selector.value);
    case 'SliceSelector':
      return first([selector.start, selector.end, selector.step], outOfRange);
    case 'FilterSelector':
      return inLogical(selector.value);
    default:
      return null;
  }
}

function outOfRange(integer: number | null): string | null {
  return integer === null || Number.isSafeInteger(integer)
    ? null
    : say`an index is beyond the range of exact integers`;
}

function inLogical(node: Logical): string | null {
  switch (node.type) {
    case 'LogicalNotExpr':
      return inLogical(node.expression);
    case 'LogicalAndExpr':
    case 'LogicalOrExpr':
      return inLogical(node.left) ?? inLogical(node.right);
    case 'ComparisonExpr':
      return inComparable(node.left) ?? inComparable(node.right);
    case 'TestExpr':
      if (node.expression.type === 'FilterQuery') return inFilterQuery(node.expression);
      return (
        inFunction(node.expression) ??
        (FUNCTIONS.get(node.expression.name)?.gives === 'value'
          ? say`the result of ${node.expression.name}() must be compared`
          : null)
      );
  }
}

function inComparable(node: Comparable): string | null {
  if (node.type === 'FunctionExpr') {
    return (
      inFunction(node) ??
      (FUNCTIONS.get(node.name)?.gives === 'value'
        ? null
        : say`the result of ${node.name}() cannot be compared`)
    );
  }
  if (node.type === 'Literal') return null;
  return first(node.segments, (segment) =>
    segment.node.type === 'IndexSelector' ? outOfRange(indexOf(segment.node)) : null,
  );
}

const inFilterQuery = (node: FilterQuery): string | null => first(node.value.segments, inSegment);

function inFunction(call: FunctionCall): string | null {
  const signature = FUNCTIONS.get(call.name);
  if (!signature) return say`there is no function ${call.name}()`;
  // The grammar gives null for an empty list.
  const given = call.arguments ?? [];
  if (signature.takes.length !== given.length) {
    return `${call.name}() takes ${signature.takes.length} argument${signature.takes.length === 1 ? '' : 's'}`;
  }
  for (const [i, type] of signature.takes.entries()) {
    const fault = inArgument(call.name, given[i]!, type);
    if (fault !== null) return fault;
  }
  return null;
}

function inArgument(name: string, argument: Argument, type: Type): string | null {
  const wrong = `${name}() takes ${type === 'nodes' ? 'a query' : say`a single value`}`;
  switch (argument.type) {
    case 'Literal':
      return type === 'value' ? null : wrong;
    case 'FilterQuery':
      if (type === 'value' && !isSingular(argument)) return wrong;
      return inFilterQuery(argument);
    case 'FunctionExpr':
      return inFunction(argument) ?? (FUNCTIONS.get(argument.name)?.gives === type ? null : wrong);
    case 'TestExpr':
      // How the grammar wraps a function call that stands alone.
      return argument.expression.type === 'FunctionExpr' ||
        argument.expression.type === 'FilterQuery'
        ? inArgument(name, argument.expression, type)
        : wrong;
    default:
      return type === 'logical' ? inLogical(argument) : wrong;
  }
}

function isSingular(query: FilterQuery): boolean {
  return query.value.segments.every(({ type, node }) => {
    if (type !== 'ChildSegment') return false;
    if (node.type === 'MemberNameShorthand') return true;
    const only =
      node.type === 'BracketedSelection' && node.selectors.length === 1 && node.selectors[0];
    return only !== false && (only?.type === 'NameSelector' || only?.type === 'IndexSelector');
  });
}
