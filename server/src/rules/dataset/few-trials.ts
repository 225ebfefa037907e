import { say } from '../../l10n/say.ts';
import type { CaseRule } from '../rule.ts';
import { expectedTools } from './coverage.ts';

/** Fewer runs than these say little of how reliably an agent behaves. */
const ENOUGH = 5;

export const fewTrials: CaseRule = {
  id: 'few-trials',
  table: 'dataset',
  severity: 'info',
  summary: 'A case of a dataset expects a destructive call, and is tried fewer than five times.',
  details: `
An agent that pays twice in one run of four passes most single runs. Set \`trials\` on the case, or in the
dataset's \`defaults\`.

\`\`\`yaml
trials: 5
\`\`\`
`,
  check(context, report) {
    const { subject, scope } = context;
    if (subject.kind !== 'case' || !scope.dataset || !subject.caseId) return;
    const trials = (subject.trials ?? scope.dataset.defaults?.trials)?.value ?? 1;
    const name = expectedTools(context)?.find(
      (each) => scope.toolset.consequence(each) === 'destructive',
    );
    if (name === undefined || trials >= ENOUGH) return;
    const times = trials === 1 ? 'once' : `${trials} times`;
    report(
      subject.caseId.node,
      say`\`${name}\` is destructive, and the case is tried only ${times}`,
    );
  },
};
