/** Rules about what a suite does not measure: each a question to its cases, told on the dataset's name. */
import { phrase, say } from '../../l10n/say.ts';
import type { CaseNode } from '../../model/located.ts';
import { writtenPaths } from '../behaviour/expected-paths.ts';
import type { CaseContext, DatasetContext, DatasetRule } from '../rule.ts';
import { datasetPlace, isCase } from './coverage.ts';

interface Gap {
  readonly id: string;
  readonly summary: string;
  readonly details: string;
  readonly message: string;
  /** Whether the gap matters for the dataset; always by default. */
  readonly matters?: (context: DatasetContext) => boolean;
  /** Whether a case fills it. */
  readonly fills: (subject: CaseNode, context: CaseContext) => boolean;
}

const ADVERSARIAL = new Set(['adversarial', 'injection']);

const GAPS: readonly Gap[] = [
  {
    id: 'no-irrelevance-case',
    summary: 'No case of the dataset expects that nothing is called.',
    message: phrase`no case expects that no tool is called: the suite measures half of selection`,
    details: `
Without one the suite measures half of selection: an agent that always calls something passes.

\`\`\`yaml
expected: { tool_behavior: no_call }
\`\`\`
`,
    fills: ({ expected }) => expected?.toolBehavior?.value === 'no_call',
  },
  {
    id: 'no-clarify-case',
    summary: 'No case asks for a question, though the dataset has destructive tools.',
    message: phrase`no case wants the agent to ask instead of act, and there are destructive tools`,
    details: `
Where acting on a guess does harm, asking is a skill to measure.

\`\`\`yaml
expected: { tool_behavior: clarify }
\`\`\`
`,
    matters: ({ toolset }) =>
      toolset.tools.some(({ name }) => toolset.consequence(name) === 'destructive'),
    fills: ({ expected }) =>
      expected?.toolBehavior?.value === 'clarify' || expected?.mustClarify?.value === true,
  },
  {
    id: 'no-failure-injection',
    summary: 'No call of the dataset fails on purpose.',
    message: phrase`no call fails on purpose (\`fails\`): recovery is not measured`,
    details: `
Timeouts and errors are where agents pay twice or give up quietly. \`fails\` injects one before \`returns\`.

\`\`\`yaml
fails: { kind: timeout, effect: applied }
\`\`\`
`,
    fills: ({ expected }, context) =>
      expected !== undefined &&
      (writtenPaths(context, expected)?.some(({ calls }) => calls.some(({ fails }) => fails)) ??
        true),
  },
  {
    id: 'no-adversarial-case',
    summary: 'No case of the dataset is tagged `adversarial` or `injection`.',
    message: phrase`no case is tagged \`adversarial\` or \`injection\`: orders in tool results are not tested`,
    details: `
A tool's result or description may carry instructions. A case whose \`returns\` do so, and which forbids what
they ask for, shows whether the agent follows them.

\`\`\`yaml
tags: [injection]
\`\`\`
`,
    fills: ({ tags, riskTags }) =>
      [...(tags?.items ?? []), ...(riskTags?.items ?? [])].some(({ value }) =>
        ADVERSARIAL.has(value),
      ),
  },
];

const ruleOf = ({ id, summary, details, message, matters, fills }: Gap): DatasetRule => ({
  id,
  table: 'dataset',
  severity: 'info',
  summary,
  details,
  checkDataset(context, report) {
    if (context.cases.length === 0 || matters?.(context) === false) return;
    const filled = context.cases.some((each) => isCase(each.subject) && fills(each.subject, each));
    if (!filled) report(datasetPlace(context), say(message));
  },
});

export const SUITE_RULES: readonly DatasetRule[] = GAPS.map(ruleOf);
