import type { Config } from '../../model/config.ts';
import type { Toolset } from '../../model/tool.ts';
import { toolsNamedBy } from '../../rules/index.ts';
import { brokenFrames } from '../files/broken-frames.ts';
import { contentsOf } from '../files/contents.ts';
import type { FileState } from '../files/file-state.ts';
import { configOf } from '../files/folder.ts';
import type { FileKind } from '../files/kinds.ts';
import type { FileStore } from '../files/store.ts';
import type { Uri } from '../files/uri.ts';
import { linksOf } from './links.ts';
import {
  configOrigin,
  manifestUris,
  type ToolSources,
  type Toolsets,
  type ToolsOrigin,
} from './toolsets.ts';

/** How many files are waited for at once: what they hold is read between two waits. */
const PORTION = 200;

const SUBJECT_KINDS = ['dataset', 'case', 'golden'] as const;

interface Listing {
  readonly store: FileStore;
  readonly toolsets: Toolsets;
  listedAs(kind: FileKind): readonly Uri[];
  /** Told of the file that is worked on from now on. */
  onWork(uri: Uri): void;
}

/** The sources of a workspace's tools, as far as files are loaded. */
interface Found extends ToolSources {
  /** Some of the files that are still to be loaded. */
  readonly missing: readonly Uri[];
}

/**
 * All tools of a workspace: of its manifests, and of those that the configuration, cases, goldens and datasets
 * name or hold. They follow from the files, whichever of them anybody has looked at.
 */
export class KnownTools {
  constructor(private readonly workspace: Listing) {}

  /**
   * The texts from which a configuration's tools are known. Where the manifests have every tool that it
   * names, the cases are not looked through, except for an editor, which may ask what else can be named.
   */
  needs(file: FileState): readonly Uri[] {
    const { workspace } = this;
    const config = configOf(file);
    const manifests = this.#manifests;
    const origins = ownOrigins(config);
    const near = [...manifests, ...origins.flatMap(manifestUris)];
    if (!near.every((uri) => workspace.store.peek(uri))) return near;
    const { find } = workspace.toolsets.all({ origins, manifests, complete: true }, config);
    if (!file.open && toolsNamedBy(config).every(({ value }) => find(value))) return near;
    return [...near, ...this.#needsOfAll(config)];
  }

  /** As `all`, with every file loaded that it takes. */
  async load(config: Config): Promise<Toolset> {
    const { store } = this.workspace;
    for (;;) {
      const due = this.#needsOfAll(config).filter((uri) => !store.peek(uri));
      if (due.length === 0) return this.all(config);
      await Promise.all(due.map((uri) => store.load(uri)));
    }
  }

  #needsOfAll(config: Config): readonly Uri[] {
    const { origins, manifests, missing } = this.#sources(config);
    return missing.length > 0 ? missing : [...manifests, ...origins.flatMap(manifestUris)];
  }

  /** The tools of a workspace; incomplete where a file that may have some is not loaded, or cannot be read. */
  all(config: Config): Toolset {
    return this.workspace.toolsets.all(this.#sources(config), config);
  }

  get #manifests(): readonly Uri[] {
    return this.workspace.listedAs('tools');
  }

  #sources(config: Config): Found {
    const { store, onWork } = this.workspace;
    const origins = [...ownOrigins(config)];
    const missing: Uri[] = [];
    let complete = true;
    const kinds = new Map<Uri, FileKind>();
    for (const kind of SUBJECT_KINDS) {
      for (const uri of this.workspace.listedAs(kind)) kinds.set(uri, kind);
    }
    // Goldens under any name join while the files are gone through.
    for (const [uri, kind] of kinds) {
      const state = store.peek(uri);
      if (!state) missing.push(uri);
      if (missing.length === PORTION) break;
      if (!state) continue;
      const found = known.get(state) ?? namedBy(state, kind, onWork);
      complete &&= found.complete;
      origins.push(...found.origins);
      for (const golden of found.goldens) if (!kinds.has(golden)) kinds.set(golden, 'golden');
    }
    return {
      origins,
      manifests: this.#manifests,
      missing,
      complete: complete && missing.length === 0,
    };
  }
}

const ownOrigins = (config: Config): readonly ToolsOrigin[] => {
  const own = configOrigin(config);
  return own ? [own] : [];
};

interface Named {
  readonly origins: readonly ToolsOrigin[];
  readonly goldens: readonly Uri[];
  readonly complete: boolean;
}

const known = new WeakMap<FileState, Named>();

/** The manifests and goldens that the cases, goldens and datasets of a file name. */
function namedBy(state: FileState, kind: FileKind, onWork: (uri: Uri) => void): Named {
  const { uri } = state;
  onWork(uri);
  const { units, datasets } = contentsOf(state, kind);
  const owners = [
    ...units.map(({ subject }) => subject),
    ...datasets,
    ...datasets.flatMap(({ defaults }) => defaults ?? []),
  ];
  const named: Named = {
    origins: owners.flatMap(({ tools, tree }) =>
      tools ? [{ sources: tools.sources, base: uri, tree }] : [],
    ),
    goldens: units.flatMap(({ subject }) => linksOf(uri, subject).goldens.map((each) => each.uri)),
    complete: state.document !== undefined && !isCutShort(state),
  };
  known.set(state, named);
  return named;
}

/** Whether something in a file was not read, so that it may name tools that nobody knows of. */
const isCutShort = ({ source }: FileState): boolean =>
  brokenFrames(source).size > 0 ||
  source.documents.some(({ frame }) => frame.tree.problems.some(({ code }) => code === 'gave-up'));
