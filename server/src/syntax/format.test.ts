import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseFile } from './file.ts';
import { type FormatOptions, formatText } from './format.ts';
import type { Span } from './node.ts';

const OPTIONS: FormatOptions = {
  indent: 2,
  tabs: false,
  trim: true,
  finalNewline: true,
  trimFinalNewlines: true,
};

const formatted = (
  text: string,
  language: 'yaml' | 'json' = 'yaml',
  options = OPTIONS,
  range?: Span,
): string =>
  formatText(parseFile(text, language), options, range)
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (done, edit) => done.slice(0, edit.start) + edit.text + done.slice(edit.start + edit.length),
      text,
    );

const both = (text: string) => [text, text.replaceAll('\n', '\r\n')] as const;

describe('formatText of YAML', () => {
  it.each([
    ['blanks at the end of lines', 'a: 1  \nb: 2\t\n', 'a: 1\nb: 2\n'],
    ['empty lines at the end', 'a: 1\n\n\n', 'a: 1\n'],
    ['an odd indentation', 'a:\n     b: 1\n     c:\n      - d\n', 'a:\n  b: 1\n  c:\n    - d\n'],
    [
      'comments, which keep their words and places',
      '# top\na:   # of a\n    # of b\n    b: 1   # behind\n\n\n    c: 2\n',
      '# top\na:   # of a\n  # of b\n  b: 1   # behind\n\n\n  c: 2\n',
    ],
    ['blanks behind a dash', 'a:\n    -   b: 1\n        c: 2\n', 'a:\n  - b: 1\n    c: 2\n'],
    ['a comment above the end', 'a:\n    b: 1\n    # end\n', 'a:\n  b: 1\n  # end\n'],
    [
      'a # that is no comment',
      `a:\n    b: x#y\n    c: "# z" # w\n`,
      `a:\n  b: x#y\n  c: "# z" # w\n`,
    ],
    ['dashes under their key', 'a:\n- b\n- c:\n     d: 1\n', 'a:\n- b\n- c:\n    d: 1\n'],
    [
      'several documents',
      'a:\n   b: 1\n---\n# second\nc:\n   d: 1\n',
      'a:\n  b: 1\n---\n# second\nc:\n  d: 1\n',
    ],
    [
      'quotes and flow style',
      `a:\n    b: { c: 'x', "d": [1,  2] }\n`,
      `a:\n  b: { c: 'x', "d": [1,  2] }\n`,
    ],
    [
      'block texts, blanks and all',
      'a:\n    b: |\n        one  \n          two\n',
      'a:\n  b: |\n    one  \n      two\n',
    ],
  ])('puts in order: %s', (_, text, wanted) => {
    const [lf, crlf] = both(text);
    const [wantedLf, wantedCrlf] = both(wanted);
    expect(formatted(lf)).toBe(wantedLf);
    expect(formatted(crlf)).toBe(wantedCrlf);
    expect(formatted(wantedLf)).toBe(wantedLf);
  });

  it('ends the file with a line break, of the kind that it has', () => {
    expect(formatted('a: 1')).toBe('a: 1\n');
    expect(formatted('a: 1\r\nb: 2')).toBe('a: 1\r\nb: 2\r\n');
  });

  it('indents by four where the editor does', () => {
    expect(formatted('a:\n  b:\n    - c\n', 'yaml', { ...OPTIONS, indent: 4 })).toBe(
      'a:\n    b:\n        - c\n',
    );
  });

  it('leaves a text alone that does not parse', () => {
    expect(formatted('a: [1  \nb: 2  ')).toBe('a: [1  \nb: 2  ');
  });

  it.each([
    [
      'a flow collection of several lines, as a whole',
      'a:\n    b: {\n          c: 1 , # of c\n        d: [\n      2 ] }\n    e:\n        f: 1\n',
      'a:\n  b: {\n        c: 1 , # of c\n      d: [\n    2 ] }\n  e:\n    f: 1\n',
    ],
    [
      'a flow collection behind a dash',
      'a:\n    -   [1,\n        2]\n    - b\n',
      'a:\n  - [1,\n    2]\n  - b\n',
    ],
    [
      'texts of several lines',
      'a:\n    b: one\n        two\n    c: "one\n\n        two"\n',
      'a:\n  b: one\n      two\n  c: "one\n\n      two"\n',
    ],
    [
      'a block text whose indentation is written',
      'a:\n    b: |2\n        one\n',
      'a:\n  b: |2\n      one\n',
    ],
    [
      'a block text behind a dash',
      'a:\n    -   |\n        one\n    - b: >-\n            two\n',
      'a:\n  - |\n    one\n  - b: >-\n      two\n',
    ],
    [
      'lists of lists',
      'a:\n    -   - b\n        -   c\n    -\n        d: 1\n',
      'a:\n  - - b\n    - c\n  -\n    d: 1\n',
    ],
    ['a text alone', '--- |\n    one\n', '--- |\n    one\n'],
    ['a key that is no scalar', 'a:\n    ? b\n    : c\n', 'a:\n  ? b\n  : c\n'],
    ['a text that is indented as a whole', '  a:\n     b: 1\n', 'a:\n  b: 1\n'],
    [
      'an anchor on a line of its own',
      'a:\n    &x\n    b: 1\nc: *x\n',
      'a:\n  &x\n  b: 1\nc: *x\n',
    ],
  ])('keeps what it says and moves: %s', (_, text, wanted) => {
    const [lf, crlf] = both(text);
    const [wantedLf, wantedCrlf] = both(wanted);
    expect(formatted(lf)).toBe(wantedLf);
    expect(formatted(crlf)).toBe(wantedCrlf);
    expect(formatted(wantedLf)).toBe(wantedLf);
  });

  it('formats the lines of a range, where that says the same', () => {
    const text = 'a:\n    b: 1\nc:\n    d: 1 \n    e: 1\n';
    const from = (word: string) => ({ start: text.indexOf(word), end: text.length });
    expect(formatted(text, 'yaml', OPTIONS, from('c:'))).toBe('a:\n    b: 1\nc:\n  d: 1\n  e: 1\n');
    expect(formatted(text, 'yaml', OPTIONS, from('e:'))).toBe(text);
  });

  it('keeps an alias and a merge key', () => {
    const text = 'a: &x\n    b: 1\nc:\n    <<: *x\n    d: *x\n';
    expect(formatted(text)).toBe('a: &x\n  b: 1\nc:\n  <<: *x\n  d: *x\n');
  });

  it('honours what the editor switches off', () => {
    const off = { ...OPTIONS, trim: false, finalNewline: false };
    expect(formatted('a: 1  ', 'yaml', off)).toBe('a: 1  ');
  });
});

