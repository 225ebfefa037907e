import type { Uri } from './uri.ts';

/** Which files were looked at for the sake of which others: after a change, only those are looked at again. */
export class Dependents {
  /** Most files are looked at for one other: only the rest have a set. */
  readonly #readers = new Map<Uri, Uri | Set<Uri>>();

  /** What is said of `reader` depends on a file, which need not be there. */
  note(reader: Uri, file: Uri): void {
    const known = this.#readers.get(file);
    if (known === undefined) this.#readers.set(file, reader);
    else if (typeof known !== 'string') known.add(reader);
    else if (known !== reader) this.#readers.set(file, new Set([known, reader]));
  }

  /** The given files, and all whose findings depend on them, directly or through others. */
  of(changed: Iterable<Uri>): Set<Uri> {
    const found = new Set(changed);
    // A set that grows while it is gone through is gone through to its end.
    for (const uri of found) {
      const readers = this.#readers.get(uri) ?? [];
      for (const reader of typeof readers === 'string' ? [readers] : readers) found.add(reader);
    }
    return found;
  }
}
