/** What a JSONPath can select, as far as a recorded output or an output schema tells. */

import {
  type JsonPathQuery,
  type JsonPathStep,
  selectNodes,
  stepsOf,
} from '../../model/json-path.ts';
import type { CallNode, MatcherNode } from '../../model/located.ts';
import type { ToolSchema } from '../../model/tool.ts';
import { isObject, type Json, type JsonObject } from '../../model/value.ts';
import { toValue } from '../../syntax/index.ts';
import type { CaseContext } from '../rule.ts';
import { resolvedReferences } from './order.ts';
import { readOutput } from './outputs.ts';

export type Selection =
  /** The JSON types of what is selected; undefined where they are not known. */
  | { readonly kind: 'some'; readonly types?: ReadonlySet<string> }
  | {
      readonly kind: 'nothing';
      /** Which segment of the query fails, and by what name where it is one. */
      readonly step: number;
      readonly name?: string;
      /** The properties that stand where the name was looked for. */
      readonly known: readonly string[];
    }
  | { readonly kind: 'unknown' };

const UNKNOWN: Selection = { kind: 'unknown' };

export function jsonType(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** What a query selects from a call's output: its recorded `returns` decide, else the output schema. */
function selectFrom(context: CaseContext, call: CallNode, query: JsonPathQuery): Selection {
  if (call.returns) {
    const output = readOutput(toValue(call.returns.node));
    if (output.kind === 'value') return selectFromValue(query, output.value);
    return output.kind === 'text' ? { kind: 'nothing', step: 0, known: [] } : UNKNOWN;
  }
  const schema = call.name && context.scope.toolset.outputSchema(call.name.value);
  return schema ? selectFromSchema(query, schema) : UNKNOWN;
}

/** What a query selects from each of the calls that a matcher refers to. */
export const selectionsOf = (
  context: CaseContext,
  part: MatcherNode,
  query: JsonPathQuery,
): Selection[] =>
  resolvedReferences(context)
    .filter((site) => site.part === part)
    .map(({ resolution }) =>
      resolution.kind === 'call' ? selectFrom(context, resolution.call, query) : UNKNOWN,
    );

function selectFromValue(query: JsonPathQuery, value: Json): Selection {
  const found = selectNodes(query, value);
  if (found.length > 0) {
    return { kind: 'some', types: new Set(found.map((node) => jsonType(node.value))) };
  }
  let current: Json[] = [value];
  for (const [step, alternatives] of stepsOf(query).entries()) {
    const only = alternatives?.length === 1 ? alternatives[0] : undefined;
    // What a filter, a wildcard or several alternatives leave out depends on the values of the day.
    if (!only || only.kind === 'any') {
      if (only?.kind !== 'any' || isFilter(query, step)) return UNKNOWN;
      current = current.flatMap((item) => childrenOf(item));
      if (current.length === 0) return UNKNOWN;
      continue;
    }
    const next = current.flatMap((item) => childOf(item, only));
    if (next.length === 0) {
      const known = current.flatMap((item) => (isObject(item) ? Object.keys(item) : []));
      if (only.kind === 'index' && current.some(Array.isArray)) return UNKNOWN;
      if (current.every((item) => item === null)) return UNKNOWN;
      return {
        kind: 'nothing',
        step,
        name: only.kind === 'name' ? only.name : undefined,
        known: [...new Set(known)],
      };
    }
    current = next;
  }
  return UNKNOWN;
}

/** A filter or a slice may leave everything out; a wildcard takes all. */
const isFilter = ({ ast }: JsonPathQuery, step: number): boolean => {
  const node = ast.segments[step]?.node;
  return (
    node?.type === 'BracketedSelection' &&
    node.selectors.some((selector) => selector.type !== 'WildcardSelector')
  );
};

const childrenOf = (value: Json): Json[] =>
  Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];

function childOf(value: Json, step: Exclude<JsonPathStep, { kind: 'any' }>): Json[] {
  if (step.kind === 'name') {
    return isObject(value) && Object.hasOwn(value, step.name) ? [value[step.name]!] : [];
  }
  const item = Array.isArray(value) ? value.at(step.index) : undefined;
  return item === undefined ? [] : [item];
}

function selectFromSchema(query: JsonPathQuery, schema: ToolSchema): Selection {
  let path: (string | number)[] = [];
  for (const [step, alternatives] of stepsOf(query).entries()) {
    const only = alternatives?.length === 1 ? alternatives[0] : undefined;
    if (!only) return UNKNOWN;
    const here = schema.at(path);
    if (typeof here !== 'object') return UNKNOWN;
    if (only.kind === 'name') {
      const properties = isObject(here.properties) ? here.properties : {};
      const next = schema.at([...path, only.name]);
      if ((next === undefined || next === false) && isClosed(here)) {
        return { kind: 'nothing', step, name: only.name, known: Object.keys(properties) };
      }
      path = [...path, only.name];
    } else {
      if (only.kind === 'any' && !onlyType(here, 'array')) return UNKNOWN;
      path = [...path, only.kind === 'index' ? Math.max(0, only.index) : 0];
    }
  }
  const end = schema.at(path);
  const types = typeof end === 'object' ? typesOf(end) : undefined;
  return types ? { kind: 'some', types } : UNKNOWN;
}

/** Combinators may know properties that the schema itself does not. */
const COMBINATORS = ['allOf', 'anyOf', 'oneOf', 'if', '$ref', '$dynamicRef', 'patternProperties'];

/** Whether a schema of an output refuses properties that it does not name. */
const isClosed = (schema: JsonObject): boolean =>
  (schema.additionalProperties === false || schema.unevaluatedProperties === false) &&
  !COMBINATORS.some((keyword) => Object.hasOwn(schema, keyword));

const onlyType = (schema: JsonObject, type: string): boolean => {
  const types = typesOf(schema);
  return types?.size === 1 && types.has(type);
};

/** The JSON types that a schema allows by `type`, `const` or `enum`; undefined where it leaves them open. */
export function typesOf(schema: JsonObject): ReadonlySet<string> | undefined {
  const { type, enum: members } = schema;
  if (typeof type === 'string') {
    return new Set(schema.nullable === true ? [type, 'null'] : [type]);
  }
  if (Array.isArray(type)) return new Set(type.filter((name) => typeof name === 'string'));
  if (schema.const !== undefined) return new Set([jsonType(schema.const)]);
  if (Array.isArray(members)) return new Set(members.map(jsonType));
  return undefined;
}
