import { say } from '../../l10n/say.ts';
import { nearestFixes } from '../fixes.ts';
import type { CaseRule } from '../rule.ts';
import { callSites } from '../walk.ts';
import { unknownArguments } from './argument-names.ts';

export const unknownArg: CaseRule = {
  id: 'unknown-arg',
  table: 'manifest',
  severity: 'error',
  summary: "A golden call has an argument that the tool's schema does not know.",
  details: `
The schema is asked directly and through \`patternProperties\`, \`allOf\`, \`anyOf\`, \`oneOf\` and \`$ref\`.
Where it is open (\`additionalProperties\` is \`true\` or a schema) only a near miss of a known name is
reported, as a warning. A misspelt required argument is this finding alone.

\`\`\`yaml
args: { orgin: SFO }    # wrong
args: { origin: SFO }   # right
\`\`\`
`,
  check(context, report) {
    for (const site of callSites(context)) {
      const tool = site.call.name?.value ?? '';
      const closed = context.scope.toolset.schema(tool)?.closed;
      for (const { argument, meant } of unknownArguments(context, site)) {
        const quoted = meant.map((name) => `\`${name}\``).join(' or ');
        const hint = meant.length === 0 ? '' : say`; did you mean ${quoted}?`;
        report(argument.entry.key, say`\`${tool}\` has no argument \`${argument.name}\`${hint}`, {
          data: { nearest: [...meant] },
          severity: closed ? undefined : 'warning',
        });
      }
    }
  },
  fix: (finding) => nearestFixes(finding),
};
