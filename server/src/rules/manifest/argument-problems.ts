import type { SchemaProblem } from '../../model/tool.ts';
import { findNode, getEntry, toValue } from '../../syntax/index.ts';
import type { Node, Span } from '../../syntax/node.ts';
import type { CaseContext, Report } from '../rule.ts';
import { argumentSites, literalSites, placeName, schemaOf } from '../walk.ts';

/** The part of a value that a problem is about: the inner value or key, or what encloses it. */
export function problemSpan(value: Node, { path, key }: SchemaProblem): Span {
  const inner = findNode(value, path) ?? value;
  if (key === undefined || inner.kind !== 'map') return inner;
  return getEntry(inner, key)?.key ?? inner;
}

/** Reports what is wrong, of one kind, with the values that a golden accepts. */
export function reportArgumentProblems(
  kind: SchemaProblem['kind'],
  context: CaseContext,
  report: Report,
): void {
  for (const site of argumentSites(context)) {
    const schema = schemaOf(context, site.call);
    if (!schema?.knows(site.argument.name)) continue;
    for (const { node, path } of literalSites(site)) {
      for (const problem of schema.check(path, toValue(node))) {
        if (problem.kind !== kind) continue;
        const place = placeName(site.call, [...path, ...problem.path]);
        report(problemSpan(node, problem), `\`${place}\`: ${problem.message}`, {
          data: { members: [...(problem.members ?? [])], types: [...(problem.types ?? [])] },
        });
      }
    }
  }
}
