import { findNode, type MapNode, type Node, type Path } from '../../syntax/index.ts';
import type { Schema } from '../keywords.ts';

/** How one dialect writes a tool. Everything is data but the normalisation of its schemas. */
export interface Dialect {
  readonly id: string;
  /** For a person. */
  readonly title: string;
  /** @param container the key of the list that the tool stands in, where it has one */
  matches(tool: MapNode, container?: string): boolean;
  /** To the mapping with the tool's name and description. */
  readonly body: Path;
  /** To the input schema, from the body; the first that is there counts. */
  readonly input: readonly Path[];
  readonly output: readonly Path[];
  /** What a tool without an input schema is: broken, one without arguments, or one that has none to show. */
  readonly withoutInput: 'broken' | 'no-arguments' | 'unknown';
  /** Into the words of JSON Schema; absent where they are those already. */
  normalise?(schema: Schema): Schema;
}

export const scalarAt = (root: Node | undefined, path: Path): unknown => {
  const node = findNode(root, path);
  return node?.kind === 'scalar' ? node.value : undefined;
};

export const has = (node: Node, ...path: Path): boolean => findNode(node, path) !== undefined;
