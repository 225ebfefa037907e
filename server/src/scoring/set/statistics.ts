/** Mean of what is known; true counts 1. Null where nothing is. */
export function mean(values: readonly (number | boolean | null | undefined)[]): number | null {
  const known = values.filter((value) => value !== null && value !== undefined).map(Number);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** A share; null, never 1, where there is nothing to share (scoring.md §7). */
export const rate = (part: number, whole: number): number | null =>
  whole === 0 ? null : part / whole;

/** Percentile by nearest rank, `p` from 0 to 1; null of nothing. */
export function percentile(values: readonly number[], p: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? null;
}

/** Cohen's kappa of two yes-or-no judgements of the same things; null where chance alone agrees. */
export function kappa(pairs: readonly (readonly [boolean, boolean])[]): number | null {
  const n = pairs.length;
  if (n === 0) return null;
  const observed = pairs.filter(([a, b]) => a === b).length / n;
  const yesA = pairs.filter(([a]) => a).length / n;
  const yesB = pairs.filter(([, b]) => b).length / n;
  const chance = yesA * yesB + (1 - yesA) * (1 - yesB);
  return chance === 1 ? null : (observed - chance) / (1 - chance);
}

/**
 * Two-sided exact sign test of paired outcomes (McNemar's exact test where they are yes or no).
 *
 * @param better pairs that went up
 * @param worse pairs that went down; ties are left out by the caller
 * @returns the chance of a split at least as uneven were both equally likely
 */
export function signTest(better: number, worse: number): number {
  const n = better + worse;
  const k = Math.min(better, worse);
  // ln of C(n, i) / 2^n, so that large n neither overflows nor underflows.
  let log = -n * Math.LN2;
  let tail = Math.exp(log);
  for (let i = 1; i <= k; i++) {
    log += Math.log((n - i + 1) / i);
    tail += Math.exp(log);
  }
  return Math.min(1, 2 * tail);
}
