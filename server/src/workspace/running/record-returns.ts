import { equalJson } from '../../model/json-text.ts';
import type { CallNode } from '../../model/located.ts';
import type { Json } from '../../model/value.ts';
import { jsonText } from '../../report/json.ts';
import { type Edit, insertEntry, replaceNode } from '../../rules/index.ts';
import type { SegmentTree } from '../../syntax/index.ts';
import type { Uri } from '../files/uri.ts';
import { applied } from '../labelling.ts';
import type { PlacedScore } from '../scores/scores.ts';
import type { Workspace } from '../workspace.ts';

/** A file with outputs recorded in it. */
export interface Recorded {
  readonly uri: Uri;
  readonly text: string;
  /** How many outputs are new, or others than before. */
  readonly outputs: number;
}

/**
 * Writes what the calls of a dry run returned into their golden calls, as `returns`. A call that failed, or
 * that came through an alias, is left as it is; of two cases that name one golden the first counts.
 *
 * @param placed the scores of dry runs
 */
export function recordReturns(workspace: Workspace, placed: readonly PlacedScore[]): Recorded[] {
  const edits = new Map<Uri, Map<CallNode, { start: number; end: number; text: string }>>();
  for (const { uri, tree, call, output } of placed.flatMap(outputsOf)) {
    const file = workspace.store.peek(uri);
    const edit = returnsEdit(tree, call, output);
    const range = edit && file?.rangeOf(tree, edit);
    if (!range || !file?.document) continue;
    const ofFile = edits.get(uri) ?? new Map();
    edits.set(uri, ofFile);
    if (ofFile.has(call)) continue;
    ofFile.set(call, {
      start: file.document.offsetAt(range.start),
      end: file.document.offsetAt(range.end),
      text: edit.text,
    });
  }
  return [...edits].map(([uri, made]) => ({
    uri,
    text: applied(workspace.store.peek(uri)?.text ?? '', [...made.values()]),
    outputs: made.size,
  }));
}

/** The golden calls of a dry run that were made, with what they returned. */
function outputsOf({ score, scored }: PlacedScore) {
  return score.trials.flatMap(({ run, score: { alignment, pathIndex = 0 } }) => {
    const path = scored.resolved.paths[pathIndex];
    return alignment.flatMap(({ golden, call: index }) => {
      const call = golden === null ? undefined : path?.calls[golden];
      const made = index === null ? undefined : run.calls[index];
      if (!path || !call || made?.status !== 'ok' || made.output === undefined) return [];
      const { holder } = path;
      return { uri: scored.uriOf(holder), tree: holder.tree, call, output: made.output };
    });
  });
}

function returnsEdit(tree: SegmentTree, call: CallNode, output: Json): Edit | undefined {
  const { returns, node } = call;
  if (!returns) return insertEntry(tree, node, 'returns', oneLine(output));
  if (returns.node.origin || equalJson(returns.value, output)) return undefined;
  return replaceNode(returns.node, oneLine(output));
}

/** JSON on one line, which YAML reads too. */
const oneLine = (value: Json): string => jsonText(value).trim().replaceAll(/\n */g, ' ');
