/** Rules about labels: the state of each tool that a case was reviewed against. */
import type { DocumentedRule } from '../rule.ts';

export const toolsDrift: DocumentedRule = {
  id: 'tools-drift',
  table: 'manifest',
  severity: 'warning',
  summary: 'A tool has changed since the case was labelled against it.',
  details: `
The finding stands on the tool's line in \`tools_digest\`, and says what changed where the lock file has the
old definition. Review the case, then label it anew (\`callsheet tools label\`).
`,
};

export const labelMissing: DocumentedRule = {
  id: 'label-missing',
  table: 'manifest',
  severity: 'off',
  summary: 'A case has no `tools_digest`.',
  details: `
Without labels nobody can tell whether a case was written for the tools as they are now. Off unless the
configuration asks for it.
`,
};
