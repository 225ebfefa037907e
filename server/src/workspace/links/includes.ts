import { globMatcher } from '../../model/glob.ts';
import type { DatasetNode, IncludeNode } from '../../model/located.ts';
import { contentsOf } from '../files/contents.ts';
import { DerivedLists } from '../files/derived.ts';
import type { FileState } from '../files/file-state.ts';
import { parentOf, relativePath, type Uri } from '../files/uri.ts';

/** A dataset of the workspace and the files that its globs take in. */
export interface Including {
  readonly uri: Uri;
  readonly node: DatasetNode;
}

interface Include extends Including {
  readonly written: IncludeNode;
  matches(uri: Uri): boolean;
}

const includes = new DerivedLists<IncludeNode, Include>();

/** The globs of a dataset file; the same list as long as they are the same. */
function includesOf(state: FileState): readonly Include[] {
  const contents = contentsOf(state, 'dataset');
  const [node] = contents.datasets;
  if (!node) return [];
  const folder = parentOf(state.uri);
  return includes.of(node, contents.includes, (written) => {
    const matches = globMatcher([written.glob.value]);
    return { uri: state.uri, node, written, matches: (uri) => matches(relativePath(folder, uri)) };
  });
}

/** The first of the datasets that takes a file in. */
export function includingDataset(datasets: readonly FileState[], uri: Uri): Including | undefined {
  for (const dataset of datasets) {
    for (const include of includesOf(dataset)) if (include.matches(uri)) return include;
  }
  return undefined;
}

interface Taken {
  readonly among: readonly Uri[];
  readonly files: readonly Uri[];
  readonly empty: readonly IncludeNode[];
}

const taken = new WeakMap<readonly Include[], Taken>();

/** What the globs of a dataset take in of the files given; thousands of files are looked through once. */
function takenBy(dataset: FileState, among: readonly Uri[]): Omit<Taken, 'among'> {
  const globs = includesOf(dataset);
  if (globs.length === 0) return { files: [], empty: [] };
  const known = taken.get(globs);
  if (known?.among === among) return known;
  const used = new Set<Include>();
  const files = among.filter((uri) => {
    const matching = globs.filter((include) => include.matches(uri));
    for (const include of matching) used.add(include);
    return matching.length > 0;
  });
  const empty = globs.filter((each) => !used.has(each)).map(({ written }) => written);
  const made = { among, files, empty };
  taken.set(globs, made);
  return made;
}

/** The files among those given that a dataset takes in. */
export const includedFiles = (dataset: FileState, files: readonly Uri[]): readonly Uri[] =>
  takenBy(dataset, files).files;

const sets = new WeakMap<readonly Uri[], ReadonlySet<Uri>>();

/** As `includedFiles`, to be looked up in. */
export function includedSet(dataset: FileState, files: readonly Uri[]): ReadonlySet<Uri> {
  const included = includedFiles(dataset, files);
  let set = sets.get(included);
  if (!set) {
    set = new Set(included);
    sets.set(included, set);
  }
  return set;
}

/** The globs of a dataset that take in none of the files given. */
export const emptyIncludes = (dataset: FileState, files: readonly Uri[]): readonly IncludeNode[] =>
  takenBy(dataset, files).empty;
