import { say } from '../../l10n/say.ts';
import type { CaseContext, DocumentedRule, Finding } from '../rule.ts';

export const toolsMissing: DocumentedRule = {
  id: 'tools-missing',
  table: 'manifest',
  severity: 'info',
  summary: 'No tool manifest is known for the file.',
  details: `
Without a manifest nothing can be said about tool names, arguments and types, so the rules that need one
stay silent for the whole file. Name one by \`tools\` in the case, its dataset or \`callsheet.config.yaml\`:

\`\`\`yaml
tools: ./support.tools.json
\`\`\`
`,
};

/**
 * What a file's one `tools-missing` finding stands on and says, for its first case or golden that names
 * tools and knows none; undefined where nothing is missing. Its severity is the configuration's to say.
 */
export function findMissingTools(contexts: Iterable<CaseContext>): Finding | undefined {
  for (const { scope, subject, trajectories } of contexts) {
    const first = subject.node.entries[0];
    if (scope.toolset.complete || scope.toolset.tools.length > 0) continue;
    if (subject.tools || !first || trajectories.every(({ node }) => node.calls.length === 0))
      continue;
    return {
      code: toolsMissing.id,
      severity: 'info',
      message: say`no tool manifest is known for this file: tool names and arguments are not checked (name one by \`tools\`)`,
      place: { tree: subject.tree, start: first.key.start, end: first.key.end },
    };
  }
  return undefined;
}
