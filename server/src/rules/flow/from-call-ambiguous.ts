import { say } from '../../l10n/say.ts';
import type { CallNode } from '../../model/located.ts';
import { insertEntry, renderIn } from '../edits.ts';
import { oneFix, replaceToken, sameSpan } from '../fixes.ts';
import type { CaseRule, Fix, TrajectoryContext } from '../rule.ts';
import { resolvedReferences } from './order.ts';

/** An id that no call of the trajectory has: the tool's name, numbered. */
export function freshId(trajectory: TrajectoryContext, call: CallNode): string {
  const taken = new Set(trajectory.node.calls.flatMap(({ id, name }) => [id?.value, name?.value]));
  const base = (call.name?.value ?? 'call')
    .replaceAll(/[^A-Za-z0-9_-]/g, '_')
    .replace(/^(?=\d|-)/, '_');
  let number = call.index + 1;
  while (taken.has(`${base}_${number}`)) number++;
  return `${base}_${number}`;
}

export const fromCallAmbiguous: CaseRule = {
  id: 'from-call-ambiguous',
  table: 'flow',
  severity: 'error',
  summary: '`from_call` is a tool name that several earlier calls bear.',
  details: `
Nobody can say which of them is meant. Give the calls ids and refer to one, or list several where any of
them will do.

\`\`\`yaml
- { name: get_user }
- { name: get_user }
- { name: refund, args: { user: { from_call: get_user } } }   # wrong
\`\`\`
`,
  check(context, report) {
    for (const { ref, resolution } of resolvedReferences(context)) {
      if (resolution.kind !== 'ambiguous') continue;
      const { calls } = resolution;
      report(
        ref.node,
        say`${calls.length} earlier calls are of \`${ref.value}\`: refer to one by its id`,
        {
          related: calls.map(({ name, node }) => ({
            message: say`a call of \`${ref.value}\``,
            place: {
              tree: context.subject.tree,
              start: (name?.node ?? node).start,
              end: (name?.node ?? node).end,
            },
          })),
        },
      );
    }
  },
  /** One fix a candidate: refer to it by its id, which it gets where it has none. */
  fix(finding, context) {
    const { tree } = finding.place;
    const found = resolvedReferences(context).find(({ ref }) => sameSpan(ref.node, finding.place));
    if (found?.resolution.kind !== 'ambiguous') return [];
    return found.resolution.calls.flatMap((call): readonly Fix[] => {
      const id = call.id?.value ?? freshId(found.trajectory, call);
      const reference = replaceToken(tree, finding.place, id);
      const title = say`Refer to call ${call.index + 1} as \`${id}\``;
      if (call.id) return oneFix(title, reference);
      return oneFix(title, [insertEntry(tree, call.node, 'id', renderIn(tree, id)), reference]);
    });
  },
};
