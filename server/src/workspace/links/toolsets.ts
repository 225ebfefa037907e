import {
  createToolset,
  type Manifest,
  readInlineTools,
  readManifest,
} from '../../manifest/index.ts';
import type { Config } from '../../model/config.ts';
import type { CaseNode, DatasetNode, GoldenNode, ToolsSource } from '../../model/located.ts';
import type { Toolset } from '../../model/tool.ts';
import type { SegmentTree, SeqNode } from '../../syntax/index.ts';
import type { FileState } from '../files/file-state.ts';
import type { FileStore } from '../files/store.ts';
import { resolvePath, type Uri } from '../files/uri.ts';

/** The manifests that hold for a case, and the file whose folder their paths start from. */
export interface ToolsOrigin {
  readonly sources: readonly ToolsSource[];
  readonly base: Uri;
  readonly tree: SegmentTree;
}

/** Where tools may come from that are no one case's. */
export interface ToolSources {
  readonly origins: readonly ToolsOrigin[];
  /** Manifest files, whether somebody names them or not. */
  readonly manifests: readonly Uri[];
  /** Whether there are no further sources. */
  readonly complete: boolean;
}

/** Who may name the manifests of a case, nearest first. */
export interface ToolsOwners {
  readonly uri: Uri;
  readonly subject: CaseNode | GoldenNode;
  /** The golden trajectories that the case names. */
  readonly goldens: readonly { readonly uri: Uri; readonly golden: GoldenNode }[];
  readonly dataset?: { readonly uri: Uri; readonly node: DatasetNode };
  readonly config: Config;
}

/** The manifests of the nearest owner that names any: case, golden, dataset, configuration. */
export function toolsOrigin(owners: ToolsOwners): ToolsOrigin | undefined {
  const { dataset, config } = owners;
  for (const { uri, node } of [
    { uri: owners.uri, node: owners.subject },
    ...owners.goldens.map(({ uri, golden }) => ({ uri, node: golden })),
  ]) {
    if (node.tools) return { sources: node.tools.sources, base: uri, tree: node.tree };
  }
  return dataset ? datasetOrigin(dataset, config) : configOrigin(config);
}

/** The manifests that a dataset offers its cases: its defaults', its own, else the configuration's. */
export function datasetOrigin(
  { uri, node }: { readonly uri: Uri; readonly node: DatasetNode },
  config: Config,
): ToolsOrigin | undefined {
  const own = node.defaults?.tools ?? node.tools;
  return own ? { sources: own.sources, base: uri, tree: node.tree } : configOrigin(config);
}

/** Every manifest that a dataset names, those included that its defaults name in their place. */
export const datasetManifests = (uri: Uri, { tools, defaults, tree }: DatasetNode): Uri[] =>
  [tools, defaults?.tools].flatMap((own) =>
    own ? manifestUris({ sources: own.sources, base: uri, tree }) : [],
  );

export function configOrigin({ tools, uri, tree }: Config): ToolsOrigin | undefined {
  return tools && uri && tree ? { sources: tools, base: uri, tree } : undefined;
}

/** The manifest files that sources name. */
export function manifestUris(origin: ToolsOrigin | undefined): Uri[] {
  return (origin?.sources ?? []).flatMap((source) =>
    source.kind === 'path' && origin
      ? (resolvePath(parent(origin.base), source.path.value) ?? [])
      : [],
  );
}

const parent = (uri: Uri): Uri => resolvePath(uri, '..') ?? uri;

const manifests = new WeakMap<FileState, Manifest>();

/** The tools of a manifest file; read once for each of its states. */
export function manifestOf(state: FileState): Manifest {
  const known = manifests.get(state);
  if (known) return known;
  const made = readManifest({
    uri: state.uri,
    documents: state.source.documents.map(({ frame }) => frame.tree),
  });
  manifests.set(state, made);
  return made;
}

const inlineManifests = new WeakMap<SeqNode, Manifest>();

function inlineManifest(node: SeqNode, tree: SegmentTree, uri: Uri): Manifest {
  const known = inlineManifests.get(node);
  if (known) return known;
  const made = readInlineTools(node, tree, uri);
  inlineManifests.set(node, made);
  return made;
}

interface Part {
  readonly manifest: Manifest;
  readonly alias?: string;
}

/**
 * Toolsets by the manifests they are made of. Cases that name the same manifests share one, and it stays
 * the same object until one of them, or the configuration, changes.
 */
export class Toolsets {
  readonly #made = new Map<
    string,
    { parts: readonly Part[]; config: Config; toolset: Toolset }[]
  >();

  constructor(private readonly store: FileStore) {}

  /** The tools of a case; empty and incomplete where no manifest is named or loaded. */
  of(origin: ToolsOrigin | undefined, config: Config): Toolset {
    const { parts, complete } = this.#parts(origin);
    return this.#make(parts, complete, config);
  }

  /** The tools of many sources taken together. */
  all({ origins, manifests, complete }: ToolSources, config: Config): Toolset {
    const named = origins.map((origin) => this.#parts(origin));
    const states = manifests.map((uri) => this.store.peek(uri));
    const aliases = new Map<Manifest, Set<string | undefined>>();
    for (const { manifest, alias } of named.flatMap(({ parts }) => parts)) {
      aliases.set(manifest, (aliases.get(manifest) ?? new Set()).add(alias));
    }
    for (const state of states) {
      const manifest = state?.document && manifestOf(state);
      if (manifest && !aliases.has(manifest)) aliases.set(manifest, new Set([undefined]));
    }
    const parts = [...aliases].flatMap(([manifest, its]) =>
      [...its].map((alias) => ({ manifest, ...(alias !== undefined && { alias }) })),
    );
    const isRead = named.every((each) => each.complete) && states.every((each) => each?.document);
    return this.#make(parts, complete && isRead && parts.length > 0, config);
  }

  #make(parts: readonly Part[], complete: boolean, config: Config): Toolset {
    const key = `${complete}|${parts.map(({ manifest, alias }) => `${manifest.uri}>${alias ?? ''}`).join('|')}`;
    const candidates = this.#made.get(key) ?? [];
    const known = candidates.find(
      (candidate) =>
        candidate.config === config &&
        candidate.parts.every((part, index) => part.manifest === parts[index]?.manifest),
    );
    if (known) return known.toolset;
    const toolset = createToolset(parts, config.policies, complete);
    // A few are kept: inline manifests of one file share a key.
    this.#made.set(key, [{ parts, config, toolset }, ...candidates].slice(0, 8));
    return toolset;
  }

  #parts(origin: ToolsOrigin | undefined): { parts: Part[]; complete: boolean } {
    if (!origin || origin.sources.length === 0) return { parts: [], complete: false };
    const parts: Part[] = [];
    let complete = true;
    for (const source of origin.sources) {
      if (source.kind === 'inline') {
        parts.push({ manifest: inlineManifest(source.node, origin.tree, origin.base) });
        continue;
      }
      const uri = resolvePath(parent(origin.base), source.path.value);
      const state = uri === undefined ? undefined : this.store.peek(uri);
      const manifest = state?.document && manifestOf(state);
      if (!manifest || manifest.tools.length === 0) complete = false;
      if (manifest) parts.push({ manifest, ...(source.alias && { alias: source.alias.value }) });
    }
    return { parts, complete };
  }
}
