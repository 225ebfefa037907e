import type { ScalarNode } from '../../syntax/node.ts';
import type { CaseContext, Finding } from '../rule.ts';
import { matcherSites } from '../walk.ts';

/** Keys of a matcher that say nothing without another key: `bad-value` findings. */
export function modifierFindings(context: CaseContext): Finding[] {
  const { tree } = context.subject;
  const finding = ({ start, end }: ScalarNode, message: string): Finding => ({
    code: 'bad-value',
    severity: 'error',
    message,
    place: { tree, start, end },
  });
  return matcherSites(context).flatMap(({ part }): Finding[] => {
    if (part.kind !== 'matcher') return [];
    const { path, fromCall, tolerance, compare } = part;
    // A `from_call` of the wrong type is there all the same; the shape rules speak of it.
    const refers = fromCall ?? part.node.entries.some(({ key }) => key.value === 'from_call');
    const numeric = compare?.value === 'number';
    return [
      ...(path?.key && !refers ? [finding(path.key, '`path` needs `from_call`')] : []),
      ...(tolerance?.key && !numeric
        ? [finding(tolerance.key, '`tolerance` needs `compare: number`')]
        : []),
    ];
  });
}
