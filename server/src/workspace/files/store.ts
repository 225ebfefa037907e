import { say } from '../../l10n/say.ts';
import { Dependents } from './dependents.ts';
import { type ContentChange, FileState } from './file-state.ts';
import type { FileSystem } from './file-system.ts';
import type { FileKind } from './kinds.ts';
import type { Uri } from './uri.ts';

/** Whether a file can be read, and if not, why not. */
export type FilePresence = { readonly ok: true } | { readonly ok: false; readonly reason: string };

const PRESENT: FilePresence = { ok: true };

/**
 * Every file that was asked for, once: an editor's buffer where there is one, else the disk. Reading is
 * asynchronous, looking is not; whoever needs a file loads it first and then works without waiting.
 */
export class FileStore {
  readonly #states = new Map<Uri, FileState>();
  readonly #open = new Set<Uri>();
  readonly #loading = new Map<Uri, Promise<FileState>>();
  readonly #presence = new Map<Uri, FilePresence>();
  /** Of files that were read in vain: one object each, since answers are compared by identity. */
  readonly #absences = new WeakMap<FileState, FilePresence>();
  readonly #aside = new Set<Uri>();
  /** What each file's findings depend on, as far as anybody has looked. */
  readonly dependents = new Dependents();
  #changes = new Set<Uri>();
  #revision = 0;
  #changed: Uri | undefined;
  /** The revision of the last change to another file than `#changed`. */
  #othersRevision = 0;

  /**
   * @param fileSystem the disk
   * @param kindOf what a file holds, by its name
   * @param isReadable whether a file lies inside the workspace; others are refused, not read
   */
  constructor(
    private readonly fileSystem: FileSystem,
    private readonly kindOf: (uri: Uri) => FileKind | undefined,
    private readonly isReadable: (uri: Uri) => boolean,
  ) {}

  /** The file as far as it is known; undefined where nobody has loaded it. */
  peek(uri: Uri): FileState | undefined {
    return this.#states.get(uri);
  }

  /** Every file that was asked for so far. */
  get known(): Iterable<FileState> {
    return this.#states.values();
  }

  /** Every file of which no more than its presence was asked for. */
  get presences(): Iterable<readonly [Uri, FilePresence]> {
    return this.#presence.entries();
  }

  /** The file, read where it is not known yet. Never rejects: a file that cannot be read says so. */
  load(uri: Uri): Promise<FileState> {
    const known = this.#states.get(uri);
    if (known) return Promise.resolve(known);
    const under = this.#loading.get(uri);
    if (under) return under;
    const loading = this.#read(uri).then((state) => {
      // An editor may have opened the file, or the disk changed, while it was read.
      if (this.#loading.get(uri) !== loading) return this.#states.get(uri) ?? state;
      this.#loading.delete(uri);
      return this.#set(state);
    });
    this.#loading.set(uri, loading);
    return loading;
  }

  /** Whether the file can be read, as far as that is known; undefined where nobody has looked. */
  peekPresence(uri: Uri): FilePresence | undefined {
    const state = this.#states.get(uri);
    if (!state) return this.#presence.get(uri);
    if (state.document) return PRESENT;
    const known = this.#absences.get(state);
    const absence = known ?? { ok: false, reason: state.failure ?? say`it cannot be read` };
    if (!known) this.#absences.set(state, absence);
    return absence;
  }

  /** Finds out whether a file can be read, without reading it. */
  async loadPresence(uri: Uri): Promise<void> {
    if (this.peekPresence(uri)) return;
    const reason = this.isReadable(uri)
      ? await this.fileSystem.problem(uri).catch(String)
      : say`outside the workspace`;
    this.#presence.set(uri, reason === undefined ? PRESENT : { ok: false, reason });
  }

  async #read(uri: Uri): Promise<FileState> {
    const kind = this.kindOf(uri);
    if (!this.isReadable(uri)) return FileState.unreadable(uri, kind, say`outside the workspace`);
    if (this.#aside.has(uri))
      return FileState.unreadable(uri, kind, say`it ended the server before`);
    const result = await this.fileSystem
      .read(uri)
      .catch((error: unknown) => ({ ok: false, reason: String(error) }) as const);
    return result.ok
      ? FileState.of(uri, kind, result.text)
      : FileState.unreadable(uri, kind, result.reason);
  }

  /** Looks into a file no more until its text changes. */
  setAside(uri: Uri): void {
    this.#aside.add(uri);
  }

  open(uri: Uri, version: number, text: string): FileState {
    this.#open.add(uri);
    this.#changes.add(uri);
    const state = FileState.opened(uri, this.kindOf(uri), version, text);
    return this.#set(this.#aside.has(uri) ? state.setAside(true) : state);
  }

  /** Applies an editor's changes; undefined where the file is not open. */
  change(uri: Uri, version: number, changes: readonly ContentChange[]): FileState | undefined {
    const state = this.#states.get(uri);
    this.#aside.delete(uri);
    this.#changes.add(uri);
    return state?.open ? this.#set(state.changed(version, changes)) : undefined;
  }

  /** Forgets what is known of a file, so that the disk is read again. A buffer stays. */
  forget(uri: Uri): void {
    this.#aside.delete(uri);
    this.#loading.delete(uri);
    this.#presence.delete(uri);
    this.#changes.add(uri);
    this.#touch(uri);
    const state = this.#states.get(uri);
    if (!state?.open) this.#states.delete(uri);
    else if (state.isAside) this.#set(state.setAside(false));
  }

  /** As `forget`, of every file. */
  forgetAll(): void {
    for (const uri of [...this.#states.keys(), ...this.#loading.keys(), ...this.#presence.keys()]) {
      this.forget(uri);
    }
  }

  close(uri: Uri): void {
    this.#loading.delete(uri);
    this.#presence.delete(uri);
    this.#changes.add(uri);
    this.#touch(uri);
    this.#states.delete(uri);
    this.#open.delete(uri);
  }

  /** Files that an editor holds. */
  openFiles(): FileState[] {
    return [...this.#open].map((uri) => this.#states.get(uri)!);
  }

  /** Gives every file the kind that its name has now. */
  recognise(): void {
    for (const state of this.#states.values()) {
      const kind = this.kindOf(state.uri);
      if (kind === state.kind) continue;
      this.#changes.add(state.uri);
      this.#set(state.recognised(kind));
    }
  }

  /** The files that were opened, edited, closed or changed on disk since this was asked last. */
  takeChanges(): ReadonlySet<Uri> {
    const changes = this.#changes;
    this.#changes = new Set();
    return changes;
  }

  /**
   * A number that grows whenever a file other than the given one changes: while it stays, what was
   * found out about the others still holds.
   */
  foreignRevision(uri: Uri): number {
    return this.#changed === uri ? this.#othersRevision : this.#revision;
  }

  #touch(uri: Uri): void {
    if (uri !== this.#changed) {
      this.#othersRevision = this.#revision;
      this.#changed = uri;
    }
    this.#revision += 1;
  }

  #set(state: FileState): FileState {
    this.#touch(state.uri);
    this.#loading.delete(state.uri);
    this.#states.set(state.uri, state);
    return state;
  }
}
