import { type Change, definitionSchema, type ToolDrift } from '../manifest/index.ts';
import type { ToolSchema } from '../model/tool.ts';
import type { Json } from '../model/value.ts';
import { type Node, type Path, toValue } from '../syntax/index.ts';
import { goldenMentions, mentionsOf } from './labels.ts';
import type { CaseContext } from './rule.ts';
import {
  type ArgumentSite,
  argumentSitesOf,
  type CallSite,
  callSites,
  literalSites,
} from './walk.ts';

/** A line of a case that a change of a tool concerns. */
export interface TouchedLine {
  readonly node: Node;
  readonly change: Change;
  /** Whether the line is wrong by the new definition; else it only deserves a second look. */
  readonly breaks: boolean;
}

/** Whether a name as written means the tool that a manifest calls, or called, `name`. */
export function means({ scope }: CaseContext, written: string, name: string): boolean {
  return scope.toolset.same(written, name) || written.endsWith(`__${name}`);
}

/** Whether a path in a call's arguments leads to the changed part or into it; items are alike. */
const leadsInto = (path: Path, argument: Path): boolean =>
  argument.every((step, i) =>
    typeof step === 'number' ? typeof path[i] === 'number' : step === path[i],
  );

/** Changes of what may stand in an argument: the new schema is asked about the values that are written. */
const OF_VALUES: ReadonlySet<Change['kind']> = new Set([
  'type',
  'enum-narrowed',
  'enum-widened',
  'constraint',
]);

/**
 * The lines of a case that are about a tool and what has changed of it, and those that the change breaks.
 * A case that names the tool has at least one line for each change.
 */
export function touchedLines(
  context: CaseContext,
  { name, after, changes }: ToolDrift,
): TouchedLine[] {
  const { subject } = context;
  const confirmed = subject.kind === 'case' ? subject.expected?.confirmBefore?.items : undefined;
  const mentions = [
    ...mentionsOf(context),
    ...(confirmed ?? []),
    ...goldenMentions(context),
  ].filter(({ value }) => means(context, value, name));
  if (mentions.length === 0) return [];
  const calls = callSites(context).filter(
    ({ call }) => call.name && means(context, call.name.value, name),
  );
  const schema = after ? definitionSchema(after) : null;
  return changes.flatMap((change): TouchedLine[] => {
    const inCalls = calls.flatMap((site) => linesOfCall(context, site, change, schema));
    if (inCalls.length > 0) return inCalls;
    const breaks = change.kind === 'removed' || change.kind === 'renamed';
    const nodes = new Set(mentions.map(({ node }) => node));
    return [...nodes].map((node) => ({ node, change, breaks }));
  });
}

function linesOfCall(
  context: CaseContext,
  site: CallSite,
  change: Change,
  schema: ToolSchema | null,
): TouchedLine[] {
  const { argument } = change;
  const callName = site.call.name?.node;
  if (!argument || !callName) return [];
  const written = argumentSitesOf(context, site).filter(
    (each) => each.argument.name === argument[0],
  );
  if (change.kind === 'argument-required' && written.length === 0 && argument.length === 1) {
    const graded = site.trajectory.argsMode(site.call) === 'exact';
    const ignored = site.trajectory.ignoreArgs(site.call).includes(String(argument[0]));
    return [{ node: callName, change, breaks: graded && !ignored }];
  }
  return written.flatMap((each) => linesOfArgument(each, change, argument, schema));
}

function linesOfArgument(
  site: ArgumentSite,
  change: Change,
  argument: Path,
  schema: ToolSchema | null,
): TouchedLine[] {
  const key = site.argument.entry.key;
  const gone = change.kind === 'argument-removed' || change.kind === 'argument-renamed';
  if (gone && argument.length === 1) {
    const breaks = schema?.closed === true && !schema.knows(site.argument.name);
    return [{ node: key, change, breaks }];
  }
  const broken = brokenValues(site, argument, schema).map(({ node }) => ({
    node,
    change,
    breaks: true,
  }));
  const asksValues = OF_VALUES.has(change.kind) || argument.length > 1;
  return asksValues && broken.length > 0 ? broken : [{ node: key, change, breaks: false }];
}

/** The literals at the changed part, or around it, that the new schema objects to. */
function brokenValues(site: ArgumentSite, argument: Path, schema: ToolSchema | null) {
  if (!schema) return [];
  return literalSites(site).filter(({ node, path }) => {
    const inside = leadsInto(path, argument) || leadsInto(argument, path);
    return inside && schema.check(path, toValue(node) as Json).length > 0;
  });
}
