import { say } from '../l10n/say.ts';
import { toExpectation } from '../model/resolve.ts';
import { type ExplainedLine, explainCase, type Reason } from '../report/explain.ts';
import { unitId } from '../workspace/scores/scores.ts';
import type { FeatureContext } from './host.ts';
import { code, escapeMarkdown } from './markdown.ts';

/** A hover is no report. */
const MAX_LINES = 40;

const MARKS = { pass: '✓', fail: '✗', error: '⚠' } as const;

/** A case of the file, explained: how it came out last, what each line gates, and what was found there. */
export function caseHover({ snapshot, scores }: FeatureContext, id: string): string | undefined {
  const unit = snapshot.contents.units.find((each) => unitId(each) === id);
  if (!unit) return undefined;
  const scope = snapshot.scopeOf(unit);
  const { expectation } = toExpectation(unit.subject, {
    golden: (reference) => {
      const found = scope.golden(reference);
      return found.kind === 'found' ? found.golden : undefined;
    },
    toolset: scope.toolset,
    ...(scope.dataset && { dataset: scope.dataset }),
  });
  const { verdict, summary, passRule, lines, others } = explainCase(
    expectation,
    scores.get(id)?.score,
  );
  const shown = lines.slice(0, MAX_LINES);
  return [
    `**${escapeMarkdown(id)}**${unit.subject.title ? ` · ${escapeMarkdown(unit.subject.title.value)}` : ''}`,
    verdict && summary
      ? `${MARKS[verdict]} ${escapeMarkdown(summary)}${passRule ? ` (${passRule})` : ''}`
      : `_${say`Not scored yet.`}_`,
    ...(others.length > 0 ? [others.flatMap(reasonLines).join('\n')] : []),
    shown.flatMap((line) => explainedLine(line, verdict !== undefined)).join('\n'),
    ...(lines.length > shown.length ? [say`… and ${lines.length - shown.length} more.`] : []),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function explainedLine({ gate, text, reasons }: ExplainedLine, scored: boolean): string[] {
  const failed = reasons.some(({ severity }) => severity === 'error');
  const mark = scored ? `${failed ? '✗' : '✓'} ` : '';
  return [
    `- ${mark}${code(gate)}: ${escapeMarkdown(text)}`,
    ...reasons.flatMap(reasonLines).map((line) => `  ${line}`),
  ];
}

const reasonLines = ({ code: rule, message }: Reason): string[] => [
  `- ${code(rule)}: ${escapeMarkdown(message).replaceAll(/\s*\n\s*/g, ' ')}`,
];
