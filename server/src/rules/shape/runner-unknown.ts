import { say } from '../../l10n/say.ts';
import { nearestFixes, suggestions } from '../fixes.ts';
import type { CaseRule } from '../rule.ts';

export const runnerUnknown: CaseRule = {
  id: 'runner-unknown',
  table: 'shape',
  severity: 'error',
  summary: 'A runner that the configuration does not have.',
  details: `
Runners are named under \`runners\` in \`callsheet.config.yaml\`; \`replay\` is always there.

\`\`\`yaml
runner: agnet   # wrong where the configuration has agent
runner: agent   # right
\`\`\`
`,
  check({ scope, subject }, report) {
    const runner = subject.kind === 'case' ? subject.runner : undefined;
    if (!runner) return;
    const names = new Set(['replay', ...scope.config.runners.keys()]);
    if (names.has(runner.value)) return;
    const { hint, data } = suggestions(runner.value, names);
    report(runner.node, say`there is no runner \`${runner.value}\`${hint}`, { data });
  },
  fix: (finding) => nearestFixes(finding),
};
