import { say } from '../../l10n/say.ts';
import { parseJsonPath } from '../../model/json-path.ts';
import type { ToolSchema } from '../../model/tool.ts';
import type { Json } from '../../model/value.ts';
import { toValue } from '../../syntax/index.ts';
import { type PredicateTest, predicateOf } from '../behaviour/predicates.ts';
import { reportContradiction } from '../contradiction.ts';
import { CROSS_TYPE, neverFit } from '../flow/from-call-type.ts';
import { jsonType, selectionsOf, typesOf } from '../flow/selection.ts';
import type { CaseContext, CaseRule, Report } from '../rule.ts';
import { argumentSites, type MatcherSite, placeName, schemaOf } from '../walk.ts';

type Matcher = Extract<MatcherSite['part'], { kind: 'matcher' }>;

interface Site extends MatcherSite {
  readonly part: Matcher;
  readonly schema: ToolSchema | null;
}

/** The matchers that a call has to satisfy: graded ones that cannot be left out. */
const bindingSites = (context: CaseContext): Site[] =>
  argumentSites(context)
    .filter(
      ({ trajectory, call, argument }) =>
        trajectory.argsMode(call) !== 'ignore' &&
        !trajectory.ignoreArgs(call).includes(argument.name),
    )
    .flatMap(({ parts }) => parts)
    .flatMap((site): Site[] => {
      if (site.part.kind !== 'matcher') return [];
      const schema = schemaOf(context, site.call);
      const mayGo = site.part.optional?.value === true && !schema?.required.has(site.argument.name);
      return mayGo ? [] : [{ ...site, part: site.part, schema }];
    });

/** The values that a schema lists at a place, booleans included; undefined where there is no list. */
function membersAt({ schema, path }: Site): readonly Json[] | undefined {
  const place = schema?.at(path);
  if (typeof place !== 'object') return undefined;
  if (place.const !== undefined) return [place.const];
  if (Array.isArray(place.enum)) return place.enum;
  return place.type === 'boolean' ? [true, false] : undefined;
}

/** Why no value can satisfy the predicate and the schema of the place. */
function predicateExcludes(site: Site, test: PredicateTest): string | undefined {
  const members = membersAt(site);
  if (members) {
    return members.some((member) => test.accepts(member) !== false)
      ? undefined
      : 'the predicate accepts none of the values that the schema lists';
  }
  const place = site.schema?.at(site.path);
  const types = typeof place === 'object' ? typesOf(place) : undefined;
  const typed = types && test.types && ![...types].some((type) => test.types!.has(type));
  return typed ? `the predicate accepts no ${[...types].join(' or ')}` : undefined;
}

function checkSite(context: CaseContext, site: Site, report: Report): void {
  const { part, call, path } = site;
  const place = `\`${placeName(call, path)}\``;
  const values = part.allowed?.node.items.map(toValue);
  if (values?.length === 0) {
    report(part.allowed!.node, say`${place}: no value is allowed, so no call can match`);
    return;
  }
  const test = part.predicate && predicateOf(part.predicate.value);
  if (test && values && part.predicate?.key) {
    if (values.some((value) => test.accepts(value) !== false)) return;
    reportContradiction(context, report, part.predicate.key, part.allowed!.key, {
      message: say`${place}: the predicate accepts none of the allowed values`,
    });
    return;
  }
  const excluded = test && predicateExcludes(site, test);
  if (excluded) {
    report(part.predicate!.node, `${place}: ${excluded}`);
    return;
  }
  if (values && part.fromCall && part.path && !CROSS_TYPE.has(part.compare?.value ?? '')) {
    const parsed = parseJsonPath(part.path.value);
    if (!parsed.ok) return;
    const wanted = new Set(values.map(jsonType));
    const selected = selectionsOf(context, part, parsed.query);
    const never = selected.every(
      (one) => one.kind === 'some' && one.types && neverFit(one.types, wanted),
    );
    if (selected.length === 0 || !never) return;
    reportContradiction(context, report, part.allowed!.key, part.fromCall.key, {
      message: say`${place}: no allowed value has the type of what \`path\` selects`,
    });
  }
}

export const unsatisfiableCall: CaseRule = {
  id: 'unsatisfiable-call',
  table: 'manifest',
  severity: 'error',
  summary: 'No call that the schema accepts can match the golden call.',
  details: `
The conditions of one argument exclude each other: \`allowed: []\`, a predicate that no allowed value or no
listed value of the schema satisfies, allowed values that a \`from_call\` can never produce. What one value
does wrong by itself is an \`arg-…\` finding instead.

\`\`\`yaml
cabin: { predicate: iso_date }   # wrong where cabin is one of economy, business
\`\`\`
`,
  check(context, report) {
    for (const site of bindingSites(context)) checkSite(context, site, report);
  },
};
