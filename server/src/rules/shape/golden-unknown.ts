import { say } from '../../l10n/say.ts';
import { closest, nearestFixes } from '../fixes.ts';
import type { CaseRule } from '../rule.ts';
import { goldenReferences, splitFragment } from './file-unreadable.ts';

export const goldenUnknown: CaseRule = {
  id: 'golden-unknown',
  table: 'shape',
  severity: 'error',
  summary: 'A `golden` names no golden trajectory of its file.',
  details: `
The fragment is a \`golden_id\`. Without one the file holds exactly one golden trajectory.

\`\`\`yaml
golden: ./refunds.golden.yaml#refund-partal    # wrong
golden: ./refunds.golden.yaml#refund-partial   # right
\`\`\`
`,
  check(context, report) {
    for (const { value, node } of goldenReferences(context)) {
      const found = context.scope.golden(value);
      if (found.kind !== 'unknown') continue;
      const [path, fragment] = splitFragment(value);
      const name = fragment.slice(1);
      const close = name === '' ? found.ids : closest(name, found.ids);
      const ids = close.map((id) => `\`${id}\``).join(' or ');
      const message =
        name !== ''
          ? say`no golden trajectory of this file has the id \`${name}\`${ids && `; did you mean ${ids}?`}`
          : found.ids.length === 0
            ? say`this file holds no golden trajectory`
            : say`this file holds ${found.ids.length} golden trajectories: say which one by \`#id\``;
      report(node, message, { data: { nearest: close.map((id) => `${path}#${id}`) } });
    }
  },
  fix: (finding) => nearestFixes(finding),
};
