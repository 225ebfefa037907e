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

/**
 * Computes something once for a context. Only the answer for the last one is kept: rules look at one case
 * after the other, and what was found on the way would be most of what the server remembers.
 */
export function perContext<T>(compute: (context: CaseContext) => T): (context: CaseContext) => T {
  let last: { readonly context: CaseContext; readonly made: T } | undefined;
  return (context) => {
    if (last?.context !== context) last = { context, made: compute(context) };
    return last.made;
  };
}
