import { describe, expect, it } from 'vitest';
import { MAX_DEPTH } from './depth.ts';
import { findNode } from './navigate.ts';
import type { Node } from './node.ts';
import { parseYaml } from './parse-yaml.ts';
import { toValue } from './value.ts';

const parse = (text: string) => parseYaml(text).tree;
const plainOf = (text: string) => {
  const { root, problems } = parse(text);
  expect(problems).toEqual([]);
  return root && toValue(root);
};

/** Each problem as `code: text that it stands on`. */
const problemsOf = (text: string): string[] =>
  parse(text).problems.map(({ code, start, end }) => `${code}: ${text.slice(start, end)}`);

describe('values', () => {
  it('follow YAML 1.2 core, whatever a directive says', () => {
    const text =
      '%YAML 1.1\n---\na: no\nb: 012\nc: 0o14\nd: 12:30\ne: 2024-01-01\nf: ~\ng: !!str 12\nh: .5\n';
    expect(plainOf(text)).toEqual({
      ...{ a: 'no', b: 12, c: 12, d: '12:30', e: '2024-01-01', f: null, g: '12', h: 0.5 },
    });
  });

  it('keep every digit of an integer', () => {
    expect(plainOf('[9007199254740991, 9007199254740993, -12345678901234567890, 1e3]')).toEqual([
      ...[9007199254740991, 9007199254740993n, -12345678901234567890n, 1000],
    ]);
  });

  it('keep names that objects have of themselves', () => {
    const value = plainOf('__proto__: {a: 1}\nconstructor: 2\n') as object;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('take tags that are unknown as they are written', () => {
    expect(plainOf('a: !foo x\nb: !!set {c}\nd: !!binary aGk=\n')).toEqual({
      ...{ a: 'x', b: { c: null }, d: 'aGk=' },
    });
  });

  it('render keys of any kind as text', () => {
    expect(plainOf('1: a\ntrue: b\n? [x,  y]\n: c\n: d\n')).toEqual({
      ...{ 1: 'a', true: 'b', '[x, y]': 'c', '': 'd' },
    });
  });
});

describe('spans', () => {
  const textOf = (text: string, path: (string | number)[]) => {
    const node = findNode(parse(text).root, path)!;
    return `${text.slice(node.start, node.end)}@${node.start}`;
  };
  it.each([
    ['a: 1\n', ['a'], '1@3'],
    ['a: "x y" # c\n', ['a'], '"x y"@3'],
    ['"😀é": 漢 # c\n', ['😀é'], '漢@7'],
    ['a: &x !!str b\n', ['a'], 'b@12'],
    ['a: |\n  x\n  y\n\nb: 1\n', ['a'], '|\n  x\n  y@3'],
    ['a:\nb: 1\n', ['a'], '@2'],
    ['a: # c\nb: 1\n', ['a'], '@3'],
    ['a:\n  b: 1\n  c:\n    - d # x\n\n# y\ne: 1\n', ['a'], 'b: 1\n  c:\n    - d@5'],
    ['a: { b: 1 } # c\n', ['a'], '{ b: 1 }@3'],
    ['- x\n- - y\n  - z\n', [1], '- y\n  - z@6'],
    ['\uFEFFa: 1\n', ['a'], '1@4'],
  ])('%j at %j is %j', (text, path, expected) => {
    expect(textOf(text, path)).toBe(expected);
    const crlf = text.replaceAll('\n', '\r\n');
    const node = findNode(parse(crlf).root, path)!;
    expect(crlf.slice(node.start, node.end).replaceAll('\r\n', '\n')).toBe(expected.split('@')[0]);
  });

  it('tell the style of scalars and whether braces are written', () => {
    const { root } = parse('{a: 1, b: "x", c: \'y\', d: [z]}\n');
    const nodes = ['a', 'b', 'c'].map((key) => findNode(root, [key]));
    expect(nodes.map((node) => node?.kind === 'scalar' && node.style)).toEqual([
      ...['plain', 'double', 'single'],
    ]);
    expect(root).toMatchObject({ kind: 'map', flow: true });
    expect(findNode(root, ['d'])).toMatchObject({ kind: 'seq', flow: true });
    expect(findNode(parse('a: >\n  x\n').root, ['a'])).toMatchObject({
      style: 'block',
      value: 'x\n',
    });
  });
});

describe('aliases', () => {
  it('stand where the alias stands, and know where they are written', () => {
    const text = 'a: &x {b: [1]}\nc: *x\n';
    const node = findNode(parse(text).root, ['c', 'b', 0])!;
    expect(node).toMatchObject({ value: 1, start: 18, end: 20, origin: { start: 11, end: 12 } });
  });

  it('take the anchor last written before them', () => {
    expect(plainOf('- &a 1\n- *a\n- &a 2\n- *a\n')).toEqual([1, 1, 2, 2]);
  });

  it('merge: written keys first, then the nearest of a list, recursively', () => {
    const text =
      'a: &a {x: 1, y: 1}\nb: &b {<<: *a, y: 2, z: 2}\nc:\n  <<: [*b, *a]\n  z: 3\nd:\n  <<: *a\n  <<: {w: 4}\n';
    const { root } = parse(text);
    expect(plainOf(text)).toMatchObject({ c: { z: 3, y: 2, x: 1 }, d: { x: 1, y: 1, w: 4 } });
    const c = findNode(root, ['c']);
    expect(c?.kind === 'map' && c.entries.map(({ key }) => key.value)).toEqual(['z', 'y', 'x']);
    const x = findNode(root, ['c', 'x'])!;
    expect(text.slice(x.start, x.end)).toBe('*b');
    expect(x.origin).toEqual({ start: 10, end: 11 });
  });

  it('leave a quoted << an ordinary key', () => {
    expect(plainOf('"<<": 1\n')).toEqual({ '<<': 1 });
  });

  it('report what they cannot resolve, once', () => {
    expect(problemsOf('a: *no\n')).toEqual(['yaml-syntax: *no']);
    expect(problemsOf('a:\n  <<: *no\n')).toEqual(['yaml-syntax: *no']);
    expect(problemsOf('a: *x\nb: &x 1\n')).toEqual(['yaml-syntax: *x']);
    expect(problemsOf('<<: 1\n')).toEqual(['yaml-syntax: <<']);
  });

  it('that stand inside their own node are reported with the anchor', () => {
    const text = 'a: &x\n  b: *x\nc: &y {<<: *y}\n';
    expect(problemsOf(text)).toEqual(['circular-alias: *x', 'circular-alias: *y']);
    const related = parse(text).problems.map((problem) => problem.related);
    expect(related.map((place) => place && text.slice(place.start, place.end))).toEqual([
      '&x',
      '&y',
    ]);
    expect(toValue(parse(text).root as Node)).toEqual({ a: { b: null }, c: {} });
  });

  it('that expand without measure are stopped', () => {
    const names = 'abcdefghij'.split('');
    const lines = names.map((name, i) => {
      const items =
        i === 0
          ? '[x, x, x]'
          : `[${Array(9)
              .fill(`*${names[i - 1]}`)
              .join(', ')}]`;
      return `${name}: &${name} ${items}\n`;
    });
    expect(problemsOf(lines.join(''))).toEqual(['excessive-alias: *e']);
  });

  it('that are stopped in merges are reported once too', () => {
    const text = `a: &a\n${'  - {x: 1}\n'.repeat(300)}b:\n${'  - <<: *a\n    l: *a\n'.repeat(400)}`;
    expect(problemsOf(text)).toEqual(['excessive-alias: *a']);
  });

  it('may be many where they are honest', () => {
    const text = `base: &a {x: 1, y: [1, 2]}\nlist:\n${'  - <<: *a\n    z: 1\n'.repeat(8000)}`;
    expect(problemsOf(text)).toEqual([]);
  });

  it('are told apart by the anchors that a piece has itself', () => {
    const { facts } = parseYaml('a: &x 1\nb: *x\nc: *y\n');
    expect([...facts.anchors]).toEqual(['x']);
    expect([...facts.aliases]).toEqual(['x', 'y']);
    expect([...facts.free]).toEqual(['y']);
  });
});

describe('problems', () => {
  it.each([
    ['a: "abc\nb: 1\n', ['yaml-syntax: "abc']],
    ["a: 'x", ["yaml-syntax: 'x"]],
    ['a: 1\nto\nb: 2\n', ['yaml-syntax: to']],
    ['a: {b: 1\nc: 2\n', ['yaml-syntax: c']],
    ['a: [1, 2', ['yaml-syntax: 2']],
    ['a: b: c\n', ['yaml-syntax: b']],
    ['- a\n  b: 1\n', ['yaml-syntax: a']],
    ['a: @x\n', ['yaml-syntax: @']],
    ['a: ]\n', ['yaml-syntax: ]']],
    ['a: 1\nb: 2\na: 3\n', ['yaml-syntax: a']],
    ['a:\n  b: 1\n c: 2\n', ['yaml-syntax: c']],
    ['a: "\\q"\n', ['yaml-syntax: \\']],
  ])('%j has %j', (text, expected) => {
    expect(problemsOf(text)).toEqual(expected);
    expect(problemsOf(text.replaceAll('\n', '\r\n'))).toEqual(expected);
  });

  it('have messages of one line that end like sentences', () => {
    for (const text of [
      'a: "x',
      'a: {b',
      'a: b: c',
      '"a" "b"',
      'a: *',
      '- a\nb: 1',
      '? a\n b',
      'a: >-x\n',
    ]) {
      for (const { message } of parse(text).problems) expect(message).toMatch(/^[A-Z].*[.?]$/);
    }
  });

  it.each([
    'a:\n\tb: 1\n',
    'a:\n  b: 1\n \tc: 2\n',
    '- a: 1\n\tb: 2\n',
    '\ta: 1\n',
    'a: [1,\n\t2]\n',
  ])('of tabs in %j are one, on the tabs', (text) => {
    const { problems } = parse(text);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ code: 'yaml-syntax', tabs: true });
    expect(text.slice(problems[0]!.start, problems[0]!.end)).toBe('\t');
  });

  it('are not found in tabs that YAML allows', () => {
    expect(plainOf('a: |\n  \tx\nb:\t1\n\t\nc: 2\n')).toEqual({ a: '\tx\n', b: 1, c: 2 });
  });

  it('keep the tree that can be had', () => {
    const { root } = parse('a: 1\nb: {c: 1\nd: 2\n');
    expect(root && toValue(root)).toEqual({ a: 1, b: { c: 1 }, d: 2 });
  });

  it('are few, however broken the text is', () => {
    expect(parse('a: @x\n'.repeat(500)).problems).toHaveLength(20);
  });
});

