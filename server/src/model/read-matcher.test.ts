import { describe, expect, it } from 'vitest';
import { parseFile, toValue } from '../syntax/index.ts';
import type { MatcherNode } from './located.ts';
import { readMatcher, type SchemaAt } from './read-matcher.ts';
import type { Json, JsonObject } from './value.ts';

const matcher = (text: string, schemaAt?: SchemaAt): MatcherNode =>
  readMatcher(parseFile(text, 'yaml').documents[0]!.frame.tree.root!, schemaAt);

/** The kinds from the outside in. */
function outline(read: MatcherNode): unknown {
  if (read.kind === 'list') return read.children.map(outline);
  if (read.kind === 'object') {
    return Object.fromEntries(
      read.children.map((child) => [child.entry.key.value, outline(child.matcher)]),
    );
  }
  return read.kind === 'mixed' ? `mixed at ${read.at.value}` : read.kind;
}

describe('readMatcher', () => {
  it.each([
    ['{ allowed: [1, 2] }', 'matcher'],
    ['{ from_call: user, path: "$.id", x-note: why }', 'matcher'],
    ['{ predicate: any, optional: true }', 'matcher'],
    ['{ from_user: true }', 'matcher'],
    ['{}', 'literal'],
    ['[]', 'literal'],
    ['two', 'literal'],
    ['{ city: SFO }', 'literal'],
    ['{ x-note: why }', 'literal'],
    ['{ path: /tmp, mode: 7 }', 'literal'],
    ['{ alowed: [1], from_call: user }', 'mixed at alowed'],
    ['{ optional: true }', 'mixed at optional'],
    ['{ x-note: why, compare: set }', 'mixed at compare'],
  ])('takes %s for %s', (text, kind) => {
    expect(outline(matcher(text))).toBe(kind);
  });

  it('finds matchers at any depth of a literal', () => {
    const text =
      'payment_methods: [{payment_id: {from_call: user, path: "$.cards[*].id"}, amount: {allowed: [250]}, note: {path: a}}]';
    expect(outline(matcher(text))).toEqual({
      payment_methods: [{ payment_id: 'matcher', amount: 'matcher', note: 'literal' }],
    });
  });

  it('knows no mixed form inside a literal', () => {
    expect(outline(matcher('[{ allowed: [1], other: 2 }, { optional: true }]'))).toBe('literal');
  });

  it('leaves what stands in an allowed list alone', () => {
    const read = matcher('{ allowed: [{ from_call: a }] }');
    expect(read.kind === 'matcher' && read.allowed && toValue(read.allowed.node)).toEqual([
      { from_call: 'a' },
    ]);
  });

  it('takes a mapping for a literal where the schema has all its keys as properties', () => {
    const schema = { type: 'object', anyOf: [{ properties: { path: {}, optional: {} } }] };
    const at =
      (wanted: Json[]): SchemaAt =>
      (path) =>
        JSON.stringify(path) === JSON.stringify(wanted) ? schema : undefined;
    expect(outline(matcher('{ path: /tmp, optional: true }', at([])))).toBe('literal');
    expect(outline(matcher('{ path: /tmp, compare: set }', at([])))).toBe('mixed at path');
    const filter = { properties: { allowed: { type: 'array' } } };
    expect(outline(matcher('{ allowed: [1] }', () => filter))).toBe('literal');
    expect(
      outline(
        matcher('[{ filter: { allowed: [1] } }]', (path) =>
          JSON.stringify(path) === '[0,"filter"]' ? filter : undefined,
        ),
      ),
    ).toBe('literal');
  });

  it('sees properties behind a reference, and takes no open schema for a description', () => {
    const at =
      (properties: Record<string, JsonObject>, others?: JsonObject): SchemaAt =>
      ([key, ...deeper]) => {
        if (key === undefined) return { anyOf: [{ $ref: '#/$defs/Filter' }] };
        return deeper.length === 0 ? (properties[key] ?? others) : undefined;
      };
    const text = '{ allowed: [1], optional: true }';
    const declared = { allowed: { type: 'array' }, optional: { type: 'boolean' } };
    expect(outline(matcher(text, at(declared)))).toBe('literal');
    expect(outline(matcher(text, at(declared, { type: 'string' })))).toBe('literal');
    expect(outline(matcher(text, at({}, { type: 'string' })))).toBe('matcher');
    expect(outline(matcher(text, at({ allowed: { type: 'array' } })))).toBe('matcher');
  });

  it('reads the parts and leaves out those of a wrong shape', () => {
    const read = matcher(
      '{ from_call: [a, 1, b], path: 3, compare: nope, tolerance: 0.5, optional: true }',
    );
    expect(read).toMatchObject({
      kind: 'matcher',
      path: undefined,
      compare: undefined,
      tolerance: { value: 0.5 },
      optional: { value: true },
    });
    expect(read.kind === 'matcher' && read.fromCall?.refs.map((ref) => ref.value)).toEqual([
      'a',
      'b',
    ]);
    expect(matcher('{ allowed: 5 }')).toMatchObject({ kind: 'matcher', allowed: undefined });
    const schema = matcher('{ predicate: { type: integer, minimum: 1 } }');
    expect(schema.kind === 'matcher' && schema.predicate?.value).toEqual({
      type: 'integer',
      minimum: 1,
    });
  });

  it('gives the same object for the same node', () => {
    const root = parseFile('{ allowed: [1] }', 'yaml').documents[0]!.frame.tree.root!;
    expect(readMatcher(root)).toBe(readMatcher(root));
  });
});
