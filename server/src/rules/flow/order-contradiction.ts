import { say } from '../../l10n/say.ts';
import { getEntry } from '../../syntax/index.ts';
import { reportContradiction } from '../contradiction.ts';
import type { CaseRule } from '../rule.ts';
import { callSites } from '../walk.ts';
import { callsById, contradictsAfter } from './order.ts';

export const orderContradiction: CaseRule = {
  id: 'order-contradiction',
  table: 'flow',
  severity: 'error',
  summary: '`after` says what a group, or `match.calls: any_order`, forbids.',
  details: `
A call cannot come after one of a higher group. And where any order will do, a written \`after\` says
nothing.

\`\`\`yaml
- { id: pay, name: send_payment, group: 2 }
- { name: get_balance, group: 1, after: pay }   # wrong: group 1 comes before group 2
\`\`\`
`,
  check(context, report) {
    const { subject } = context;
    const match = subject.kind === 'golden' ? subject.match : subject.expected?.match;
    for (const { trajectory, call } of callSites(context)) {
      const after = getEntry(call.node, 'after')?.key;
      if (!after) continue;
      if (trajectory.callMode === 'any_order') {
        reportContradiction(context, report, after, match?.calls?.key, {
          message: say`\`after\` asks for an order, \`match.calls: any_order\` for none`,
        });
        continue;
      }
      for (const { value } of call.after) {
        const before = callsById(trajectory, value)[0];
        if (!before || !contradictsAfter(trajectory, before, call)) continue;
        reportContradiction(context, report, after, call.group?.key, {
          message: say`group ${call.group?.value} comes before group ${before.group?.value} of \`${value}\`, so this call cannot come after it`,
        });
      }
    }
  },
};
