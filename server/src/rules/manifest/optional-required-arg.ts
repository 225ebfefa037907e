import { say } from '../../l10n/say.ts';
import { removeEntry } from '../edits.ts';
import { oneFix, sameSpan } from '../fixes.ts';
import type { CaseContext, CaseRule } from '../rule.ts';
import { type ArgumentSite, argumentSites, schemaOf } from '../walk.ts';

/** Arguments that the golden lets be omitted and the schema does not. */
const contradictions = (context: CaseContext): ArgumentSite[] =>
  argumentSites(context).filter(
    ({ call, argument, matcher }) =>
      matcher.kind === 'matcher' &&
      matcher.optional?.value === true &&
      schemaOf(context, call)?.required.has(argument.name),
  );

export const optionalRequiredArg: CaseRule = {
  id: 'optional-required-arg',
  table: 'manifest',
  severity: 'warning',
  summary: 'An argument that the tool requires is marked `optional`.',
  details: `
A call without it would be refused by the tool, so letting it be omitted accepts calls that cannot work.

\`\`\`yaml
seats: { allowed: [2], optional: true }   # wrong where seats is required
seats: 2                                  # right
\`\`\`
`,
  check(context, report) {
    for (const { call, argument, matcher } of contradictions(context)) {
      if (matcher.kind !== 'matcher' || !matcher.optional) continue;
      const span = matcher.optional.key ?? matcher.optional.node;
      report(
        span,
        say`\`${call.name?.value}\` requires \`${argument.name}\`: it cannot be optional`,
      );
    }
  },
  fix(finding, context) {
    for (const { matcher } of contradictions(context)) {
      if (matcher.kind !== 'matcher') continue;
      const entry = matcher.node.entries.find(({ key }) => sameSpan(key, finding.place));
      if (!entry) continue;
      const edit = removeEntry(finding.place.tree, matcher.node, entry);
      return oneFix(say`Remove \`optional\``, edit, { preferred: true });
    }
    return [];
  },
};
