import { say } from '../l10n/say.ts';
import type { Config } from '../model/config.ts';
import type { SegmentTree, Span } from '../syntax/node.ts';
import { nearestFixes } from './fixes.ts';
import { once } from './memo.ts';
import { CASE_RULES, RULES } from './registry.ts';
import type { CaseContext, CaseRule, Finding, Fix, Report } from './rule.ts';
import { isOff, type RuleLogger, settle } from './settle.ts';
import { modifierFindings } from './shape/modifiers.ts';
import { structureFindings } from './shape/structure.ts';
import { syntaxFindings } from './shape/syntax.ts';
import { findUnsafeIntegers } from './shape/unsafe-integer.ts';

/** Where the text of a span really stands, when it came through an alias or a merge key. */
const originOf = (span: Span & { readonly origin?: Span }): Span | undefined => span.origin;

/** What a rule says of a case or golden, at the severities that it gives itself. */
function runRule(rule: CaseRule, context: CaseContext, log?: RuleLogger): Finding[] {
  const { tree } = context.subject;
  const found: Finding[] = [];
  const report: Report = (span, message, { severity, related = [], ...extras } = {}) => {
    const origin = originOf(span);
    const written = origin
      ? [{ message: say`written here`, place: { tree, ...spanOf(origin) } }]
      : [];
    const all = [...written, ...related];
    found.push({
      code: rule.id,
      severity: severity ?? (rule.severity === 'off' ? 'info' : rule.severity),
      message,
      place: { tree, ...spanOf(span) },
      ...extras,
      ...(all.length > 0 && { related: all }),
    });
  };
  try {
    rule.check(context, report);
  } catch (error) {
    log?.(`rule ${rule.id} failed`, error);
  }
  return found;
}

const spanOf = ({ start, end }: Span): Span => ({ start, end });

/**
 * One mistake, one finding. A case whose keys are wrong may look as if it expected nothing: then only the
 * keys are reported. A number too large is only that where nothing worse is said of it.
 */
function withoutEchoes(findings: readonly Finding[], { subject }: CaseContext): Finding[] {
  const expected = subject.kind === 'case' ? subject.expected : undefined;
  const errors = findings.filter(({ severity }) => severity === 'error');
  const isBroken = errors.some(
    ({ code, place }) =>
      RULES.get(code)?.table === 'shape' && expected !== undefined && isIn(place, expected.node),
  );
  const spanKey = ({ place }: Finding): string => `${place.start}-${place.end}`;
  const wrong = new Set(errors.map(spanKey));
  const seen = new Set<string>();
  return findings.filter((finding) => {
    if (isBroken && finding.code === 'vacuous-expectation') return false;
    if (finding.code === 'unsafe-integer' && wrong.has(spanKey(finding))) return false;
    const key = `${finding.code} ${spanKey(finding)} ${finding.message}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** The rules that a configuration leaves on. */
const rulesFor = once((config: Config): readonly CaseRule[] =>
  CASE_RULES.filter(({ id }) => !isOff(id, config)),
);

const doesNotParse = (tree: SegmentTree): boolean =>
  tree.problems.some(({ code }) => code === 'yaml-syntax');

/**
 * Every finding of one case or golden trajectory, as the configuration wants it. A text that does not
 * parse has its syntax findings only; a rule that crashes is told to `log`, and the others still run.
 */
export function lintCase(context: CaseContext, log?: RuleLogger): Finding[] {
  const { subject, scope } = context;
  const { tree, node, kind } = subject;
  const syntax = syntaxFindings(tree).filter(
    ({ place }) => node === tree.root || isIn(place, node),
  );
  if (doesNotParse(tree)) return settle(syntax, scope.config);
  const findings = [
    ...syntax,
    ...findUnsafeIntegers(tree, node),
    ...structureFindings(kind, tree, { node, toolset: scope.toolset }),
    ...modifierFindings(context),
    ...rulesFor(scope.config).flatMap((rule) => runRule(rule, context, log)),
  ];
  return settle(withoutEchoes(findings, context), scope.config);
}

const isIn = (inner: Span, outer: Span): boolean =>
  outer.start <= inner.start && inner.end <= outer.end;

/**
 * The quick fixes of a finding, the one to take without thinking first. Without a context (in a dataset's
 * frame, in a configuration) a case rule's finding offers no more than the names that may have been meant.
 */
export function fixesFor(finding: Finding, context?: CaseContext): readonly Fix[] {
  const rule = RULES.get(finding.code);
  const fixes = rule?.check
    ? context
      ? rule.fix?.(finding, context)
      : nearestFixes(finding)
    : rule?.fix?.(finding, finding.place.tree);
  return (fixes ?? []).toSorted((a, b) => Number(b.preferred ?? 0) - Number(a.preferred ?? 0));
}
