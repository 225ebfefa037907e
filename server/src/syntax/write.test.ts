import { describe, expect, it } from 'vitest';
import { parseFile } from './file.ts';
import { type Plain, toValue } from './value.ts';
import { toYaml } from './write.ts';

const read = (text: string): Plain[] => {
  const file = parseFile(text, 'yaml');
  return file.documents.map((document) => {
    expect(document.frame.tree.problems).toEqual([]);
    return toValue(document.frame.tree.root!);
  });
};

describe('toYaml', () => {
  it('writes matchers in one line, and quotes paths', () => {
    expect(
      toYaml([{ args: { user: { from_call: 'find', path: '$.users[0].id' }, note: 'a: b' } }]),
    ).toBe('args:\n  user: { from_call: find, path: "$.users[0].id" }\n  note: "a: b"\n');
  });

  it('separates documents, and puts comments first', () => {
    expect(toYaml([{ a: 1 }, { a: 2 }], { comments: ['two', 'cases'] })).toBe(
      '# two\n# cases\na: 1\n---\na: 2\n',
    );
  });

  it.each<[string, Plain]>([
    [
      'words that YAML reads as something else',
      ['true', 'null', '1', '0x1f', '1e3', '~', '', 'NO'],
    ],
    ['numbers', [0, -1.5, 1e21, 9007199254740993n, 1e-7]],
    ['texts of several lines', ['a\nb', 'a\n\n b\n', '\ttab', ' lead', 'trail ', '\u2028']],
    [
      'texts with marks of YAML',
      ['- a', '# no', 'a #b', '*a', '&a', '!a', '%a', '---', '{', "it's"],
    ],
    ['objects with odd names', { constructor: 1, '': 2, '- a': 3, 'a: b': 4, '1': 5 }],
    ['the same object twice', (() => [{ a: [1] }, { a: [1] }])()],
    ['empty containers', [{}, []]],
    ['long texts', ['word '.repeat(60).trim(), { allowed: ['x'.repeat(200)] }]],
    ['a text before the next line of a matcher', { allowed: ['a\nb'], optional: true }],
  ])('is read back: %s', (_, value) => {
    expect(read(toYaml([{ value }]))).toEqual([{ value }]);
  });

  it('keeps __proto__ as a key', () => {
    const value = JSON.parse('{"__proto__": 1}') as Plain;
    expect(toYaml([value])).toBe('__proto__: 1\n');
  });
});
