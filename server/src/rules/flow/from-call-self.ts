import { say } from '../../l10n/say.ts';
import type { CaseRule } from '../rule.ts';
import { resolvedReferences } from './order.ts';

export const fromCallSelf: CaseRule = {
  id: 'from-call-self',
  table: 'flow',
  severity: 'error',
  summary: '`from_call` names the very call that it stands in.',
  details: `
A call cannot use its own output. Name the earlier call that produced the value.
`,
  check(context, report) {
    for (const { ref, resolution } of resolvedReferences(context)) {
      if (resolution.kind !== 'self') continue;
      report(
        ref.node,
        say`\`${ref.value}\` is this call itself: a value comes from an earlier one`,
      );
    }
  },
};
