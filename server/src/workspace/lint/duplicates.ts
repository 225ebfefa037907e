import type { Finding } from '../../model/finding.ts';
import { type CaseIdEntry, duplicateIds } from '../../rules/index.ts';
import type { FileState } from '../files/file-state.ts';
import { folderOf } from '../files/folder.ts';
import type { Uri } from '../files/uri.ts';
import { type CaseId, type CaseIndex, caseIds, tallyOf } from '../links/case-index.ts';
import { includedSet } from '../links/includes.ts';
import type { Snapshot, Workspace } from '../workspace.ts';

const entry = ({ id, located, tree }: CaseId, uri?: Uri): CaseIdEntry => ({
  id,
  place: { tree, start: located.node.start, end: located.node.end, ...(uri && { uri }) },
});

/**
 * Case ids that a file shares with a case of the same set: the dataset that it is or that includes it,
 * else all files of its folder that no dataset includes. Other files count as far as the index was told of them.
 */
export function duplicateCaseIds(
  { file, around }: Snapshot,
  workspace: Workspace,
  index: CaseIndex,
): readonly Finding[] {
  const own = caseIds(file);
  const dataset =
    file.kind === 'dataset' ? file : workspace.store.peek(around.includedBy?.uri ?? '');
  const rivals = dataset
    ? idsOfDataset(workspace, index, dataset, file)
    : own.flatMap(({ id }) => idsElsewhere(workspace, index, id, isLoose(workspace, file)));
  const tally = tallyOf(file);
  const shared = new Set(tally.repeated);
  for (const { id } of rivals) if (tally.has(id)) shared.add(id);
  if (shared.size === 0) return [];
  const ownPlaces = own.filter(({ id }) => shared.has(id)).map((each) => entry(each));
  const trees = new Set(ownPlaces.map(({ place }) => place.tree));
  return duplicateIds([...ownPlaces, ...rivals]).filter(({ place }) => trees.has(place.tree));
}

/** The ids of a file that a dataset, or another file that it includes, has too. */
function idsOfDataset(
  workspace: Workspace,
  index: CaseIndex,
  dataset: FileState,
  file: FileState,
): CaseIdEntry[] {
  const own = caseIds(file);
  const included = includedSet(dataset, workspace.listed);
  const among = (uri: Uri) => uri !== file.uri && uri !== dataset.uri && included.has(uri);
  const written = dataset !== file && own.some(({ id }) => tallyOf(dataset).has(id));
  return [
    ...(written ? caseIds(dataset).map((each) => entry(each, dataset.uri)) : []),
    ...own.flatMap(({ id }) => idsElsewhere(workspace, index, id, among)),
  ];
}

/** Whether a case file belongs to no dataset and stands in the same folder, as the given one. */
function isLoose(workspace: Workspace, file: FileState): (uri: Uri) => boolean {
  const folder = folderOf(workspace.folders, file.uri);
  return (uri) =>
    uri !== file.uri &&
    workspace.kindOf(uri) === 'case' &&
    folderOf(workspace.folders, uri) === folder &&
    !workspace.includedBy(uri);
}

/** The places of an id in the files that count. */
const idsElsewhere = (
  workspace: Workspace,
  index: CaseIndex,
  id: string,
  counts: (uri: Uri) => boolean,
): CaseIdEntry[] =>
  index
    .filesWith(id)
    .filter(counts)
    .flatMap((uri) => {
      const other = workspace.store.peek(uri);
      return other
        ? caseIds(other)
            .filter((each) => each.id === id)
            .map((each) => entry(each, uri))
        : [];
    });
