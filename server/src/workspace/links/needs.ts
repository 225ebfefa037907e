import { contentsOf } from '../files/contents.ts';
import type { FileState } from '../files/file-state.ts';
import type { FileKind } from '../files/kinds.ts';
import type { Uri } from '../files/uri.ts';
import { includedFiles } from './includes.ts';
import type { KnownTools } from './known-tools.ts';
import type { Surroundings } from './scopes.ts';
import { configOrigin, datasetManifests, datasetOrigin, manifestUris } from './toolsets.ts';

/** What the workspace knows of its files. */
interface Listing {
  readonly listed: readonly Uri[];
  readonly knownTools: KnownTools;
}

type Needs = (workspace: Listing, file: FileState, around: Surroundings) => readonly Uri[];
const NOTHING: Needs = () => [];

/** A case that is only being begun has no unit yet, and completes by the manifests that it falls back to. */
function inherited(_: Listing, __: FileState, { includedBy, config }: Surroundings) {
  return manifestUris(includedBy ? datasetOrigin(includedBy, config) : configOrigin(config));
}

/** The texts that a file as a whole needs, by what it holds; its cases need more (see `workspace.ts`). */
export const NEEDS: Readonly<Record<FileKind, Needs>> = {
  case: inherited,
  golden: inherited,
  tools: NOTHING,
  trace: NOTHING,
  config: ({ knownTools }, file) => knownTools.needs(file),
  dataset: (workspace, file, around) => [
    ...contentsOf(file).datasets.flatMap((node) => datasetManifests(file.uri, node)),
    ...manifestUris(configOrigin(around.config)),
    ...includedFiles(file, workspace.listed),
  ],
};
