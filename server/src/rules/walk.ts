import type { ArgumentNode, CallNode, Located, MatcherNode } from '../model/located.ts';
import { readMatcher } from '../model/read-matcher.ts';
import type { ToolSchema } from '../model/tool.ts';
import type { Entry, Node, Path } from '../syntax/node.ts';
import { perContext } from './memo.ts';
import type { CaseContext, TrajectoryContext } from './rule.ts';

export interface CallSite {
  readonly trajectory: TrajectoryContext;
  readonly call: CallNode;
}

export interface ArgumentSite extends CallSite {
  readonly argument: ArgumentNode;
  readonly matcher: MatcherNode;
  /** All parts that are matchers, literals or mixed, at any depth. */
  readonly parts: readonly MatcherSite[];
}

/** A matcher or a literal somewhere in an argument. */
export interface MatcherSite extends CallSite {
  readonly argument: ArgumentNode;
  /** From the call's arguments down: the argument's name first. */
  readonly path: Path;
  readonly part: MatcherNode;
}

/** A value that a golden accepts, and where it is written. */
export interface LiteralSite extends MatcherSite {
  readonly node: Node;
}

type WrittenMatcher = Extract<MatcherNode, { kind: 'matcher' }>;

/** A `from_call` reference. */
export interface ReferenceSite extends MatcherSite {
  readonly part: WrittenMatcher;
  readonly ref: Located<string>;
}

/** Every call of the segment, in written order. */
export const callSites = perContext((context): readonly CallSite[] =>
  context.trajectories.flatMap((trajectory) =>
    trajectory.node.calls.map((call) => ({ trajectory, call })),
  ),
);

/** The input schema of a call's tool; null where nothing is known of it. */
export const schemaOf = (context: CaseContext, call: CallNode): ToolSchema | null =>
  call.name ? context.scope.toolset.schema(call.name.value) : null;

const matchersOf = perContext(() => new Map<Entry, MatcherNode>());

/** The argument's value, read as a matcher once for all rules. */
export function matcherOf(context: CaseContext, call: CallNode, { name, entry }: ArgumentNode) {
  const known = matchersOf(context);
  let matcher = known.get(entry);
  if (!matcher) {
    const schema = schemaOf(context, call);
    matcher = readMatcher(entry.value, schema ? (path) => schema.at([name, ...path]) : undefined);
    known.set(entry, matcher);
  }
  return matcher;
}

/** Computes something once for a call of a context. */
export function perCall<T>(
  compute: (context: CaseContext, site: CallSite) => T,
): (context: CaseContext, site: CallSite) => T {
  const madeFor = perContext(() => new Map<CallNode, { readonly made: T }>());
  return (context, site) => {
    const calls = madeFor(context);
    let known = calls.get(site.call);
    if (!known) {
      known = { made: compute(context, site) };
      calls.set(site.call, known);
    }
    return known.made;
  };
}

/** The arguments of one call. */
export const argumentSitesOf = perCall((context, { trajectory, call }): readonly ArgumentSite[] =>
  call.arguments.map((argument) => {
    const matcher = matcherOf(context, call, argument);
    const parts = partsOf({ trajectory, call, argument }, matcher);
    return { trajectory, call, argument, matcher, parts };
  }),
);

/** Every argument of every call. */
export const argumentSites = perContext((context): readonly ArgumentSite[] =>
  callSites(context).flatMap((site) => argumentSitesOf(context, site)),
);

function partsOf(
  site: Pick<MatcherSite, 'trajectory' | 'call' | 'argument'>,
  matcher: MatcherNode,
): readonly MatcherSite[] {
  const found: MatcherSite[] = [];
  const visit = (part: MatcherNode, path: Path): void => {
    if (part.kind === 'object') {
      for (const { entry, matcher } of part.children) visit(matcher, [...path, keyText(entry)]);
    } else if (part.kind === 'list') {
      part.children.forEach((child, index) => {
        visit(child, [...path, index]);
      });
    } else {
      found.push({ ...site, path, part });
    }
  };
  visit(matcher, [site.argument.name]);
  return found;
}

/** The parts of every argument of every call. */
export const matcherSites = perContext((context): readonly MatcherSite[] =>
  argumentSites(context).flatMap(({ parts }) => parts),
);

/** The values that an argument accepts literally: plain literals, and the members of `allowed`. */
export const literalSites = ({ parts }: Pick<ArgumentSite, 'parts'>): readonly LiteralSite[] =>
  parts.flatMap((found): LiteralSite[] => {
    const { part } = found;
    if (part.kind === 'literal') return [{ ...found, node: part.node }];
    if (part.kind === 'matcher')
      return (part.allowed?.node.items ?? []).map((node) => ({ ...found, node }));
    return [];
  });

/** Every `from_call` reference of a call. */
export const referenceSites = (context: CaseContext, site: CallSite): ReferenceSite[] =>
  argumentSitesOf(context, site)
    .flatMap(({ parts }) => parts)
    .flatMap((found): ReferenceSite[] => {
      const { part } = found;
      if (part.kind !== 'matcher') return [];
      return (part.fromCall?.refs ?? []).map((ref) => ({ ...found, part, ref }));
    });

export const keyText = (entry: Entry): string => String(entry.key.value);

/** How messages name a place in a call's arguments: `book_flight.passengers[0].name`. */
export const placeName = (call: CallNode, path: Path): string =>
  path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : `${text}.${step}`),
    call.name?.value ?? 'call',
  );
