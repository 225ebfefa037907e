import { ALL_RULES } from './registry.ts';
import type { Rule, RuleTable } from './rule.ts';

const TABLES: readonly (readonly [RuleTable, title: string])[] = [
  ['shape', 'Shape'],
  ['manifest', 'Against the manifest'],
  ['flow', 'Data flow and order'],
  ['behaviour', 'Behaviour'],
  ['dataset', 'Datasets'],
  ['manifest-file', 'Manifests'],
  ['configuration', 'Configuration'],
  ['score', 'Scores'],
];

const INTRODUCTION = `# Rules

Every finding names its rule; this page says what each one means. A rule's severity is set in
\`callsheet.config.yaml\`, to \`off\`, \`hint\`, \`info\`, \`warning\` or \`error\`:

\`\`\`yaml
rules:
  redundant-default: off
\`\`\`

One finding is silenced by a comment, \`# callsheet-disable-next-line rule-id\` above the line or
\`# callsheet-disable-line rule-id\` on it; in JSON by \`"x-callsheet-disable": ["rule-id"]\` in the object
that it stands in.
`;

const entry = ({ id, severity, summary, details }: Rule): string =>
  `### ${id}\n\n**${severity}.** ${summary}\n\n${details.trim()}\n`;

/** The rules page, as Markdown, from the rules themselves. */
export function renderRulesPage(): string {
  const sections = TABLES.flatMap(([table, title]) => {
    const rules = ALL_RULES.filter((rule) => rule.table === table);
    return rules.length > 0 ? [`## ${title}\n`, ...rules.map(entry)] : [];
  });
  return [INTRODUCTION, ...sections].join('\n');
}
