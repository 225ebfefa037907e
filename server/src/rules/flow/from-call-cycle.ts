import type { CaseRule } from '../rule.ts';
import { reportCycles } from './cycles.ts';

export const fromCallCycle: CaseRule = {
  id: 'from-call-cycle',
  table: 'flow',
  severity: 'error',
  summary: 'Calls wait for each other, at least one of them for a value.',
  details: `
\`from_call\` means that the value was produced earlier, so a ring of such references, alone or together
with \`after\`, can never be run. The finding stands on the ring's first call, once.

\`\`\`yaml
- { id: a, name: get_user, args: { id: { from_call: b } }, group: 1 }   # wrong: a waits for b
- { id: b, name: get_account, args: { id: { from_call: a } }, group: 1 }
\`\`\`
`,
  check: (context, report) => reportCycles('from_call', context, report),
};