describe('hostile text', () => {
  it.each([
    ['brackets', '['.repeat(10_000)],
    ['closed brackets', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['dashes', '- '.repeat(10_000)],
    ['question marks', '? '.repeat(10_000)],
    ['indentation', Array.from({ length: 1000 }, (_, i) => `${' '.repeat(i)}a:\n`).join('')],
  ])('nested by %s is given up with one finding', (_, text) => {
    const { root, problems } = parse(text);
    expect(root).toBeNull();
    expect(problems).toMatchObject([{ code: 'gave-up' }]);
  });

  it.each([
    ['lists', '[', ']'],
    ['mappings', '{ a: ', '}'],
  ])('nested by aliases of %s is given up where it grows too deep', (_, open, close) => {
    const nested = (inner: string) => `${open.repeat(200)}${inner}${close.repeat(200)}`;
    const lines = Array.from(
      { length: 40 },
      (_, i) => `k${i}: &a${i} ${nested(i === 0 ? '1' : `*a${i - 1}`)}\n`,
    );
    const { root, problems } = parse(lines.join(''));
    expect(root).not.toBeNull();
    expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['gave-up']));
    expect(problems[0]?.message).toBe('Not checked: values are nested more than 500 levels deep.');
  });

  it('nested as deep as is allowed is read', () => {
    const depth = MAX_DEPTH - 10;
    expect(problemsOf(`a: ${'['.repeat(depth)}${']'.repeat(depth)}\n`)).toEqual([]);
  });

  it('is no mistake of nesting where brackets are text', () => {
    expect(plainOf(`a: |\n  ${'['.repeat(2000)}\nb: "${'{'.repeat(2000)}"\n`)).toMatchObject({
      b: '{'.repeat(2000),
    });
  });

  it('with stray surrogates, NUL or endless lines is read', () => {
    expect(plainOf('a\0: \ud800\n')).toEqual({ 'a\0': '\ud800' });
    expect(plainOf(`a: ${'x'.repeat(2_000_000)}\n`)).toEqual({ a: 'x'.repeat(2_000_000) });
  });
});
