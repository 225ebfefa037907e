import { say } from '../../l10n/say.ts';
import { nearestFixes, suggestions } from '../fixes.ts';
import type { CaseRule } from '../rule.ts';
import { resolvedReferences } from './order.ts';

export const fromCallUnknown: CaseRule = {
  id: 'from-call-unknown',
  table: 'flow',
  severity: 'error',
  summary: '`from_call` names no call of its trajectory.',
  details: `
It takes the \`id\` of another call of the same trajectory, or a tool name that only one earlier call bears;
an id wins over a tool name.

\`\`\`yaml
- { id: search, name: search_flights }
- name: book_flight
  args: { flight_id: { from_call: serch } }    # wrong
  args: { flight_id: { from_call: search } }   # right
\`\`\`
`,
  check(context, report) {
    for (const { trajectory, call, ref, resolution } of resolvedReferences(context)) {
      if (resolution.kind !== 'unknown') continue;
      const others = trajectory.node.calls.filter((other) => other !== call);
      const { hint, data } = suggestions(ref.value, [
        ...others.flatMap((other) => other.id?.value ?? []),
        ...others.flatMap((other) => (other.id ? [] : (other.name?.value ?? []))),
      ]);
      report(ref.node, say`no call here has the id or the tool name \`${ref.value}\`${hint}`, {
        data,
      });
    }
  },
  fix: (finding) => nearestFixes(finding),
};
