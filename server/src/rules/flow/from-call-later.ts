import { say } from '../../l10n/say.ts';
import { replaceScalar } from '../edits.ts';
import { oneFix, sameSpan } from '../fixes.ts';
import type { CaseRule } from '../rule.ts';
import { frameOf, resolvedReferences } from './order.ts';

export const fromCallLater: CaseRule = {
  id: 'from-call-later',
  table: 'flow',
  severity: 'error',
  summary: '`from_call` names a call that cannot come earlier.',
  details: `
The call stands in a higher group, or later in a list whose order counts. Move it up, give it a group that
is not higher, or say \`match: { calls: any_order }\` where order does not matter.

\`\`\`yaml
- { name: book_flight, args: { flight_id: { from_call: search } } }   # wrong: search comes next
- { id: search, name: search_flights }
\`\`\`
`,
  check(context, report) {
    for (const { trajectory, call, ref, resolution } of resolvedReferences(context)) {
      if (resolution.kind !== 'later') continue;
      const { call: later } = resolution;
      const why =
        frameOf(trajectory) === 'groups'
          ? say`stands in group ${later.group?.value}, after group ${call.group?.value}`
          : say`is listed later`;
      const { start, end } = (later.name ?? later).node;
      report(ref.node, say`\`${ref.value}\` ${why}, so its output is not known yet`, {
        related: [
          { message: say`the later call`, place: { tree: context.subject.tree, start, end } },
        ],
      });
    }
  },
  /** Where groups order the calls, the producer joins the group of the call that needs it. */
  fix(finding, context) {
    const found = resolvedReferences(context).find(({ ref }) => sameSpan(ref.node, finding.place));
    if (found?.resolution.kind !== 'later' || frameOf(found.trajectory) !== 'groups') return [];
    const group = found.call.group?.value;
    const node = found.resolution.call.group?.node;
    if (group === undefined || node?.kind !== 'scalar' || node.origin) return [];
    return oneFix(say`Move \`${found.ref.value}\` to group ${group}`, replaceScalar(node, group));
  },
};