const EXAMPLES = join(import.meta.dirname, '../../../examples');
const examples = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.yaml$/.test(path))
  .map((path) => [path, readFileSync(join(EXAMPLES, path), 'utf8')] as const);

describe('formatText of the examples', () => {
  it.each(examples)('finds %s in order, and puts it back in order', (_, text) => {
    expect(formatted(text)).toBe(text);
    const wide = formatted(text, 'yaml', { ...OPTIONS, indent: 6 });
    expect(wide).not.toBe(text);
    expect(formatted(wide)).toBe(text);
  });
});

describe('formatText of JSON', () => {
  it('formats the lines of a range', () => {
    const text = '{\n"a": 1,\n"b": 2\n}\n';
    const start = text.indexOf('"b"');
    const range = { start, end: start + 3 };
    expect(formatted(text, 'json', OPTIONS, range)).toBe('{\n"a": 1,\n  "b": 2\n}\n');
  });

  it('indents, and keeps comments and line ends', () => {
    expect(formatted('{"a":1,\r\n// of b\r\n"b":[2]}', 'json')).toBe(
      '{\r\n  "a": 1,\r\n  // of b\r\n  "b": [\r\n    2\r\n  ]\r\n}\r\n',
    );
  });

  it('indents by tabs where the editor does', () => {
    expect(formatted('{"a":1}', 'json', { ...OPTIONS, tabs: true })).toBe('{\n\t"a": 1\n}\n');
  });
});
