import { renderLock, toolDefinition } from '../manifest/index.ts';
import type { ToolDefinition } from '../model/tool.ts';
import {
  caseContext,
  type Edit,
  isCurrent,
  labelEdits,
  labelsOf,
  renewedLabels,
} from '../rules/index.ts';
import type { SegmentTree } from '../syntax/index.ts';
import type { Uri } from './files/uri.ts';
import type { Session } from './session.ts';
import type { Snapshot, Workspace } from './workspace.ts';

/** Labels are added, then those that are stale go one by one; nothing needs more rounds than this. */
const MAX_ROUNDS = 100;

export interface Labelled {
  readonly uri: Uri;
  /** The file's text after. */
  readonly text: string;
  /** Cases and goldens that could not be labelled: what would have to change came through an alias. */
  readonly failed: number;
  /** Cases and goldens whose text does not parse: they are left alone. */
  readonly broken: number;
}

/**
 * Labels every case and golden of a file against the tools as they are. The new text is the session's
 * buffer of the file from then on; whoever calls this writes it, or applies it to an editor.
 *
 * @returns undefined where the file cannot be read
 */
export async function labelFile(session: Session, uri: Uri): Promise<Labelled | undefined> {
  let [failed, broken] = [0, 0];
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const snapshot = await session.snapshot(uri);
    if (!snapshot) return undefined;
    const found = editsOf(snapshot, session.workspace);
    ({ failed, broken } = found);
    if (found.edits.length === 0) break;
    session.workspace.open(uri, round, applied(snapshot.file.text, found.edits));
  }
  return { uri, text: session.workspace.store.peek(uri)?.text ?? '', failed, broken };
}

interface FileEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface FileEdits extends Pick<Labelled, 'failed' | 'broken'> {
  readonly edits: readonly FileEdit[];
}

function editsOf(snapshot: Snapshot, workspace: Workspace): FileEdits {
  const { file, contents, around } = snapshot;
  const edits: FileEdit[] = [];
  let failed = 0;
  const add = (tree: SegmentTree, made: readonly Edit[] | undefined) => {
    if (!made) failed += 1;
    for (const edit of made ?? []) {
      const range = file.rangeOf(tree, edit);
      if (!range || !file.document) continue;
      const { document } = file;
      edits.push({
        start: document.offsetAt(range.start),
        end: document.offsetAt(range.end),
        text: edit.text,
      });
    }
  };
  for (const dataset of contents.datasets) {
    const { tree, defaults } = dataset;
    if (defaults) add(tree, renewedLabels(defaults, workspace.toolsetOf(dataset, around)));
  }
  let broken = 0;
  for (const unit of contents.units) {
    if (unit.tree.problems.some(({ code }) => code === 'yaml-syntax')) broken += 1;
    else add(unit.tree, labelEdits(caseContext(snapshot.scopeOf(unit), unit.subject)));
  }
  return { edits, failed, broken };
}

/** The text with replacements that do not overlap. */
export function applied(text: string, edits: readonly FileEdit[]): string {
  let result = '';
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/**
 * The lock file for the labels of all cases of the workspace, those of the session's buffers included:
 * each definition that a label vouches for, as far as it is known, and no other.
 *
 * @param named further files of cases, which their names alone do not tell
 * @returns undefined where no case is labelled
 */
export async function lockText(
  session: Session,
  named: readonly Uri[] = [],
): Promise<{ uri: Uri; text: string } | undefined> {
  const definitions = new Set<ToolDefinition>();
  let lock: Uri | undefined;
  for (const uri of new Set([...(await session.loadCases()), ...named])) {
    const snapshot = await session.snapshot(uri);
    if (!snapshot) continue;
    for (const unit of snapshot.contents.units) {
      const context = caseContext(snapshot.scopeOf(unit), unit.subject);
      for (const label of labelsOf(context).labels) {
        lock ??= snapshot.around.lock;
        const definition =
          label.tool && isCurrent(label)
            ? toolDefinition(label.tool)
            : context.scope.definitionOf(label.digest.value);
        if (definition) definitions.add(definition);
      }
    }
  }
  return lock === undefined ? undefined : { uri: lock, text: renderLock(definitions) };
}
