import type { Located } from '../../model/located.ts';
import type { SegmentTree, SourceFile } from '../../syntax/index.ts';
import { contentsOf, type Unit } from '../files/contents.ts';
import { DerivedLists, shared } from '../files/derived.ts';
import type { FileState } from '../files/file-state.ts';
import type { Uri } from '../files/uri.ts';

/** A case id, and where it stands. */
export interface CaseId {
  readonly id: string;
  readonly located: Located<string>;
  readonly tree: SegmentTree;
}

const cache = new WeakMap<SourceFile, readonly CaseId[]>();
const ids = new DerivedLists<Unit, CaseId | undefined>();

/** The ids of a file's cases, in written order. */
export function caseIds(file: FileState): readonly CaseId[] {
  const known = cache.get(file.source);
  if (known) return known;
  const all = ids.of(file.owner, contentsOf(file).units, ({ subject, tree }) =>
    subject.kind === 'case' && subject.caseId
      ? { id: subject.caseId.value, located: subject.caseId, tree }
      : undefined,
  );
  const made = all.filter((each) => each !== undefined);
  cache.set(file.source, made);
  return made;
}

/** How often each id occurs in a file, kept up as the file is edited. */
class IdTally {
  #ids: readonly CaseId[] = [];
  readonly #counts = new Map<string, number>();
  /** The ids that occur more than once. */
  readonly repeated = new Set<string>();

  update(ids: readonly CaseId[]): void {
    const { head, tail } = shared(this.#ids, ids);
    for (const { id } of this.#ids.slice(head, this.#ids.length - tail)) this.#count(id, -1);
    for (const { id } of ids.slice(head, ids.length - tail)) this.#count(id, 1);
    this.#ids = ids;
  }

  #count(id: string, by: number): void {
    const count = (this.#counts.get(id) ?? 0) + by;
    if (count === 0) this.#counts.delete(id);
    else this.#counts.set(id, count);
    if (count > 1) this.repeated.add(id);
    else this.repeated.delete(id);
  }

  has(id: string): boolean {
    return this.#counts.has(id);
  }
}

const tallies = new WeakMap<object, IdTally>();

/** The ids that occur more than once in a file, and whether one occurs at all. */
export function tallyOf(file: FileState): Pick<IdTally, 'repeated' | 'has'> {
  const tally = tallies.get(file.owner) ?? new IdTally();
  tallies.set(file.owner, tally);
  tally.update(caseIds(file));
  return tally;
}

/**
 * Which files bear a case id. It is told of each file it should know, and looks again only at those that
 * have changed since.
 */
export class CaseIndex {
  readonly #files = new Map<Uri, { state: FileState; ids: readonly string[] }>();
  readonly #byId = new Map<string, Set<Uri>>();
  #stirred = new Set<Uri>();

  /** Takes in what a file holds now. */
  update(state: FileState): void {
    const { uri } = state;
    const known = this.#files.get(uri);
    if (known?.state === state) return;
    const before = known?.ids ?? [];
    const ids = caseIds(state).map(({ id }) => id);
    const { head, tail } = shared(before, ids);
    const gone = before.slice(head, before.length - tail);
    const come = ids.slice(head, ids.length - tail);
    if (gone.length > 0) {
      const kept = new Set(ids);
      for (const id of gone) if (!kept.has(id)) this.#leave(uri, id);
    }
    for (const id of come) this.#join(uri, id);
    this.#files.set(uri, { state, ids });
  }

  remove(uri: Uri): void {
    for (const id of this.#files.get(uri)?.ids ?? []) this.#leave(uri, id);
    this.#files.delete(uri);
  }

  /** Whether a file has an id in common with another. */
  isShared(uri: Uri): boolean {
    const ids = this.#files.get(uri)?.ids ?? [];
    return ids.some((id) => (this.#byId.get(id)?.size ?? 0) > 1);
  }

  /** The known files that have a case of this id. */
  filesWith(id: string): readonly Uri[] {
    return [...(this.#byId.get(id) ?? [])];
  }

  /** The files that had an id in common with one that took or left it since this was asked last. */
  takeStirred(): ReadonlySet<Uri> {
    const stirred = this.#stirred;
    this.#stirred = new Set();
    return stirred;
  }

  #join(uri: Uri, id: string): void {
    const uris = this.#byId.get(id) ?? new Set<Uri>();
    this.#byId.set(id, uris);
    for (const other of uris) this.#stirred.add(other);
    uris.add(uri);
  }

  #leave(uri: Uri, id: string): void {
    const uris = this.#byId.get(id);
    uris?.delete(uri);
    if (uris?.size === 0) this.#byId.delete(id);
    for (const other of uris ?? []) this.#stirred.add(other);
  }
}
