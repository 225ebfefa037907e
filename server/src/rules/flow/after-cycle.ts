import type { CaseRule } from '../rule.ts';
import { reportCycles } from './cycles.ts';

export const afterCycle: CaseRule = {
  id: 'after-cycle',
  table: 'flow',
  severity: 'error',
  summary: 'Calls wait for each other by `after` alone.',
  details: `
No order of the calls satisfies the trajectory. A ring that a \`from_call\` takes part in is
\`from-call-cycle\`.

\`\`\`yaml
- { id: a, name: get_user, after: b }      # wrong
- { id: b, name: get_account, after: a }
\`\`\`
`,
  check: (context, report) => reportCycles('after', context, report),
};
