import picomatch from 'picomatch';
import type { DatasetNode, IncludeNode } from '../model/located.ts';
import { contentsOf } from './contents.ts';
import type { FileState } from './file-state.ts';
import { parentOf, relativePath, type Uri } from './uri.ts';

/** A dataset of the workspace and the files that its globs take in. */
export interface Including {
  readonly uri: Uri;
  readonly node: DatasetNode;
}

interface Include extends Including {
  readonly written: IncludeNode;
  matches(uri: Uri): boolean;
}

const cache = new WeakMap<FileState, readonly Include[]>();

/** The globs of a dataset file. */
function includesOf(state: FileState): readonly Include[] {
  const known = cache.get(state);
  if (known) return known;
  const { includes, datasets } = contentsOf(state, 'dataset');
  const folder = parentOf(state.uri);
  const [node] = datasets;
  const made = node
    ? includes.map((written): Include => {
        const matches = picomatch(written.glob.value.replace(/^\.\//, ''), { dot: true });
        return {
          uri: state.uri,
          node,
          written,
          matches: (uri) => matches(relativePath(folder, uri)),
        };
      })
    : [];
  cache.set(state, made);
  return made;
}

/** The first of the datasets that takes a file in. */
export function includingDataset(datasets: readonly FileState[], uri: Uri): Including | undefined {
  for (const dataset of datasets) {
    for (const include of includesOf(dataset)) if (include.matches(uri)) return include;
  }
  return undefined;
}

/** The files among those given that a dataset takes in. */
export function includedFiles(dataset: FileState, files: readonly Uri[]): Uri[] {
  return files.filter((uri) => includesOf(dataset).some((include) => include.matches(uri)));
}

/** The globs of a dataset that take in none of the files given. */
export const emptyIncludes = (dataset: FileState, files: readonly Uri[]): IncludeNode[] =>
  includesOf(dataset)
    .filter((include) => !files.some((uri) => include.matches(uri)))
    .map(({ written }) => written);
