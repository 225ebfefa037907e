/**
 * RFC 9535 queries. The grammar is the library's; types of function expressions and the range of
 * integers are checked here, and evaluation is our own: with a work budget, linear-time patterns and
 * integers of any size, none of which the library's has.
 */

import parseQuery, { type JsonPathQuery as Ast } from 'jsonpath-rfc9535/parser';
import { say } from '../l10n/say.ts';
import { evaluate, type JsonPathNode } from './json-path-evaluate.ts';
import { illTyped } from './json-path-types.ts';
import type { Json } from './value.ts';

/** A query that parsed. */
export interface JsonPathQuery {
  readonly text: string;
  readonly ast: Ast;
}

export type JsonPathParse =
  | { readonly ok: true; readonly query: JsonPathQuery }
  | {
      readonly ok: false;
      readonly message: string;
      /** Where in the text, in UTF-16 code units. */
      readonly offset: number;
    };

/** One step of a query, as far as it can be told from a schema. */
export type JsonPathStep =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  /** `*`, a slice or a filter: some children, which ones depends on the value. */
  | { readonly kind: 'any' };

/** Longer queries are no query that a person writes. */
const MAX_LENGTH = 2000;
const CACHE_SIZE = 2000;
const cache = new Map<string, JsonPathParse>();

/** Parses a query by the RFC's grammar and typing rules; cached by its text. Never throws. */
export function parseJsonPath(text: string): JsonPathParse {
  const known = cache.get(text);
  if (known) return known;
  const parsed = parse(text);
  if (cache.size >= CACHE_SIZE) cache.clear();
  cache.set(text, parsed);
  return parsed;
}

function parse(text: string): JsonPathParse {
  if (!text.startsWith('$'))
    return { ok: false, message: say`a JSONPath begins with "$"`, offset: 0 };
  if (text.length > MAX_LENGTH) {
    return { ok: false, message: say`longer than ${MAX_LENGTH} characters`, offset: MAX_LENGTH };
  }
  let ast: Ast;
  try {
    ast = parseQuery(text);
  } catch (error) {
    return { ok: false, ...syntaxFault(text, error) };
  }
  const fault = illTyped(ast);
  return fault === null
    ? { ok: true, query: { text, ast } }
    : { ok: false, message: fault, offset: 0 };
}

/** What the generated parser says, without its list of everything that it would have taken. */
function syntaxFault(text: string, error: unknown): { message: string; offset: number } {
  const offset = (error as { location?: { start?: { offset?: unknown } } })?.location?.start
    ?.offset;
  if (typeof offset !== 'number') return { message: say`nested too deeply`, offset: 0 };
  if (offset >= text.length) return { message: say`the path ends too early`, offset: text.length };
  const found = String.fromCodePoint(text.codePointAt(offset)!);
  return { message: say`unexpected ${JSON.stringify(found)}`, offset };
}

/**
 * The values that a query selects, in the RFC's order. Selecting stops where the work exceeds the
 * budget, which no query on recorded outputs reaches: what was found until then is returned.
 */
export function select(query: JsonPathQuery, value: Json): Json[] {
  return evaluate(query.ast, value).map((node) => node.value);
}

/** Like `select`, with the place of each value from the root. */
export function selectNodes(query: JsonPathQuery, value: Json): JsonPathNode[] {
  return evaluate(query.ast, value);
}

/**
 * The steps of a query, each the alternatives that one segment selects; null from the segment on that
 * descends (`..`), since what it selects can stand anywhere below.
 */
export function stepsOf(query: JsonPathQuery): readonly (readonly JsonPathStep[] | null)[] {
  const steps: (readonly JsonPathStep[] | null)[] = [];
  for (const segment of query.ast.segments) {
    if (segment.type === 'DescendantSegment') {
      steps.push(null);
      break;
    }
    const { node } = segment;
    if (node.type === 'MemberNameShorthand') steps.push([{ kind: 'name', name: node.value }]);
    else if (node.type === 'WildcardSelector') steps.push([{ kind: 'any' }]);
    else {
      steps.push(
        node.selectors.map((selector): JsonPathStep => {
          if (selector.type === 'NameSelector') return { kind: 'name', name: selector.value };
          if (selector.type === 'IndexSelector') return { kind: 'index', index: selector.value };
          return { kind: 'any' };
        }),
      );
    }
  }
  return steps;
}

export type { JsonPathNode };
