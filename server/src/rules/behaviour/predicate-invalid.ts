import { say } from '../../l10n/say.ts';
import type { CaseRule } from '../rule.ts';
import { matcherSites } from '../walk.ts';
import { schemaFault } from './predicates.ts';

export const predicateInvalid: CaseRule = {
  id: 'predicate-invalid',
  table: 'behaviour',
  severity: 'error',
  summary: 'A predicate that is written as a JSON Schema is none.',
  details: `
A predicate may be a JSON Schema (2020-12). One that does not compile would check nothing.

\`\`\`yaml
seats: { predicate: { type: integr } }                # wrong
seats: { predicate: { type: integer, minimum: 1 } }   # right
\`\`\`
`,
  check(context, report) {
    for (const { part } of matcherSites(context)) {
      const predicate = part.kind === 'matcher' ? part.predicate : undefined;
      if (!predicate || typeof predicate.value === 'string') continue;
      const fault = schemaFault(predicate.value);
      if (fault !== undefined) report(predicate.node, say`not a JSON Schema: ${fault}`);
    }
  },
};
