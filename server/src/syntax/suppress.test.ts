import { expect, it } from 'vitest';
import { parseYaml } from './parse-yaml.ts';
import { suppressions } from './suppress.ts';

/** Each as `silenced line <- ids`. */
const read = (text: string): string[] =>
  suppressions(parseYaml(text).tree).map(({ line, rules }) => {
    const ids = rules.map(({ id, start, end }) => {
      expect(text.slice(start, end)).toBe(id);
      return id;
    });
    return `${text.slice(line.start, line.end)} <- ${ids.join()}`;
  });

it.each([
  [
    'a: 1 # callsheet-disable-line unknown-key\nb: 2\n',
    ['a: 1 # callsheet-disable-line unknown-key <- unknown-key'],
  ],
  ['# callsheet-disable-next-line a-b, c-d\nx: 1\n', ['x: 1 <- a-b,c-d']],
  ['x:\n  #callsheet-disable-next-line a b\n  y: 1\n', ['  y: 1 <- a,b']],
  [
    '# callsheet-disable-next-line a\n# callsheet-disable-next-line b\nx: 1\n',
    ['x: 1 <- a', 'x: 1 <- b'],
  ],
  ['# callsheet-disable-next-line\nx: 1\n', ['x: 1 <- ']],
  ['# callsheet-disable-next-line a', [' <- a']],
  ['# callsheet-disable-lines a\nx: 1\n', []],
  ['x: "# callsheet-disable-line a"\ny: |\n  # callsheet-disable-line b\n', []],
  ['x: a#callsheet-disable-line b\n', []],
])('%j silences %j', (text, expected) => {
  expect(read(text)).toEqual(expected);
  expect(read(text.replaceAll('\n', '\r\n'))).toEqual(expected);
});

it('reads a tree once', () => {
  const { tree } = parseYaml('a: 1 # callsheet-disable-line b\n');
  expect(suppressions(tree)).toBe(suppressions(tree));
});
