import { nearestFixes } from '../fixes.ts';
import type { CaseRule } from '../rule.ts';
import { reportArgumentProblems } from './argument-problems.ts';

export const argInvalid: CaseRule = {
  id: 'arg-invalid',
  table: 'manifest',
  severity: 'error',
  summary: "A value that the golden accepts violates the tool's schema otherwise.",
  details: `
Anything but a type or a listed value: limits, lengths, patterns, missing or unexpected properties of an
object, list sizes. The finding stands on the inner value or key, or on the enclosing value where
something is missing from it.

\`\`\`yaml
args: { limit: 500 }   # wrong where the schema says maximum: 100
args: { limit: 50 }    # right
\`\`\`
`,
  check: (context, report) => reportArgumentProblems('invalid', context, report),
  fix: (finding) => nearestFixes(finding),
};
