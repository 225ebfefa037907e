import { describe, expect, it } from 'vitest';
import { columns, markup, painter, plain, plainLines, plural } from './text.ts';

describe('plain', () => {
  it('writes out what could deceive a reader or a terminal', () => {
    expect(plain('a\u001b[31mb')).toBe('a\\u{1b}[31mb');
    expect(plain('x\u202ey\u2066z')).toBe('x\\u{202e}y\\u{2066}z');
    expect(plain('a\r\n\u009bb\u0007')).toBe('a\\u{d}\\u{a}\\u{9b}b\\u{7}');
    expect(plain('z\u200bw\ufeff\u{e0041}')).toBe('z\\u{200b}w\\u{feff}\\u{e0041}');
    expect(plain('half \ud83d pair')).toBe('half \\u{d83d} pair');
  });

  it('leaves letters of every script and emoji alone', () => {
    for (const text of ['naïve – 日本語', 'שלום مرحبا', '👩‍👩‍👧 ok', 'नमस्ते']) {
      expect(plain(text)).toBe(text);
    }
  });
});

it('plainLines leaves lines, and writes out the rest', () => {
  expect(plainLines('it said:\r\nno key\n\u001b[2Jgone', '  ')).toBe(
    'it said:\n  no key\n  \\u{1b}[2Jgone',
  );
});

describe('columns', () => {
  it('counts wide characters twice and combining ones not at all', () => {
    expect(columns('abc')).toBe(3);
    expect(columns('日本')).toBe(4);
    expect(columns('e\u0301')).toBe(1);
    expect(columns('😀')).toBe(2);
  });
});

describe('markup', () => {
  it('leaves no character of markup, nor one that XML cannot hold', () => {
    expect(markup(`<a href="x" b='y'>&`)).toBe('&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;');
    expect(markup('\u0000\uffff')).toBe('\\u{0}\ufffd');
  });
});

describe('painter and plural', () => {
  it('colour only when asked', () => {
    expect(painter(false)('error', 'x')).toBe('x');
    expect(painter(true)('error', 'x')).toBe('\u001b[31;1mx\u001b[0m');
    expect([plural(1, 'file'), plural(2, 'file'), plural(0, 'file')]).toEqual([
      '1 file',
      '2 files',
      '0 files',
    ]);
  });
});
