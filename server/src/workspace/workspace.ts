import type { Config } from '../model/config.ts';
import type { DatasetNode } from '../model/located.ts';
import type { Toolset } from '../model/tool.ts';
import type { Scope } from '../rules/rule.ts';
import { type Contents, contentsToCheck, type Unit } from './files/contents.ts';
import { shared } from './files/derived.ts';
import type { ContentChange, FileState } from './files/file-state.ts';
import type { FileSystem } from './files/file-system.ts';
import { configOf, configUri, filesIn, folderOf, isFile } from './files/folder.ts';
import { type FileGlobs, type FileKind, type FolderGlobs, kindOf } from './files/kinds.ts';
import { FileStore } from './files/store.ts';
import { isInside, nameOf, parentOf, resolvePath, type Uri } from './files/uri.ts';
import { type Including, includingDataset } from './links/includes.ts';
import { KnownTools } from './links/known-tools.ts';
import { linksOf } from './links/links.ts';
import { hasLabels, lockUri } from './links/lock.ts';
import { NEEDS } from './links/needs.ts';
import { predicateModule } from './links/predicate-module.ts';
import { Scopes, type Surroundings, type TrackedScope } from './links/scopes.ts';
import { datasetOrigin, manifestUris, Toolsets } from './links/toolsets.ts';

export interface WorkspaceOptions {
  readonly fileSystem: FileSystem;
  readonly folders: readonly Uri[];
  /** The configuration to use instead of each folder's own. */
  readonly config?: Uri;
}

/** A file with all that it names loaded: what features and rules work on, without waiting. */
export interface Snapshot {
  readonly file: FileState;
  readonly contents: Contents;
  readonly around: Surroundings;
  scopeOf(unit: Unit): TrackedScope;
}

const NOTHING_MAPPED: FileGlobs = {};

/**
 * The files of the workspace folders: which there are, what they name, and what is known of them. Every
 * question is answered in two steps: load what the file names (`snapshot`), then look.
 */
export class Workspace {
  readonly store: FileStore;
  readonly toolsets: Toolsets;
  readonly knownTools = new KnownTools(this);
  #scopes: Scopes;
  #folders: readonly Uri[];
  #globs: FolderGlobs = new Map();
  #listing: Promise<void> | undefined;
  #listed = new Set<Uri>();
  #list: readonly Uri[] = [];
  /** Files of data whose names say nothing: a case may name any of them. */
  otherFiles: readonly Uri[] = [];
  #settings: Promise<unknown> | undefined;
  /** What the configurations mapped when files were looked for last. */
  #mapped: string | undefined;
  #kinds: Kinds | undefined;
  readonly #named = new Map<Uri, FileKind>();
  readonly #elsewhere = new Set<Uri>();
  /** The cases of each file whose links were loaded, at that revision of all other files. */
  readonly #ready = new WeakMap<FileState['owner'], { revision: number; units: readonly Unit[] }>();

  constructor(private readonly options: WorkspaceOptions) {
    this.#folders = options.folders;
    this.store = new FileStore(
      options.fileSystem,
      (uri) => this.kindOf(uri),
      (uri) => this.#isReadable(uri),
    );
    this.toolsets = new Toolsets(this.store);
    this.#scopes = new Scopes(this.store, this.toolsets, () => this.listed);
  }

  get folders(): readonly Uri[] {
    return this.#folders;
  }

