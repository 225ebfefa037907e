import type { Finding } from '../model/finding.ts';
import type { TextRange } from '../model/range.ts';
import { caseContext, type Fix, fixesFor } from '../rules/index.ts';
import type { Uri } from './files/uri.ts';
import { applied } from './labelling.ts';
import type { Session } from './session.ts';
import type { Snapshot } from './workspace.ts';

/** Fixes make room for others; nothing needs more rounds than this. */
const MAX_ROUNDS = 100;

export interface PlacedEdit {
  readonly range: TextRange;
  readonly newText: string;
}

/** The fixes of a finding in a file, the one to prefer first. */
export function fixesIn({ contents, scopeOf }: Snapshot, finding: Finding): readonly Fix[] {
  const { tree, start, end } = finding.place;
  const unit = contents.units.find(
    ({ tree: its, subject: { node } }) => its === tree && node.start <= start && end <= node.end,
  );
  return fixesFor(finding, unit && caseContext(scopeOf(unit), unit.subject));
}

/** Where the edits of a fix stand in the file; undefined where one stands nowhere any more. */
export function placedEdits(
  { file }: Snapshot,
  { place }: Finding,
  fix: Fix,
): PlacedEdit[] | undefined {
  const edits = fix.edits.flatMap(({ start, end, text }) => {
    const range = file.rangeOf(place.tree, { start, end });
    return range ? [{ range, newText: text }] : [];
  });
  return edits.length === fix.edits.length ? edits : undefined;
}

/** Whether two ranges have a place in common, their ends included. */
export const touches = (a: TextRange, b: TextRange): boolean =>
  (a.start.line < b.end.line ||
    (a.start.line === b.end.line && a.start.character <= b.end.character)) &&
  (b.start.line < a.end.line ||
    (b.start.line === a.end.line && b.start.character <= a.end.character));

/** Every fix that changes no meaning; where two would edit the same text, the first one. */
export function safeEdits(snapshot: Snapshot, findings: readonly Finding[]): PlacedEdit[] {
  const taken: PlacedEdit[] = [];
  for (const finding of findings) {
    const fix = fixesIn(snapshot, finding).find(({ safe }) => safe);
    const edits = fix && placedEdits(snapshot, finding, fix);
    if (!edits || edits.some((edit) => taken.some((other) => touches(edit.range, other.range))))
      continue;
    taken.push(...edits);
  }
  return taken;
}

/**
 * Fixes all that can be fixed safely in a file, until nothing is left. The new text is the session's buffer
 * from then on; whoever calls this writes it.
 *
 * @returns the text after; undefined where the file cannot be read
 */
export async function fixFile(session: Session, uri: Uri): Promise<string | undefined> {
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const snapshot = await session.snapshot(uri);
    if (!snapshot) return undefined;
    const edits = safeEdits(snapshot, session.linter.lint(snapshot));
    if (edits.length === 0) break;
    const { file } = snapshot;
    const spans = edits.map(({ range, newText }) => ({
      start: file.offsetAt(range.start),
      end: file.offsetAt(range.end),
      text: newText,
    }));
    session.workspace.open(uri, round, applied(file.text, spans));
  }
  return session.workspace.store.peek(uri)?.text;
}
