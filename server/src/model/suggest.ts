import { distance } from 'fastest-levenshtein';

/** Longer names are compared by their beginning: nobody mistypes a name of this length by hand. */
const MAX_LENGTH = 200;
/** More candidates than any manifest has; the rest of a longer list is left out. */
const MAX_CANDIDATES = 5000;

const fold = (name: string): string =>
  name
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

const words = (name: string): string[] =>
  name
    .slice(0, MAX_LENGTH)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/**
 * Tells how far a candidate is from a name, or null where it is no near miss: 0 where they differ in case or
 * separators alone, else an edit distance of at most 2, or 1 where either is shorter than five letters.
 */
function missesOf(name: string): (candidate: string) => number | null {
  const folded = fold(name);
  return (candidate) => {
    if (Math.max(name.length, candidate.length) > MAX_LENGTH) return null;
    if (folded !== '' && folded === fold(candidate)) return 0;
    const allowed = Math.min(name.length, candidate.length) < 5 ? 1 : 2;
    if (Math.abs(name.length - candidate.length) > allowed) return null;
    const edits = distance(name, candidate);
    return edits <= allowed ? edits : null;
  };
}

interface Scored {
  readonly candidate: string;
  readonly score: number;
}

function ranked(
  name: string,
  candidates: Iterable<string>,
  score: (candidate: string) => number | null,
): string[] {
  const found: Scored[] = [];
  const seen = new Set<string>([name]);
  let looked = 0;
  for (const candidate of candidates) {
    if (++looked > MAX_CANDIDATES) break;
    if (seen.has(candidate)) continue;
    seen.add(candidate);
    const value = score(candidate);
    if (value !== null) found.push({ candidate, score: value });
  }
  // The sort is stable: candidates that are equally far keep the order they were given in.
  return found.sort((a, b) => a.score - b.score).map((entry) => entry.candidate);
}

/**
 * The candidates that a name is a near miss of (rules.md), nearest first. The name itself is never one
 * of them.
 */
export function near(name: string, candidates: Iterable<string>): string[] {
  return ranked(name, candidates, missesOf(name));
}

/**
 * The candidates most like a name, nearest first and at most `max`: near misses, then names that share
 * words or most of their letters. For "did you mean", never to decide whether something is wrong.
 */
export function nearest(name: string, candidates: Iterable<string>, max = 3): string[] {
  const missBy = missesOf(name);
  const own = new Set(words(name));
  const text = name.slice(0, MAX_LENGTH).toLowerCase();
  return ranked(name, candidates, (candidate) => {
    const miss = missBy(candidate);
    if (miss !== null) return miss;
    const other = words(candidate);
    const shared = other.filter((word) => own.has(word)).length;
    const overlap = shared / Math.max(own.size, other.length, 1);
    const cut = candidate.slice(0, MAX_LENGTH).toLowerCase();
    const unlike = distance(text, cut) / Math.max(text.length, cut.length, 1);
    return overlap >= 0.5 || unlike <= 0.4 ? 3 + Math.min(unlike, 1 - overlap) : null;
  }).slice(0, max);
}
