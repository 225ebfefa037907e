import type { Finding } from '../model/finding.ts';
import { type CaseIdEntry, duplicateIds } from '../rules/index.ts';
import { type CaseId, type CaseIndex, caseIds, tallyOf } from './case-index.ts';
import type { FileState } from './file-state.ts';
import { includedFiles } from './includes.ts';
import type { Uri } from './uri.ts';
import type { Snapshot, Workspace } from './workspace.ts';

const entry = ({ id, located, tree }: CaseId, uri?: Uri): CaseIdEntry => ({
  id,
  place: { tree, start: located.node.start, end: located.node.end, ...(uri && { uri }) },
});

/**
 * Case ids that a file shares with a case of the same set: the dataset that it is or that includes it,
 * else all files that no dataset includes. Other files count as far as they are loaded.
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
    ? idsOfDataset(workspace, dataset, file)
    : own.flatMap(({ id }) => idsElsewhere(workspace, index, file, id));
  const tally = tallyOf(file);
  const shared = new Set(tally.repeated);
  for (const { id } of rivals) if (tally.has(id)) shared.add(id);
  if (shared.size === 0) return [];
  const ownPlaces = own.filter(({ id }) => shared.has(id)).map((each) => entry(each));
  const trees = new Set(ownPlaces.map(({ place }) => place.tree));
  return duplicateIds([...ownPlaces, ...rivals]).filter(({ place }) => trees.has(place.tree));
}

function idsOfDataset(workspace: Workspace, dataset: FileState, file: FileState): CaseIdEntry[] {
  const files = includedFiles(dataset, workspace.listed).flatMap(
    (uri) => workspace.store.peek(uri) ?? [],
  );
  return [dataset, ...files]
    .filter((other) => other.uri !== file.uri)
    .flatMap((other) => caseIds(other).map((each) => entry(each, other.uri)));
}

function idsElsewhere(
  workspace: Workspace,
  index: CaseIndex,
  file: FileState,
  id: string,
): CaseIdEntry[] {
  return index
    .filesWith(id)
    .filter((uri) => uri !== file.uri && workspace.kindOf(uri) === 'case')
    .filter((uri) => !workspace.includedBy(uri))
    .flatMap((uri) => {
      const other = workspace.store.peek(uri);
      return other
        ? caseIds(other)
            .filter((each) => each.id === id)
            .map((each) => entry(each, uri))
        : [];
    });
}
