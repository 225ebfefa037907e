import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../model/value.ts';
import { createToolSchema } from './schema.ts';

const branch = { $ref: '#/$defs/node' };
const schema: JsonObject = {
  type: 'object',
  properties: { q: branch },
  $defs: {
    node: {
      anyOf: [
        { type: 'object', properties: { a: branch } },
        { type: 'object', additionalProperties: branch },
      ],
    },
  },
};
const nested = (depth: number): Json =>
  Array.from({ length: depth }).reduce<Json>((inner) => ({ a: inner }), 'x');

describe('alternatives that lead back to themselves', () => {
  const made = createToolSchema(schema)!;

  it('are checked as far as that is little work', () => {
    expect(made.check(['q'], nested(5))).not.toEqual([]);
    expect(made.accepts({ q: nested(5) })).toBe(false);
  });

  it('are not checked in values so deep that each level doubles the work', () => {
    expect(made.check(['q'], nested(60))).toEqual([]);
    expect(made.accepts({ q: nested(60) })).toBeNull();
    expect(made.accepts({ q: nested(20_000) })).toBeNull();
  });
});

it('a tree of one kind of node is checked however deep', () => {
  const tree = createToolSchema({
    type: 'object',
    properties: { value: { type: 'integer' }, left: { $ref: '#' }, right: { $ref: '#' } },
  })!;
  const wrong = Array.from({ length: 200 }).reduce<Json>((left) => ({ value: 1, left }), {
    value: 'x',
  });
  expect(tree.accepts(wrong)).toBe(false);
  expect(tree.check(['left'], wrong)[0]?.path.at(-1)).toBe('value');
});

it('items are told apart in a list of any length, whatever the order of their keys', () => {
  const lists = createToolSchema({
    type: 'object',
    properties: { ids: { type: 'array', uniqueItems: true } },
  })!;
  const items: Json[] = Array.from({ length: 50_000 }, (_, id) => ({ id, kind: 'a' }));
  expect(lists.check(['ids'], items)).toEqual([]);
  const [problem] = lists.check(['ids'], [...items, { kind: 'a', id: 7 }]);
  expect(problem?.message).toContain('expected items that differ from one another');
});
