import type { InlayHint, Range } from 'vscode-languageserver-types';
import { plainLines } from '../report/text.ts';
import { briefSummary, scoreSummary } from '../scoring/set/summary.ts';
import { unitId } from '../workspace/scores/scores.ts';
import type { FeatureContext } from './host.ts';

const MARKS = { pass: '✓', fail: '✗', error: '⚠' } as const;

/** The last score of each case, in one line at the end of its `case_id` line. */
export function scoreHints({ snapshot, scores }: FeatureContext, within: Range): InlayHint[] {
  const { file, contents } = snapshot;
  return contents.units.flatMap((unit): InlayHint[] => {
    const placed = scores.get(unitId(unit) ?? '');
    const id = unit.subject.kind === 'case' ? unit.subject.caseId : unit.subject.goldenId;
    const range = placed && id && file.rangeOf(unit.tree, id.node);
    if (!range || range.end.line < within.start.line || range.end.line > within.end.line) return [];
    return [
      {
        position: range.end,
        label: `${MARKS[placed.score.verdict]} ${briefSummary(placed.score)}`,
        paddingLeft: true,
        tooltip: plainLines(scoreSummary(placed.score).message),
      },
    ];
  });
}
