import { toValue } from '../syntax/index.ts';
import type { Matcher } from './expectation.ts';
import type { MatcherNode } from './located.ts';
import type { Json } from './value.ts';

const literal = (value: Json): Matcher => ({ kind: 'matcher', allowed: [value], optional: false });

/**
 * The matcher that a written one means. A mapping that is neither matcher nor literal has a finding of
 * its own, and is taken for the literal that it looks like.
 */
export function toMatcher(read: MatcherNode): Matcher {
  switch (read.kind) {
    case 'literal':
    case 'mixed':
      return literal(toValue(read.node));
    case 'list':
      return { kind: 'list', items: read.children.map(toMatcher) };
    case 'object':
      return {
        kind: 'object',
        entries: new Map(
          read.children.map(({ entry, matcher }) => [String(entry.key.value), toMatcher(matcher)]),
        ),
      };
    case 'matcher': {
      const { allowed, predicate } = read;
      return {
        kind: 'matcher',
        allowed: allowed?.node.items.map(toValue),
        fromCall: read.fromCall?.refs.map((ref) => ref.value),
        path: read.path?.value,
        fromUser: read.fromUser?.value,
        predicate:
          predicate === undefined || typeof predicate.value === 'string'
            ? (predicate?.value as string | undefined)
            : { schema: predicate.value },
        optional: read.optional?.value ?? false,
        compare: read.compare?.value,
        tolerance: read.tolerance?.value,
      };
    }
  }
}
