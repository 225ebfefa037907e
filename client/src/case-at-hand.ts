/** Which case a person means who names none. */
import type { CaseArguments } from '../../server/src/protocol.ts';
import { shownLabel } from './shown.ts';
import type { TestingController } from './testing/controller.ts';
import type { VsCode } from './vscode.ts';

/** The case that the cursor of the active editor is in, or all of its file where the cursor is above them. */
export function casesAtHand(
  { window }: VsCode,
  testing: Pick<TestingController, 'caseAt' | 'casesIn'>,
): readonly CaseArguments[] {
  const editor = window.activeTextEditor;
  if (!editor) return [];
  const uri = editor.document.uri.toString();
  const found = testing.caseAt(uri, editor.selection.active.line);
  return found ? [found] : testing.casesIn(uri);
}

/** The only case, or the one that the person picks; undefined where there is none, or none is wanted. */
export async function pickCase(
  { l10n, window }: VsCode,
  cases: readonly CaseArguments[],
): Promise<CaseArguments | undefined> {
  if (cases.length < 2) return cases[0];
  const items = cases.map((of) => ({ label: shownLabel(of.case_id), of }));
  const picked = await window.showQuickPick(items, { placeHolder: l10n.t('Which case?') });
  return picked?.of;
}
