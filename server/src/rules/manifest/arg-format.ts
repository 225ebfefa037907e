import type { CaseRule } from '../rule.ts';
import { reportArgumentProblems } from './argument-problems.ts';

export const argFormat: CaseRule = {
  id: 'arg-format',
  table: 'manifest',
  severity: 'warning',
  summary:
    "A text that the golden accepts does not have the `format` that the tool's schema names.",
  details: `
Tools differ in how strictly they take formats such as \`date-time\`, \`email\` or \`uri\`, so this is a
warning.

\`\`\`yaml
args: { when: 12 June 2026 }     # wrong where the format is date
args: { when: "2026-06-12" }     # right
\`\`\`
`,
  check: (context, report) => reportArgumentProblems('format', context, report),
};
