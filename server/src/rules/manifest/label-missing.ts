import { say } from '../../l10n/say.ts';
import { labelOf, toolDigest } from '../../manifest/index.ts';
import { insertEntry, renderIn } from '../edits.ts';
import { oneFix } from '../fixes.ts';
import { labelsOf, toolsToLabel } from '../labels.ts';
import type { CaseRule } from '../rule.ts';

export const labelMissing: CaseRule = {
  id: 'label-missing',
  table: 'manifest',
  severity: 'off',
  summary: 'A case does not say which state of its tools it was labelled against.',
  details: `
Without a \`tools_digest\` nobody is told when a tool changes under a case that still fits its schema. Off
unless the configuration turns it on; \`callsheet tools label\` labels all cases at once.

\`\`\`yaml
tools_digest: { refund: "sha256:0123456789abcdef" }
\`\`\`
`,
  check(context, report) {
    const first = context.subject.node.entries[0]?.key;
    const written = context.subject.node.entries.some(({ key }) => key.value === 'tools_digest');
    if (!first || written || labelsOf(context).labels.length > 0) return;
    const tools = toolsToLabel(context);
    if (tools.size === 0) return;
    const names = [...tools.keys()].map((name) => `\`${name}\``).join(', ');
    report(first, say`no \`tools_digest\` says which state of ${names} this was labelled against`);
  },
  fix(_, context) {
    const { tree, node } = context.subject;
    const entries = [...toolsToLabel(context)].map(
      ([name, tool]) => [name, renderIn(tree, labelOf(toolDigest(tool)))] as const,
    );
    return oneFix(
      say`Label with the tools as they are`,
      insertEntry(tree, node, 'tools_digest', entries),
    );
  },
};
