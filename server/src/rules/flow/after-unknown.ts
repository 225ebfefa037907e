import { say } from '../../l10n/say.ts';
import { nearestFixes, suggestions } from '../fixes.ts';
import type { CaseRule } from '../rule.ts';
import { callSites } from '../walk.ts';
import { callsById } from './order.ts';

export const afterUnknown: CaseRule = {
  id: 'after-unknown',
  table: 'flow',
  severity: 'error',
  summary: '`after` names no call of its trajectory.',
  details: `
It takes ids, and no tool names, of calls of the same trajectory.

\`\`\`yaml
- { id: search, name: search_flights }
- { name: book_flight, after: serch }    # wrong
- { name: book_flight, after: search }   # right
\`\`\`
`,
  check(context, report) {
    for (const { trajectory, call } of callSites(context)) {
      for (const { value, node } of call.after) {
        if (callsById(trajectory, value).length > 0) continue;
        const ids = trajectory.node.calls.flatMap((other) =>
          other === call ? [] : (other.id?.value ?? []),
        );
        const { hint, data } = suggestions(value, ids);
        report(node, say`no call here has the id \`${value}\`${hint}`, { data });
      }
    }
  },
  fix: (finding) => nearestFixes(finding),
};
