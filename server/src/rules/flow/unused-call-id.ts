import { say } from '../../l10n/say.ts';
import { getEntry } from '../../syntax/index.ts';
import { removeEntry } from '../edits.ts';
import { oneFix, sameSpan } from '../fixes.ts';
import type { CaseRule } from '../rule.ts';
import { callSites, referenceSites } from '../walk.ts';

export const unusedCallId: CaseRule = {
  id: 'unused-call-id',
  table: 'flow',
  severity: 'hint',
  summary: 'A call has an `id` that no `from_call` or `after` uses.',
  details: `
The id says nothing then. Remove it, or refer to it where a later value comes from this call.
`,
  check(context, report) {
    for (const trajectory of context.trajectories) {
      const { calls } = trajectory.node;
      const used = new Set(
        calls.flatMap((call) => [
          ...call.after.map(({ value }) => value),
          ...referenceSites(context, { trajectory, call }).map(({ ref }) => ref.value),
        ]),
      );
      for (const { id } of calls) {
        if (!id || used.has(id.value)) continue;
        report(id.node, say`nothing refers to the id \`${id.value}\``, { unnecessary: true });
      }
    }
  },
  fix(finding, context) {
    const { tree } = finding.place;
    const site = callSites(context).find(
      ({ call }) => call.id && sameSpan(call.id.node, finding.place),
    );
    const entry = site && getEntry(site.call.node, 'id');
    return entry ? oneFix(say`Remove the unused id`, removeEntry(tree, site.call.node, entry)) : [];
  },
};
