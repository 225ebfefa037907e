import { say } from '../../l10n/say.ts';
import type { Located } from '../../model/located.ts';
import { nearestFixes, suggestions } from '../fixes.ts';
import { labelsOf, successorOf } from '../labels.ts';
import type { CaseContext, CaseRule } from '../rule.ts';
import { callSites } from '../walk.ts';

/** Every place of a case or golden that names a tool. */
function toolNames(context: CaseContext): Located<string>[] {
  const { subject } = context;
  const expected = subject.kind === 'case' ? subject.expected : undefined;
  return [
    ...(expected?.allowedTools?.items ?? []),
    ...(expected?.forbiddenTools?.items ?? []),
    ...(expected?.confirmBefore?.items ?? []),
    ...callSites(context).flatMap(({ call }) => call.name ?? []),
  ];
}

/** What a tool is called now that the case was labelled against under another name. */
function newName(context: CaseContext, name: string): string | undefined {
  const label = labelsOf(context).labels.find((each) => each.name === name && !each.tool);
  return label && successorOf(context, label)?.after.name;
}

export const unknownTool: CaseRule = {
  id: 'unknown-tool',
  table: 'manifest',
  severity: 'error',
  summary: 'A case names a tool that none of its manifests has.',
  details: `
No agent can call a tool that it is not offered, so such a case fails whatever the agent does, or forbids
nothing at all. Names are looked up literally and through the alias of each manifest. Where the case is
labelled and the lock file knows the tool as it was, the message says what it is called now.

\`\`\`yaml
- name: serch_flights    # wrong: the manifest has search_flights
- name: search_flights   # right
\`\`\`
`,
  check(context, report) {
    const { toolset } = context.scope;
    if (!toolset.complete) return;
    for (const { value, node } of toolNames(context)) {
      if (toolset.find(value)) continue;
      const now = newName(context, value);
      if (now !== undefined) {
        const message = say`no manifest of this case has a tool \`${value}\`: it was renamed to \`${now}\``;
        report(node, message, { data: { nearest: [now] } });
        continue;
      }
      const { hint, data } = suggestions(
        value,
        toolset.tools.map((tool) => tool.name),
      );
      report(node, say`no manifest of this case has a tool \`${value}\`${hint}`, { data });
    }
  },
  fix: (finding) => nearestFixes(finding),
};
