import { say } from '../../l10n/say.ts';
import type { CaseRule } from '../rule.ts';
import { callSites } from '../walk.ts';

export const deprecatedTool: CaseRule = {
  id: 'deprecated-tool',
  table: 'manifest',
  severity: 'hint',
  summary: 'A golden call uses a tool that its manifest calls deprecated.',
  details: `
A tool counts as deprecated with \`deprecated: true\` on it, in its schema or in its annotations, or with
\`DEPRECATED\` or \`(Deprecated)\` in its title or description. Agents are often told to avoid such tools,
and then fail the case.
`,
  check(context, report) {
    for (const { call } of callSites(context)) {
      if (!call.name) continue;
      const tool = context.scope.toolset.find(call.name.value);
      if (!tool?.deprecated) continue;
      report(call.name.node, say`\`${tool.name}\` is deprecated`, {
        deprecated: true,
        related: [{ message: say`defined here`, place: { ...tool.place, uri: tool.uri } }],
      });
    }
  },
};
