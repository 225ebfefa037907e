import type { TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import { isJson } from '../rules/edits.ts';
import { replaceToken } from '../rules/fixes.ts';
import { isInside, parentOf, relativePath, resolvePath, type Uri } from '../workspace/files/uri.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import { workspaceEdit } from './edits.ts';
import type { FeatureContext } from './host.ts';
import { allMentions } from './mention-search.ts';
import type { MentionOf } from './mentions.ts';

/** A file or folder that is about to get another name or place. */
export interface Move {
  readonly from: Uri;
  readonly to: Uri;
}

/**
 * The paths that must be written anew when files or folders move: those that lead to them, and those that
 * stand in them. Texts are edited where they are before the move.
 *
 * @param snapshots the files of the workspace
 */
export function editsForMoves(
  context: Pick<FeatureContext, 'client' | 'workspace'>,
  moves: readonly Move[],
  snapshots: readonly Snapshot[],
): WorkspaceEdit | undefined {
  const moved = (uri: Uri): Uri => {
    const move = moves.find(({ from }) => isInside(from, uri));
    return move ? move.to + uri.slice(move.from.length) : uri;
  };
  const edits = new Map<Uri, TextEdit[]>();
  for (const snapshot of snapshots) {
    const its = editsIn(snapshot, moved);
    if (its.length > 0) edits.set(snapshot.file.uri, its);
  }
  return edits.size > 0 ? workspaceEdit(context, edits) : undefined;
}

function editsIn(snapshot: Snapshot, moved: (uri: Uri) => Uri): TextEdit[] {
  const { file } = snapshot;
  const folder = parentOf(file.uri);
  const newFolder = parentOf(moved(file.uri));
  const seen = new Set<string>();
  const edits: TextEdit[] = [];
  for (const mention of allMentions(snapshot)) {
    if (mention.kind !== 'file') continue;
    const path = pathAfter(mention, folder, newFolder, moved);
    const range = path === undefined ? undefined : file.rangeOf(mention.tree, spanOf(mention));
    const key = JSON.stringify(range);
    if (path === undefined || !range || seen.has(key)) continue;
    seen.add(key);
    edits.push({ range, newText: mention.isPart ? path : quoted(mention, path) });
  }
  return edits;
}

/** The path as it must be written after the move; undefined where it stays as it is. */
function pathAfter(
  { name }: MentionOf<'file'>,
  folder: Uri,
  newFolder: Uri,
  moved: (uri: Uri) => Uri,
): string | undefined {
  // Of a glob only the folders before its first wildcard are a path.
  const wild = name.search(/[^/\\]*[*?{}[\]!]/);
  const [fixed, rest] = wild < 0 ? [name, ''] : [name.slice(0, wild), name.slice(wild)];
  const target = resolvePath(folder, fixed.replace(/[/\\]$/, '') || '.');
  if (!target) return undefined;
  const newTarget = moved(target);
  if (resolvePath(newFolder, fixed.replace(/[/\\]$/, '') || '.') === newTarget) return undefined;
  const path = relativePath(newFolder, newTarget);
  const dotted = fixed.startsWith('./') && !path.startsWith('.') ? `./${path}` : path;
  return rest === '' ? dotted : dotted === '' ? rest : `${dotted}/${rest}`;
}

const spanOf = ({ isPart, text, scalar }: MentionOf<'file'>) => (isPart ? text : scalar);

/** What YAML reads as text without quotes; a path may begin with dots. */
const BARE = /^[\w./][\w./@+~-]*$/;

function quoted({ tree, scalar }: MentionOf<'file'>, path: string): string {
  const isPlain = /^[^"'&*]/.test(tree.text.slice(scalar.start, scalar.end)) && !isJson(tree);
  return isPlain && BARE.test(path) ? path : replaceToken(tree, scalar, path).text;
}