  /** What a file holds: by its name, the settings, its folder's configuration, or as it was named. */
  kindOf(uri: Uri): FileKind | undefined {
    if (!isFile([...this.#folders, ...this.#elsewhere], uri)) return undefined;
    const folder = folderOf(this.#folders, uri);
    const config = configOf(this.store?.peek(this.configUri(folder)));
    return (
      kindOf(uri, folder, this.#globsOf(folder)) ??
      kindOf(uri, folder, config.files) ??
      this.#named.get(uri) ??
      (uri === this.options.config ? 'config' : undefined)
    );
  }

  /** What settings and configuration map in a folder. */
  mappedIn = (folder: Uri): readonly FileGlobs[] => [
    this.#globsOf(folder),
    configOf(this.store.peek(this.configUri(folder))).files,
  ];

  /** Takes a file for what it is said to hold, where its name does not tell. */
  nameKind(uri: Uri, kind: FileKind): void {
    this.#named.set(uri, kind);
    this.store.recognise();
  }

  #globsOf(folder: Uri): FileGlobs {
    return this.#globs.get(folder) ?? NOTHING_MAPPED;
  }

  /** The configuration of a folder, whether there is one or not. */
  configUri(folder: Uri): Uri {
    return this.options.config ?? configUri(folder);
  }

  /** The configuration of a workspace folder, read where it is not known yet. */
  async configOf(folder: Uri): Promise<Config> {
    return configOf(await this.store.load(this.configUri(folder)));
  }

  /** Lets files of a folder outside the workspace be read: one that a person named, or that runs are kept in. */
  alsoRead(folder: Uri): void {
    this.#elsewhere.add(folder);
  }

  /**
   * The folders that may be read: the workspace's, those of open documents outside all of them, and those
   * of `alsoRead`.
   */
  get readable(): readonly Uri[] {
    const inside = (uri: Uri) => this.#folders.some((folder) => isInside(folder, uri));
    const outside = this.store.openFiles().filter(({ uri }) => !inside(uri));
    return [...this.#folders, ...outside.map(({ uri }) => parentOf(uri)), ...this.#elsewhere];
  }

  #isReadable(uri: Uri): boolean {
    return this.readable.some((folder) => isInside(folder, uri));
  }

  /** Told of the file that is worked on from now on. */
  onWork: (uri: Uri) => void = () => {};

  /** Takes files for empty until their text changes: looking into them ended earlier servers. */
  setAside(uris: readonly Uri[]): void {
    for (const uri of uris) this.store.setAside(uri);
  }

  open(uri: Uri, version: number, text: string): FileState {
    return this.store.open(uri, version, text);
  }

  change(uri: Uri, version: number, changes: readonly ContentChange[]): FileState | undefined {
    return this.store.change(uri, version, changes);
  }

  close(uri: Uri): void {
    this.store.close(uri);
  }

  /** Files appeared, changed or went. */
  filesChanged(changes: readonly { readonly uri: Uri; readonly deleted: boolean }[]): void {
    let isSame = true;
    for (const { uri, deleted } of changes) {
      this.store.forget(uri);
      const isListed = !deleted && this.kindOf(uri) !== undefined;
      if (isListed === this.#listed.has(uri)) continue;
      isSame = false;
      if (isListed) this.#listed.add(uri);
      else this.#listed.delete(uri);
    }
    // Much is found out of the list once for as long as it is this very one.
    if (!isSame) this.#list = [...this.#listed];
  }

  /** Forgets all but the editor's buffers: the disk is looked through and read again. */
  reload(): void {
    this.store.forgetAll();
    this.#listing = undefined;
  }

  /** Has whoever asks for files wait for settings that are on their way. */
  expect(settings: Promise<unknown>): void {
    this.#settings = settings;
  }

  /** The folders or the settings changed: files are looked for again, and recognised anew. */
  configure(folders: readonly Uri[], globs: FolderGlobs): void {
    this.#folders = folders;
    this.#globs = globs;
    this.#listing = undefined;
    this.store.recognise();
  }

  /**
   * Every file of the workspace that is ours, by name or glob; looked for once, then kept up. A
   * configuration that maps other files than before has them looked for again.
   */
  async files(): Promise<readonly Uri[]> {
    await this.#settings;
    if (this.#mapped !== undefined && this.#mapped !== this.#mapping()) this.#listing = undefined;
    this.#listing ??= this.#look();
    await this.#listing;
    return this.#list;
  }

  /** As `files`, of those found so far; the same array as long as they are the same. */
  get listed(): readonly Uri[] {
    return this.#list;
  }

  #mapping(): string {
    const configs = this.#folders.map((each) => configOf(this.store.peek(this.configUri(each))));
    return JSON.stringify(configs.map(({ files }) => files));
  }

  async #look(): Promise<void> {
    this.#mapped = undefined;
    const [found, others] = [new Set<Uri>(), new Set<Uri>()];
    for (const folder of this.#folders) {
      await this.store.load(this.configUri(folder));
      const all = filesIn(folder, this.options.fileSystem, this.mappedIn(folder));
      for await (const { uri, isOurs } of all) (isOurs ? found : others).add(uri);
    }
    this.otherFiles = [...others];
    this.#listed = found;
    this.#list = [...found];
    this.#mapped = this.#mapping();
    this.store.recognise();
    await Promise.all(this.listedAs('dataset').map((uri) => this.store.load(uri)));
  }

  /** The listed files that hold something; looked through again only when they, or what tells it, change. */
  listedAs(kind: FileKind): readonly Uri[] {
    const configs = this.#folders.map((each) => configOf(this.store.peek(this.configUri(each))));
    const told: unknown[] = [this.#list, this.#globs, this.#named.size, ...configs];
    const known = this.#kinds;
    if (known?.told.length !== told.length || told.some((each, i) => each !== known.told[i])) {
      const files = new Map<FileKind | undefined, Uri[]>();
      for (const uri of this.#list) {
        const held = this.kindOf(uri);
        const same = files.get(held);
        if (same) same.push(uri);
        else files.set(held, [uri]);
      }
      this.#kinds = { told, files };
    }
    return this.#kinds?.files.get(kind) ?? [];
  }

  /** The datasets of the workspace, as far as they are loaded. */
  datasets(): FileState[] {
    return this.listedAs('dataset').flatMap((uri) => this.store.peek(uri) ?? []);
  }

  /** The dataset that takes a file in by a glob. */
  includedBy(uri: Uri): Including | undefined {
    return includingDataset(this.datasets(), uri);
  }

  /**
   * A file and all that it names, loaded. The editor may change any of them while others are read: what
   * is returned is the state at the moment of return.
   *
   * @returns undefined where the file is none of ours or cannot be read
   */
  async snapshot(uri: Uri): Promise<Snapshot | undefined> {
    this.onWork(uri);
    await this.files();
    const folder = folderOf(this.#folders, uri);
    await this.store.load(uri);
    await this.store.load(this.configUri(folder));
    for (;;) {
      const missing = this.#missing(uri, folder);
      if (missing.length === 0) return this.peek(uri);
      await Promise.all(missing.map((load) => load()));
    }
  }

  /**
   * As `snapshot`, of what is loaded already.
   *
   * @param kind what to read the file as, where its name does not say
   */
  peek(uri: Uri, kind?: FileKind): Snapshot | undefined {
    const file = this.store.peek(uri);
    if (!file?.document || !(kind ?? file.kind)) return undefined;
    const around = this.#around(uri, folderOf(this.#folders, uri));
    return {
      file,
      contents: contentsToCheck(file, kind ?? file.kind),
      around,
      scopeOf: (unit) => this.#scopes.of(unit, around),
    };
  }

  #around(uri: Uri, folder: Uri): Surroundings {
    const config = configOf(this.store.peek(this.configUri(folder)));
    const includedBy = this.includedBy(uri);
    const predicates = predicateModule(config);
    return {
      uri,
      anchor: uri.startsWith('untitled:') ? (resolvePath(folder, nameOf(uri)) ?? uri) : uri,
      config,
      ...(includedBy && { includedBy }),
      ...(predicates && { predicates }),
      lock: lockUri(config.uri, folder),
    };
  }

  /** Looks up files that a file names, as far as they are loaded. */
  lookups(uri: Uri): Pick<Scope, 'file' | 'manifest'> {
    return this.#scopes.lookups(uri);
  }

  /** The tools that a dataset offers its cases. */
  toolsetOf(dataset: DatasetNode, { uri, config }: Surroundings): Toolset {
    return this.toolsets.of(datasetOrigin({ uri, node: dataset }, config), config);
  }

  /** What still has to be loaded before a file can be looked at. */
  #missing(uri: Uri, folder: Uri): Load[] {
    const file = this.store.peek(uri);
    if (!file) return [() => this.store.load(uri)];
    const around = this.#around(uri, folder);
    const { predicates } = around;
    const loads = this.#unloadedTexts([
      ...(predicates ? [predicates] : []),
      ...(file.kind ? NEEDS[file.kind](this, file, around) : []),
    ]);
    const { units } = contentsToCheck(file);
    const revision = this.store.foreignRevision(uri);
    const known = this.#ready.get(file.owner);
    const { head, tail } = shared(known?.revision === revision ? known.units : [], units);
    for (const unit of units.slice(head, units.length - tail)) {
      for (const each of this.#unloaded(unit, around)) loads.push(each);
    }
    if (loads.length === 0) this.#ready.set(file.owner, { revision, units });
    return loads;
  }

  #unloadedTexts(uris: readonly Uri[]): Load[] {
    return uris.filter((uri) => !this.store.peek(uri)).map((uri) => () => this.store.load(uri));
  }

  #unloaded(unit: Unit, around: Surroundings): Load[] {
    const { store } = this;
    const { texts, traces } = this.#namedBy(unit, around);
    return [
      ...this.#unloadedTexts(texts),
      ...traces
        .filter((uri) => !store.peekPresence(uri))
        .map((uri) => () => store.loadPresence(uri)),
    ];
  }

  /** The files that a case or golden needs: read, or known to be there. */
  #namedBy(unit: Unit, around: Surroundings) {
    const { goldens, traces } = linksOf(around.anchor, unit.subject);
    const { origin } = this.#scopes.of(unit, around);
    return {
      texts: [
        ...goldens.map(({ uri }) => uri),
        ...manifestUris(origin),
        ...(hasLabels(unit, around.includedBy?.node) ? [around.lock] : []),
      ],
      traces,
    };
  }

  /** The files whose texts the cases and goldens of a file need. */
  textsNamedBy({ contents, around }: Snapshot): readonly Uri[] {
    return contents.units.flatMap((unit) => this.#namedBy(unit, around).texts);
  }
}

/** The listed files by what they hold, and what that was told by. */
interface Kinds {
  readonly told: readonly unknown[];
  readonly files: ReadonlyMap<FileKind | undefined, readonly Uri[]>;
}

type Load = () => Promise<unknown>;
