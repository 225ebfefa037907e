import { parentOf, relativePath, type Uri } from '../workspace/files/uri.ts';
import type { FeatureContext } from './host.ts';

/** How the file at hand names others, itself left out; those that are near come first. */
export function relativePaths(
  { snapshot, workspace }: Pick<FeatureContext, 'snapshot' | 'workspace'>,
  files: readonly Uri[],
): { readonly path: string; readonly uri: Uri }[] {
  const { uri: own } = snapshot.file;
  const [first] = workspace.folders;
  const folder = own.startsWith('untitled:') && first ? first : parentOf(own);
  return files
    .filter((uri) => uri !== own)
    .map((uri) => ({ path: relativePath(folder, uri), uri }))
    .sort((a, b) => depthOf(a.path) - depthOf(b.path) || (a.path < b.path ? -1 : 1));
}

const depthOf = (path: string): number => path.split('/').length;
