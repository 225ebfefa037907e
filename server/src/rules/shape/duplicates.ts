/** Related places named by one finding at most. */
const MAX_RELATED = 10;

/** Every item whose key another item has too, with those others. */
export function duplicates<T>(
  items: Iterable<T>,
  keyOf: (item: T) => string,
): { readonly item: T; readonly others: readonly T[] }[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .flatMap((group) =>
      group.map((item) => ({
        item,
        others: group
          .slice(0, MAX_RELATED + 1)
          .filter((other) => other !== item)
          .slice(0, MAX_RELATED),
      })),
    );
}
