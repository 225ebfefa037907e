import type { InlayHint, Position, Range } from 'vscode-languageserver-types';
import { phrase, say } from '../l10n/say.ts';
import type { CallNode } from '../model/located.ts';
import type { SegmentTree } from '../syntax/index.ts';
import type { Unit } from '../workspace/files/contents.ts';
import { unitId } from '../workspace/scores/scores.ts';
import type { FeatureContext } from './host.ts';
import { emittedAt, type LastRun, lastRun, matchedCall } from './last-run.ts';
import { plainText } from './markdown.ts';
import { matcherParts } from './matcher-at.ts';
import { scoreHints } from './score-hints.ts';
import { trajectoriesOf } from './target.ts';
import { jsonText } from './tool-text.ts';

/**
 * The last score of each case, the consequence of each tool, the call of the last scored run that a call
 * was matched to, and the value that each `from_call` had in it.
 *
 * @param scored whether to show what comes from scores
 */
export function inlayHints(context: FeatureContext, within: Range, scored: boolean): InlayHint[] {
  const { snapshot, scores } = context;
  const { file, contents } = snapshot;
  const hints = scored ? scoreHints(context, within) : [];
  for (const unit of contents.units) {
    const range = file.rangeOf(unit.tree, unit.subject.node);
    if (!range || range.end.line < within.start.line) continue;
    if (range.start.line > within.end.line) break;
    const last = scored ? lastRun(scores.get(unitId(unit) ?? '')) : undefined;
    for (const { calls } of trajectoriesOf(unit)) {
      for (const call of calls)
        for (const each of callHints(context, unit, call, last)) hints.push(each);
    }
  }
  return hints.filter(
    ({ position: { line } }) => within.start.line <= line && line <= within.end.line,
  );
}

const CONSEQUENCES = {
  read: phrase`It only reads.`,
  write: phrase`It writes.`,
  destructive: phrase`It destroys, or cannot be undone.`,
} as const;

function callHints(
  { snapshot }: FeatureContext,
  unit: Unit,
  call: CallNode,
  last: LastRun | undefined,
): InlayHint[] {
  const { toolset } = snapshot.scopeOf(unit);
  const endOf = (span: { start: number; end: number }) => endIn(snapshot, unit.tree, span);
  const after = call.name && endOf(call.name.node);
  if (!call.name || !after) return [];
  const hints: InlayHint[] = [];
  const consequence = toolset.consequence(call.name.value);
  if (consequence !== 'unknown' && toolset.find(call.name.value)) {
    hints.push(hint(after, consequence, say(CONSEQUENCES[consequence])));
  }
  const matched = last && matchedCall(last, call);
  if (matched === null)
    hints.push(hint(after, say`→ not called`, say`The last scored run has no such call.`));
  if (!matched) return hints;
  const number = matched.index + 1;
  hints.push(
    hint(
      after,
      say`→ call ${number}`,
      say`Call ${number} of the last scored run was matched to it.`,
    ),
  );
  for (const { path, part } of matcherParts(call, toolset)) {
    if (part.kind !== 'matcher' || !part.fromCall) continue;
    const value = emittedAt(matched.call, path);
    const position = endOf(part.path?.node ?? part.fromCall.refs.at(-1)?.node ?? part.node);
    if (value === undefined || !position) continue;
    hints.push(
      hint(position, `= ${short(jsonText(value))}`, say`Its value in the last scored run.`),
    );
  }
  return hints;
}

function endIn(
  { file }: FeatureContext['snapshot'],
  tree: SegmentTree,
  span: { start: number; end: number },
): Position | undefined {
  return file.rangeOf(tree, { start: span.start, end: span.end })?.end;
}

const hint = (position: Position, label: string, tooltip: string): InlayHint => ({
  position,
  label,
  tooltip,
  paddingLeft: true,
});

const short = (text: string): string => {
  const plain = plainText(text).replace(/\s+/g, ' ');
  return plain.length > 40 ? `${plain.slice(0, 39)}…` : plain;
};
