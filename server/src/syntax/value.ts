import type { Node } from './node.ts';
import { keyText } from './yaml-nodes.ts';

/** A node's value without its places: the same shape as the model's JSON values. */
export type Plain = null | boolean | number | bigint | string | Plain[] | { [key: string]: Plain };

/** The value that a node stands for. Every key becomes an own property, `__proto__` too. */
export function toValue(node: Node): Plain {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'seq') return node.items.map(toValue);
  const result: { [key: string]: Plain } = {};
  for (const { key, value } of node.entries) {
    Object.defineProperty(result, keyText(key), {
      value: toValue(value),
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return result;
}
