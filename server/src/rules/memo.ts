import type { CaseContext } from './rule.ts';

/** Computes something once for a context, however many rules ask for it. */
export function perContext<T extends object>(
  compute: (context: CaseContext) => T,
): (context: CaseContext) => T {
  const known = new WeakMap<CaseContext, T>();
  return (context) => {
    const before = known.get(context);
    if (before) return before;
    const made = compute(context);
    known.set(context, made);
    return made;
  };
}
