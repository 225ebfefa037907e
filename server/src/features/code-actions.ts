import {
  type CodeAction,
  type CodeActionContext,
  CodeActionKind,
  type Diagnostic,
  type Range,
  type TextEdit,
} from 'vscode-languageserver-types';
import type { Finding } from '../model/finding.ts';
import { caseContext, type Fix, fixesFor } from '../rules/index.ts';
import type { Uri } from '../workspace/uri.ts';
import { workspaceEdit } from './edits.ts';
import type { FeatureContext } from './host.ts';

export const FIX_ALL = `${CodeActionKind.SourceFixAll}.callsheet`;

/** What an action without its edit needs to be told apart when it is chosen. */
export interface ActionData {
  readonly uri: Uri;
  readonly version: number | null;
  readonly range: Range;
}

const touches = (a: Range, b: Range): boolean =>
  (a.start.line < b.end.line ||
    (a.start.line === b.end.line && a.start.character <= b.end.character)) &&
  (b.start.line < a.end.line ||
    (b.start.line === a.end.line && b.start.character <= a.end.character));

/**
 * Quick fixes of the findings in a range, and the fix of all that are safe, as far as each is asked for.
 * A client that resolves actions gets them without their edits.
 */
export function codeActions(
  context: FeatureContext,
  range: Range,
  wanted: CodeActionContext,
): CodeAction[] {
  const actions = actionsIn(context, range, wanted);
  if (!context.client.resolvesActions) return actions;
  const { uri, version = null } = context.snapshot.file;
  const data: ActionData = { uri, version, range };
  return actions.map(({ edit: _, ...action }) => ({ ...action, data }));
}

/** An action with its edit; without one where the text has changed since it was offered. */
export function resolveAction(context: FeatureContext, action: CodeAction): CodeAction {
  const { version, range } = action.data as ActionData;
  if ((context.snapshot.file.version ?? null) !== version) return action;
  const only = action.kind ? [action.kind] : [];
  const found = actionsIn(context, range, { only, diagnostics: [] }).find(
    ({ title, kind }) => title === action.title && kind === action.kind,
  );
  return found?.edit ? { ...action, edit: found.edit } : action;
}

function actionsIn(
  context: FeatureContext,
  range: Range,
  { only, diagnostics }: CodeActionContext,
): CodeAction[] {
  const wants = (kind: string) =>
    !only ||
    only.some((wanted) => wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`));
  return [
    ...(wants(CodeActionKind.QuickFix) ? quickFixes(context, range, diagnostics) : []),
    ...(only && wants(FIX_ALL) ? fixAll(context) : []),
  ];
}

function quickFixes(
  context: FeatureContext,
  range: Range,
  diagnostics: readonly Diagnostic[],
): CodeAction[] {
  const { file } = context.snapshot;
  return context.findings().flatMap((finding) => {
    const place = file.rangeOf(finding.place.tree, finding.place);
    if (!place || !touches(place, range)) return [];
    const its = diagnostics.filter(
      ({ code, range: at }) => code === finding.code && touches(at, place),
    );
    return fixes(context, finding).flatMap((fix): CodeAction[] => {
      const edits = textEdits(context, finding, fix);
      if (!edits) return [];
      return [
        {
          title: fix.title,
          kind: CodeActionKind.QuickFix,
          edit: workspaceEdit(context, new Map([[file.uri, edits]])),
          ...(its.length > 0 && { diagnostics: its }),
          ...(fix.preferred && { isPreferred: true }),
        },
      ];
    });
  });
}

/** Every fix that changes no meaning; where two would edit the same text, the first one. */
function fixAll(context: FeatureContext): CodeAction[] {
  const { file } = context.snapshot;
  const taken: TextEdit[] = [];
  for (const finding of context.findings()) {
    const fix = fixes(context, finding).find(({ safe }) => safe);
    const edits = fix && textEdits(context, finding, fix);
    if (!edits || edits.some((edit) => taken.some((other) => touches(edit.range, other.range))))
      continue;
    taken.push(...edits);
  }
  if (taken.length === 0) return [];
  return [
    {
      title: 'Fix all that Callsheet can fix safely',
      kind: FIX_ALL,
      edit: workspaceEdit(context, new Map([[file.uri, taken]])),
    },
  ];
}

function fixes({ snapshot }: FeatureContext, finding: Finding): readonly Fix[] {
  const { tree, start, end } = finding.place;
  const unit = snapshot.contents.units.find(
    ({ tree: its, subject: { node } }) => its === tree && node.start <= start && end <= node.end,
  );
  return fixesFor(finding, unit && caseContext(snapshot.scopeOf(unit), unit.subject));
}

function textEdits(
  { snapshot }: FeatureContext,
  { place }: Finding,
  fix: Fix,
): TextEdit[] | undefined {
  const edits = fix.edits.flatMap(({ start, end, text }) => {
    const range = snapshot.file.rangeOf(place.tree, { start, end });
    return range ? [{ range, newText: text }] : [];
  });
  return edits.length === fix.edits.length ? edits : undefined;
}
