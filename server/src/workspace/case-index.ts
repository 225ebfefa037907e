import type { Located } from '../model/located.ts';
import type { SegmentTree } from '../syntax/index.ts';
import { contentsOf } from './contents.ts';
import type { FileState } from './file-state.ts';
import type { Uri } from './uri.ts';

/** A case id, and where it stands. */
export interface CaseId {
  readonly id: string;
  readonly located: Located<string>;
  readonly tree: SegmentTree;
}

const cache = new WeakMap<FileState, readonly CaseId[]>();

/** The ids of a file's cases, in written order. */
export function caseIds(file: FileState): readonly CaseId[] {
  const known = cache.get(file);
  if (known) return known;
  const made = contentsOf(file).units.flatMap(({ subject, tree }) =>
    subject.kind === 'case' && subject.caseId
      ? [{ id: subject.caseId.value, located: subject.caseId, tree }]
      : [],
  );
  cache.set(file, made);
  return made;
}

/**
 * Which files bear a case id. It is told of each file it should know, and looks again only at those that
 * have changed since.
 */
export class CaseIndex {
  readonly #files = new Map<Uri, { state: FileState; ids: readonly string[] }>();
  readonly #byId = new Map<string, Set<Uri>>();

  /** Takes in what a file holds now. */
  update(state: FileState): void {
    if (this.#files.get(state.uri)?.state === state) return;
    this.remove(state.uri);
    const ids = caseIds(state).map(({ id }) => id);
    this.#files.set(state.uri, { state, ids });
    for (const id of ids) {
      const uris = this.#byId.get(id);
      if (uris) uris.add(state.uri);
      else this.#byId.set(id, new Set([state.uri]));
    }
  }

  remove(uri: Uri): void {
    for (const id of this.#files.get(uri)?.ids ?? []) {
      const uris = this.#byId.get(id);
      uris?.delete(uri);
      if (uris?.size === 0) this.#byId.delete(id);
    }
    this.#files.delete(uri);
  }

  /** The known files that have a case of this id. */
  filesWith(id: string): readonly Uri[] {
    return [...(this.#byId.get(id) ?? [])];
  }
}
