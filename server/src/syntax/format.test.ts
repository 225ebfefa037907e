import { describe, expect, it } from 'vitest';
import { parseFile } from './file.ts';
import { type FormatOptions, formatText } from './format.ts';

const OPTIONS: FormatOptions = {
  indent: 2,
  tabs: false,
  trim: true,
  finalNewline: true,
  trimFinalNewlines: true,
};

const formatted = (text: string, language: 'yaml' | 'json' = 'yaml', options = OPTIONS): string =>
  formatText(parseFile(text, language), options)
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

  it('takes blanks away also where it cannot indent anew', () => {
    const text = 'a:\n    b: {\n          c: 1 , \n        d: 2 }\n';
    expect(formatted(text)).toBe('a:\n    b: {\n          c: 1 ,\n        d: 2 }\n');
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

describe('formatText of JSON', () => {
  it('indents, and keeps comments and line ends', () => {
    expect(formatted('{"a":1,\r\n// of b\r\n"b":[2]}', 'json')).toBe(
      '{\r\n  "a": 1,\r\n  // of b\r\n  "b": [\r\n    2\r\n  ]\r\n}\r\n',
    );
  });

  it('indents by tabs where the editor does', () => {
    expect(formatted('{"a":1}', 'json', { ...OPTIONS, tabs: true })).toBe('{\n\t"a": 1\n}\n');
  });
});
