import type { SchemaProblem } from '../../model/tool.ts';
import { findNode, getEntry, toValue } from '../../syntax/index.ts';
import type { Node, Span } from '../../syntax/node.ts';
import { perContext } from '../memo.ts';
import type { CaseContext, Report } from '../rule.ts';
import { argumentSites, literalSites, placeName, schemaOf } from '../walk.ts';

/** The part of a value that a problem is about: the inner value or key, or what encloses it. */
export function problemSpan(value: Node, { path, key }: SchemaProblem): Span {
  const inner = findNode(value, path) ?? value;
  if (key === undefined || inner.kind !== 'map') return inner;
  return getEntry(inner, key)?.key ?? inner;
}

interface ArgumentProblem {
  readonly problem: SchemaProblem;
  readonly span: Span;
  /** The tool, and the way to the offending part. */
  readonly place: string;
}

/**
 * What a comparison makes of an allowed value that the schema refuses: something else may be equal to it.
 * By comparison, the kinds of problems that say nothing then (scoring.md §2).
 */
const FORGIVEN: Readonly<Record<string, readonly SchemaProblem['kind'][]>> = {
  words: ['enum', 'format', 'invalid'],
  instant: ['format', 'invalid'],
  number: ['type'],
};

/** Everything that the schemas have against the values that the goldens accept. */
const argumentProblems = perContext((context): readonly ArgumentProblem[] =>
  argumentSites(context).flatMap((site) => {
    const schema = schemaOf(context, site.call);
    if (!schema?.knows(site.argument.name)) return [];
    return literalSites(site).flatMap(({ node, path, part }) => {
      const own = part.kind === 'matcher' ? part.compare?.value : undefined;
      const compare = own ?? site.trajectory.compare(site.call) ?? '';
      const forgiven = Object.hasOwn(FORGIVEN, compare) ? FORGIVEN[compare]! : [];
      return schema
        .check(path, toValue(node))
        .filter(({ kind }) => !forgiven.includes(kind))
        .map((problem) => ({
          problem,
          span: problemSpan(node, problem),
          place: placeName(site.call, [...path, ...problem.path]),
        }));
    });
  }),
);

/** Reports what is wrong, of one kind, with the values that a golden accepts. */
export function reportArgumentProblems(
  kind: SchemaProblem['kind'],
  context: CaseContext,
  report: Report,
): void {
  for (const { problem, span, place } of argumentProblems(context)) {
    if (problem.kind !== kind) continue;
    const { message, members = [], types = [], nearest = [] } = problem;
    report(span, `\`${place}\`: ${message}`, {
      data: { members: [...members], types: [...types], nearest: [...nearest] },
    });
  }
}
