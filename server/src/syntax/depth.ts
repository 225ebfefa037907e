import { say } from '../l10n/say.ts';
import type { Node, SegmentTree, Span, SyntaxProblem } from './node.ts';

/** Levels of nesting beyond which a text is not read: far above real use, far below the stack. */
export const MAX_DEPTH = 500;

/** The finding about values that were not read for their nesting. */
export function tooDeep(span: Span): SyntaxProblem {
  const message = say`Not checked: values are nested more than ${MAX_DEPTH} levels deep.`;
  return { code: 'gave-up', message, start: Math.max(0, span.start), end: span.end };
}

/** Values of one segment beyond which it is not read: every feature walks through them. */
const MAX_VALUES = 500_000;

/** The tree as it is, or an empty one with a finding where it holds more values than anybody looks through. */
export function ofBearableSize(tree: SegmentTree): SegmentTree {
  // A value takes a character, and another between it and the next.
  if (tree.text.length <= MAX_VALUES || !tree.root || !holdsMore(tree.root, MAX_VALUES))
    return tree;
  return tooLong(tree.text);
}

/** A segment that is not read for its length. */
export function tooLong(text: string): SegmentTree {
  const message = say`Not checked: this holds more values than are looked through.`;
  return { text, root: null, problems: [{ code: 'gave-up', message, start: 0, end: 1 }] };
}

function holdsMore(root: Node, limit: number): boolean {
  let count = 0;
  const todo = [root];
  for (let node = todo.pop(); node && count <= limit; node = todo.pop()) {
    count++;
    if (node.kind === 'seq') for (const item of node.items) todo.push(item);
    else if (node.kind === 'map') for (const { value } of node.entries) todo.push(value);
  }
  return count > limit;
}
