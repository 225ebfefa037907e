import { say } from '../../l10n/say.ts';
import { nearestFixes } from '../fixes.ts';
import type { CaseRule } from '../rule.ts';

export const toolsUnreadable: CaseRule = {
  id: 'tools-unreadable',
  table: 'manifest',
  severity: 'error',
  summary: 'A manifest that `tools` names cannot be read, or has no tools.',
  details: `
The path is relative to the file that names it. It may lead to no file, outside the workspace, to a web
address (nothing is ever fetched), to a file that is neither JSON nor YAML, or to one without a tool. As
long as one manifest cannot be read, nothing is said about names that might stand in it.
`,
  check({ scope, subject }, report) {
    for (const source of subject.tools?.sources ?? []) {
      if (source.kind !== 'path') continue;
      const found = scope.manifest(source.path.value);
      if (!found || found.ok) continue;
      report(
        source.path.node,
        say`cannot read tools from \`${source.path.value}\`: ${found.reason}`,
        {
          data: { nearest: [...found.nearest] },
        },
      );
    }
  },
  fix: (finding) => nearestFixes(finding),
};
