import { say } from '../l10n/say.ts';
import type { Span } from '../syntax/node.ts';
import type { CaseContext, Report } from './rule.ts';

/**
 * Reports that two keys contradict each other: on the later of them in the text, related to the other.
 * The second is undefined where it stands in another file, or nowhere.
 */
export function reportContradiction(
  { subject }: CaseContext,
  report: Report,
  first: Span,
  second: Span | undefined,
  { message }: { readonly message: string },
): void {
  if (!second) {
    report(first, message);
    return;
  }
  const [earlier, later] = first.start < second.start ? [first, second] : [second, first];
  report(later, message, {
    related: [
      {
        message: say`contradicts this`,
        place: { tree: subject.tree, start: earlier.start, end: earlier.end },
      },
    ],
  });
}
