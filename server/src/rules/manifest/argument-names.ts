import type { ArgumentNode } from '../../model/located.ts';
import { CALL_KEYS } from '../../model/schema/parts.ts';
import { near } from '../../model/suggest.ts';
import type { ToolSchema } from '../../model/tool.ts';
import { closest } from '../fixes.ts';
import type { CaseContext } from '../rule.ts';
import { type CallSite, perCall, schemaOf } from '../walk.ts';

/** An argument that a tool's schema does not know. */
export interface UnknownArgument {
  readonly argument: ArgumentNode;
  /** Arguments of the tool that may have been meant, and that the call does not name already. */
  readonly meant: readonly string[];
  /** Whether the first of them is a near miss. */
  readonly near: boolean;
}

/**
 * The arguments of a call that its tool does not know. Where the schema is open, only near misses: any
 * other name may be meant as it stands.
 */
export const unknownArguments = perCall((context, site): readonly UnknownArgument[] => {
  const schema = schemaOf(context, site.call);
  if (!schema) return [];
  const free = freeNames(schema, site);
  return site.call.arguments
    .filter(({ name }) => !schema.knows(name))
    .map((argument) => {
      const isNear = near(argument.name, free).length > 0;
      return { argument, meant: closest(argument.name, free), near: isNear };
    })
    .filter((unknown) => schema.closed || unknown.near);
});

const freeNames = (schema: ToolSchema, { call }: CallSite): string[] => {
  const written = new Set(call.arguments.map(({ name }) => name));
  return schema.argumentNames.filter((name) => !written.has(name));
};

/**
 * The required arguments that a call has no matcher for, without those that it evidently misspells, and
 * those that its `match` takes out of grading.
 */
export function missingArguments(context: CaseContext, site: CallSite): string[] {
  const schema = schemaOf(context, site.call);
  if (!schema || argsAreBroken(site)) return [];
  const misspelt = new Set(
    unknownArguments(context, site).flatMap(({ near: isNear, meant }) => (isNear ? meant[0]! : [])),
  );
  const written = new Set(site.call.arguments.map(({ name }) => name));
  const ignored = new Set(site.trajectory.ignoreArgs(site.call));
  // An argument that stands beside `args` has its own finding.
  const keys = site.call.node.entries.map(({ key }) => String(key.value));
  const beside = new Set(keys.filter((key) => !CALL_KEYS.has(key)));
  return [...schema.required].filter(
    (name) => !written.has(name) && !misspelt.has(name) && !ignored.has(name) && !beside.has(name),
  );
}

/** `args` is there but no mapping: the shape rules say so. An empty value counts as no arguments. */
const argsAreBroken = ({ call }: CallSite): boolean =>
  !call.args &&
  call.node.entries.some(
    ({ key, value }) => key.value === 'args' && !(value.kind === 'scalar' && value.value === null),
  );
