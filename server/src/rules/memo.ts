import type { CaseContext } from './rule.ts';

/** Computes something once for each object, however many rules ask for it. */
export function once<K extends object, T extends object>(compute: (of: K) => T): (of: K) => T {
  const known = new WeakMap<K, T>();
  return (of) => {
    const before = known.get(of);
    if (before) return before;
    const made = compute(of);
    known.set(of, made);
    return made;
  };
}

/** Computes something once for a context. */
export const perContext = <T extends object>(
  compute: (context: CaseContext) => T,
): ((context: CaseContext) => T) => once(compute);
