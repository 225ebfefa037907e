import {
  type CodeAction,
  type CodeActionContext,
  CodeActionKind,
  type Diagnostic,
  type Range,
} from 'vscode-languageserver-types';
import { say } from '../l10n/say.ts';
import { plain } from '../report/text.ts';
import type { Uri } from '../workspace/files/uri.ts';
import { fixesIn, placedEdits, safeEdits, touches } from '../workspace/safe-fixes.ts';
import { workspaceEdit } from './edits.ts';
import type { FeatureContext } from './host.ts';
import { manifestFixes } from './pick-manifest.ts';

export const FIX_ALL = `${CodeActionKind.SourceFixAll}.callsheet`;

/** What an action without its edit needs to be told apart when it is chosen. */
export interface ActionData {
  readonly uri: Uri;
  readonly version: number | null;
  readonly range: Range;
}

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
    const fixes = [...fixesIn(context.snapshot, finding), ...manifestFixes(context, finding)];
    return fixes.flatMap((fix): CodeAction[] => {
      const edits = placedEdits(context.snapshot, finding, fix);
      if (!edits) return [];
      return [
        {
          title: plain(fix.title),
          kind: CodeActionKind.QuickFix,
          edit: workspaceEdit(context, new Map([[file.uri, edits]])),
          ...(its.length > 0 && { diagnostics: its }),
          ...(fix.preferred && { isPreferred: true }),
        },
      ];
    });
  });
}

/** Every fix that changes no meaning. */
function fixAll(context: FeatureContext): CodeAction[] {
  const { file } = context.snapshot;
  const edits = safeEdits(context.snapshot, context.findings());
  if (edits.length === 0) return [];
  return [
    {
      title: say`Fix all that Callsheet can fix safely`,
      kind: FIX_ALL,
      edit: workspaceEdit(context, new Map([[file.uri, edits]])),
    },
  ];
}
