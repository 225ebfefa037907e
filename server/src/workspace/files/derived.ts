/** How many elements two lists share at their beginnings, and at their ends behind those. */
export function shared<T>(
  before: readonly T[],
  after: readonly T[],
): { readonly head: number; readonly tail: number } {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { head, tail };
}

/**
 * A list made of another, element by element. As that one changes here and there, only the elements of
 * the part that changed are made again: what an edit of one case costs does not grow with the file.
 */
export class Derived<T, R> {
  #from: readonly T[] = [];
  #made: readonly R[] = [];

  /** @param make what an element is made into; must not depend on more than the list was begun for */
  of(from: readonly T[], make: (item: T) => R): readonly R[] {
    const { head, tail } = shared(this.#from, from);
    if (head === from.length && head === this.#from.length) return this.#made;
    const changed = from.slice(head, from.length - tail).map(make);
    // Not by spreading, which would leave room to grow in thousands of lists.
    this.#made = this.#made
      .slice(0, head)
      .concat(changed, this.#made.slice(this.#made.length - tail));
    this.#from = from;
    return this.#made;
  }
}

/**
 * One derived list for each owner: an object that stays the same while its list changes, and whose own
 * change makes all of the list's elements anew.
 */
export class DerivedLists<T, R> {
  readonly #lists = new WeakMap<object, Derived<T, R>>();

  of(owner: object, from: readonly T[], make: (item: T) => R): readonly R[] {
    let list = this.#lists.get(owner);
    if (!list) {
      list = new Derived();
      this.#lists.set(owner, list);
    }
    return list.of(from, make);
  }

  /** Lets go of an owner's list. */
  forget(owner: object): void {
    this.#lists.delete(owner);
  }
}
