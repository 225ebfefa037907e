import { say } from '../../l10n/say.ts';
import type { CaseRule } from '../rule.ts';

export const mixedGroups: CaseRule = {
  id: 'mixed-groups',
  table: 'flow',
  severity: 'error',
  summary: 'Some calls of a trajectory have a `group`, and some have none.',
  details: `
Groups order a trajectory as a whole: give one to every call, or to none, which means listed order.

\`\`\`yaml
- { name: search_flights, group: 1 }
- { name: book_flight }               # wrong
- { name: book_flight, group: 2 }     # right
\`\`\`
`,
  check(context, report) {
    for (const { node } of context.trajectories) {
      // A group that is no integer is there all the same; the shape rules speak of it.
      const hasGroup = node.calls.map(
        (call) => call.group ?? call.node.entries.some(({ key }) => key.value === 'group'),
      );
      if (!hasGroup.some(Boolean)) continue;
      const bare = node.calls.find((_, index) => !hasGroup[index]);
      if (!bare) continue;
      const name = bare.name ? `\`${bare.name.value}\`` : 'this call';
      report((bare.name ?? bare).node, say`${name} has no \`group\`, and other calls have one`);
    }
  },
};
