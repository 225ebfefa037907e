import { say } from '../../l10n/say.ts';
import type { IncludeNode } from '../../model/located.ts';
import type { DocumentedRule, Finding } from '../rule.ts';

export const includeEmpty: DocumentedRule = {
  id: 'include-empty',
  table: 'dataset',
  severity: 'error',
  summary: 'An `include` takes in no file.',
  details: `
The glob is relative to the dataset's own folder. One that matches nothing silently shrinks the suite.

\`\`\`yaml
cases: [{ include: "refunds/*.case.yml" }]    # wrong where the files end in .yaml
cases: [{ include: "refunds/*.case.yaml" }]   # right
\`\`\`
`,
};

/** The finding about a glob that matches no file. */
export const emptyInclude = ({ tree, glob: { value, node } }: IncludeNode): Finding => ({
  code: includeEmpty.id,
  severity: 'error',
  message: say`no file matches \`${value}\``,
  place: { tree, start: node.start, end: node.end },
});
