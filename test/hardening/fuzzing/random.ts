export type Random = () => number;

/** Numbers from 0 to below 1 that follow from a seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A whole number from 0 to below a limit. */
export const below = (random: Random, limit: number): number => Math.floor(random() * limit);

export const pick = <T>(random: Random, items: readonly T[]): T =>
  items[below(random, items.length)]!;
