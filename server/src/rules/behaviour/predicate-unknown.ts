import { say } from '../../l10n/say.ts';
import { nearestFixes, suggestions } from '../fixes.ts';
import type { CaseContext, CaseRule } from '../rule.ts';
import { matcherSites } from '../walk.ts';
import { PREDICATE_NAMES } from './predicates.ts';

/** All names that a predicate may have; undefined where those of the configured module are not known. */
function knownNames({ scope }: CaseContext): readonly string[] | undefined {
  if (!scope.config.predicates) return PREDICATE_NAMES;
  return scope.predicateNames && [...PREDICATE_NAMES, ...scope.predicateNames];
}

export const predicateUnknown: CaseRule = {
  id: 'predicate-unknown',
  table: 'behaviour',
  severity: 'error',
  summary: '`predicate` names none that exists.',
  details: `
Known are the built-in names and what the configuration's predicate module exports. The module is never run
for that: where its exports cannot be read from its text, nothing is said.

\`\`\`yaml
date: { predicate: iso-date }   # wrong
date: { predicate: iso_date }   # right
\`\`\`
`,
  check(context, report) {
    const names = knownNames(context);
    if (!names) return;
    for (const { part } of matcherSites(context)) {
      const predicate = part.kind === 'matcher' ? part.predicate : undefined;
      if (typeof predicate?.value !== 'string' || names.includes(predicate.value)) continue;
      const { hint, data } = suggestions(predicate.value, names);
      report(predicate.node, say`there is no predicate \`${predicate.value}\`${hint}`, { data });
    }
  },
  fix: (finding) => nearestFixes(finding),
};
