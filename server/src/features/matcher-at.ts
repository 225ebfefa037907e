import type { CallNode, MatcherNode } from '../model/located.ts';
import { readMatcher } from '../model/read-matcher.ts';
import type { Toolset } from '../model/tool.ts';
import type { Path } from '../syntax/index.ts';

/** A part of an argument that stands on its own: a matcher, or a value. */
export interface MatcherPart {
  /** From the call's arguments down: the argument's name first. */
  readonly path: Path;
  readonly part: MatcherNode;
}

/** An argument of a call, read as a matcher. */
export function argumentMatcher(
  call: CallNode,
  { name, entry }: CallNode['arguments'][number],
  toolset: Toolset,
): MatcherNode {
  const schema = call.name && toolset.schema(call.name.value);
  return readMatcher(entry.value, schema ? (path) => schema.at([name, ...path]) : undefined);
}

/** The parts of a call's arguments, at any depth. */
export function* matcherParts(call: CallNode, toolset: Toolset): Generator<MatcherPart> {
  for (const argument of call.arguments) {
    yield* partsOf(argumentMatcher(call, argument, toolset), [argument.name]);
  }
}

function* partsOf(part: MatcherNode, path: Path): Generator<MatcherPart> {
  if (part.kind === 'object') {
    for (const { entry, matcher } of part.children) {
      yield* partsOf(matcher, [...path, String(entry.key.value)]);
    }
  } else if (part.kind === 'list') {
    for (const [index, child] of part.children.entries()) yield* partsOf(child, [...path, index]);
  } else {
    yield { path, part };
  }
}

/** The part at an offset of the tree, with the argument that it belongs to. */
export function matcherPartAt(
  call: CallNode,
  name: string,
  toolset: Toolset,
  offset: number,
): MatcherPart | undefined {
  const argument = call.arguments.findLast((each) => each.name === name);
  if (!argument) return undefined;
  for (const found of partsOf(argumentMatcher(call, argument, toolset), [name])) {
    const { start, end } = found.part.node;
    if (start <= offset && offset <= end) return found;
  }
  return undefined;
}
