import { say } from '../../l10n/say.ts';
import type { CaseRule } from '../rule.ts';
import { duplicates } from './duplicates.ts';

export const duplicateCallId: CaseRule = {
  id: 'duplicate-call-id',
  table: 'shape',
  severity: 'error',
  summary: 'Two calls of one trajectory have the same `id`.',
  details: `
Nobody could say which of them a \`from_call\` or an \`after\` means. Both are marked.

\`\`\`yaml
- { id: search, name: search_flights }
- { id: search, name: search_hotels }   # wrong
\`\`\`
`,
  check({ trajectories, subject }, report) {
    for (const { node } of trajectories) {
      const ids = node.calls.flatMap(({ id }) => (id ? [id] : []));
      for (const { item, others } of duplicates(ids, ({ value }) => value)) {
        report(item.node, say`several calls have the id \`${item.value}\``, {
          related: others.map((other) => ({
            message: say`also here`,
            place: { tree: subject.tree, start: other.node.start, end: other.node.end },
          })),
        });
      }
    }
  },
};
