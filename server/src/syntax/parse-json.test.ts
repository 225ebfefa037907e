import { describe, expect, it } from 'vitest';
import { findNode } from './navigate.ts';
import { parseJson } from './parse-json.ts';
import { isJsonLines } from './scan-json.ts';
import { toValue } from './value.ts';

const problemsOf = (text: string): string[] =>
  parseJson(text).problems.map(({ start, end }) => text.slice(start, end));

describe('JSON', () => {
  it('becomes nodes with the spans of its text', () => {
    const text = '{ // c\r\n "😀": ["a", {"b": null}], "c": -1.5 /* d */ }';
    const { root, problems } = parseJson(text);
    expect(problems).toEqual([]);
    expect(root && toValue(root)).toEqual({ '😀': ['a', { b: null }], c: -1.5 });
    const spans = [['😀'], ['😀', 0], ['😀', 1, 'b'], ['c']].map((path) => {
      const node = findNode(root, path)!;
      return text.slice(node.start, node.end);
    });
    expect(spans).toEqual(['["a", {"b": null}]', '"a"', 'null', '-1.5']);
    expect(root).toMatchObject({
      kind: 'map',
      flow: true,
      entries: [{ key: { style: 'double' } }, {}],
    });
  });

  it('keeps every digit of an integer, and names that objects have of themselves', () => {
    const { root } = parseJson(
      '{"a": 12345678901234567890, "b": 9007199254740991, "__proto__": 1}',
    );
    const value = root && toValue(root);
    expect(value).toMatchObject({ a: 12345678901234567890n, b: 9007199254740991 });
    expect(Object.keys(value as object)).toContain('__proto__');
  });

  it.each([
    ['{"a": 1,}', [',']],
    ['[1,\n]', [',']],
    ['{"a" 1}', ['1']],
    ['{"a": }', ['}']],
    ['{"a": "x\n}', ['"x']],
    ['{"a": 1 "b": 2}', ['"b"']],
    ['{"a": 1', ['1']],
    ['{"a": tru}', ['tru']],
    ['{"a": 1, "a": 2}', ['"a"']],
    ["{'a': 1}", ["'a'"]],
    ['{"a": 1} x', ['x']],
  ])('%j is wrong at %j', (text, expected) => {
    expect(problemsOf(text)).toEqual(expected);
  });

  it.each([
    ['{"a": {"b": 1, ', { a: { b: 1 } }],
    ['{"a": [1, {"b"', { a: [1, { b: null }] }],
    ['{"a": , "b": 2}', { a: null, b: 2 }],
    ['{"a": 1, b', { a: 1 }],
  ])('%j yields what can be had', (text, expected) => {
    const { root } = parseJson(text);
    expect(root && toValue(root)).toEqual(expected);
  });

  it.each(['['.repeat(100_000), '{"a":'.repeat(10_000)])('gives up on endless nesting', (text) => {
    expect(parseJson(text)).toMatchObject({ root: null, problems: [{ code: 'gave-up' }] });
  });

  it('places what is missing at the end on the last character', () => {
    expect(parseJson('a/*\r\n').problems.at(-1)).toMatchObject({ start: 2, end: 3 });
  });

  it('is no nesting where brackets are text', () => {
    expect(problemsOf(`["${'['.repeat(2000)}"]`)).toEqual([]);
  });
});

it.each([
  ['{"a": 1}\n{"a": 2}\n', true],
  ['\n[1]\r\n\r\n[2]', true],
  ['{"a": 1}\n', false],
  ['{"a": 1} {"a": 2}', false],
  ['{\n"a": 1}\n{"a": 2}\n', false],
  ['{"a": "}\\n{"}', false],
  ['1\n2\n', false],
  ['{"a": 1', false],
  ['', false],
])('%j is JSON lines: %j', (text, expected) => {
  expect(isJsonLines(text)).toBe(expected);
});
