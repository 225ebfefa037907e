import type { CaseNode, DatasetNode, GoldenNode, IncludeNode } from '../../model/located.ts';
import { readCase, readCaseItem } from '../../model/read-case.ts';
import { readDataset } from '../../model/read-dataset.ts';
import { readGolden } from '../../model/read-golden.ts';
import {
  findNode,
  fitted,
  MAX_SIZE,
  type Node,
  type SegmentTree,
  type SourceDocument,
  type SourceFile,
} from '../../syntax/index.ts';
import { DerivedLists } from './derived.ts';
import type { FileState } from './file-state.ts';

/** A case or a golden trajectory, and where it stands in its file. */
export interface Unit {
  readonly tree: SegmentTree;
  readonly subject: CaseNode | GoldenNode;
  /** The dataset whose `cases` hold it, in the same file. */
  readonly dataset?: DatasetNode;
  /** The frame of the document that it stands in: its own tree, or the dataset's. */
  readonly frame: SegmentTree;
}

/** What a file holds for us to lint and to score. */
export interface Contents {
  readonly units: readonly Unit[];
  readonly datasets: readonly DatasetNode[];
  readonly includes: readonly IncludeNode[];
}

const EMPTY: Contents = { units: [], datasets: [], includes: [] };

type SubjectKind = keyof typeof READERS;

const caches: Record<SubjectKind, WeakMap<SourceFile, Contents>> = {
  case: new WeakMap(),
  golden: new WeakMap(),
  dataset: new WeakMap(),
};

/**
 * The cases, goldens and datasets of a file. The readers cache by tree: an edit re-reads what it touched.
 *
 * @param kind what to read the file as, where its name does not say (a golden may have any name)
 */
export function contentsOf(file: FileState, kind = file.kind): Contents {
  if (kind !== 'case' && kind !== 'golden' && kind !== 'dataset') return EMPTY;
  const known = caches[kind].get(file.source);
  if (known) return known;
  const made = READERS[kind](file.source);
  caches[kind].set(file.source, made);
  return made;
}

/** As `contentsOf`, of what is looked into: of a file that is too large, nothing. */
export const contentsToCheck = (file: FileState, kind = file.kind): Contents =>
  file.text.length > MAX_SIZE ? EMPTY : contentsOf(file, kind);

const READERS = {
  case: (source: SourceFile): Contents => ({ ...EMPTY, units: documents(source, readCase) }),
  golden: (source: SourceFile): Contents => ({ ...EMPTY, units: documents(source, readGolden) }),
  dataset: readDatasets,
};

function documents(
  source: SourceFile,
  read: (tree: SegmentTree) => CaseNode | GoldenNode | undefined,
): readonly Unit[] {
  const units = source.documents.flatMap((document) => {
    const { tree } = document.frame;
    const subject = read(tree);
    return subject ? [{ tree, subject, frame: tree }] : [];
  });
  return fitted(units);
}

function readDatasets(source: SourceFile): Contents {
  const units: Unit[] = [];
  const datasets: DatasetNode[] = [];
  const includes: IncludeNode[] = [];
  for (const document of source.documents) {
    const dataset = readDataset(document.frame.tree);
    if (!dataset) continue;
    datasets.push(dataset);
    for (const item of itemsOf(document, dataset)) {
      if (item && 'subject' in item) units.push(item);
      else if (item) includes.push(item);
    }
  }
  return { units, datasets, includes };
}

type DatasetItem = Unit | IncludeNode | undefined;

/** The items of cut lists, by the frame that they were cut out of. */
const items = new DerivedLists<SegmentTree, DatasetItem>();

/** A dataset's cases: its segments, or the list in its frame where it could not be cut. */
function itemsOf(document: SourceDocument, dataset: DatasetNode): readonly DatasetItem[] {
  const frame = document.frame.tree;
  const read = (tree: SegmentTree, node?: Node): DatasetItem => {
    const item = readCaseItem(tree, node);
    return item?.kind === 'case' ? { tree, subject: item, dataset, frame } : item;
  };
  if (document.splitKey === undefined) {
    const list = frame.root && findNode(frame.root, ['cases']);
    return list?.kind === 'seq' ? list.items.map((node) => read(frame, node)) : [];
  }
  const trees = document.items.map(({ tree }) => tree);
  return items.of(frame, trees, (tree) => read(tree));
}
