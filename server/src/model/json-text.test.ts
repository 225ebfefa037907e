import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, equalJson, parseJson } from './json-text.ts';
import type { Json } from './value.ts';

const value = (text: string): Json => {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
};

describe('parseJson', () => {
  it('keeps the digits of integers that a double cannot hold', () => {
    expect(
      value('{"id": 12345678901234567890, "n": -9007199254740993, "m": 9007199254740991}'),
    ).toEqual({
      id: 12345678901234567890n,
      n: -9007199254740993n,
      m: 9007199254740991,
    });
    expect(value('[0.1234567890123456, 1e3, 1234567890123456.5]')).toEqual([
      0.1234567890123456, 1000, 1234567890123456.5,
    ]);
  });

  it('reads the same as the built-in parser on both ways', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const text = JSON.stringify(json);
        fc.pre(!/\d{16}/.test(text));
        expect(equalJson(value(text), JSON.parse(text))).toBe(true);
        // A long integer beside it forces the other way.
        expect(
          equalJson(value(`[${text}, 11111111111111111]`), [JSON.parse(text), 11111111111111111n]),
        ).toBe(true);
      }),
    );
  });

  it('takes __proto__ for an ordinary key', () => {
    for (const text of ['{"__proto__": {"a": 1}}', '{"__proto__": {"a": 11111111111111111}}']) {
      const parsed = value(text) as object;
      expect(Object.keys(parsed)).toEqual(['__proto__']);
      expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
    }
  });

  it.each([
    ['{"a": }', 6, 'expected a value, found "}"'],
    ['{"a": 1', 7, 'expected "," or "}", found the end of the text'],
    ['[1 2]', 3, 'expected "," or "]", found "2"'],
    ['{a: 1}', 1, 'expected a quoted key, found "a"'],
    ['', 0, 'expected a value, found the end of the text'],
    ['1 x', 2, 'expected the end of the text, found "x"'],
    ['["a', 1, 'the string is not closed'],
    ['["\\x"]', 1, 'the string has an escape that JSON does not know'],
    ['["a\nb"]', 3, 'a line break or control character inside a string must be escaped'],
    ['[1,]', 3, 'expected a value, found "]"'],
  ])('says what is wrong with %j and where', (text, offset, message) => {
    expect(parseJson(text)).toEqual({ ok: false, offset, message });
  });

  it('accepts a byte order mark, deep nesting and long strings', () => {
    expect(value('\ufeff[1]')).toEqual([1]);
    const deep = `${'['.repeat(50_000)}11111111111111111${']'.repeat(50_000)}`;
    expect(parseJson(deep).ok).toBe(true);
    expect(parseJson('['.repeat(50_000)).ok).toBe(false);
    const long = 'a'.repeat(300_000);
    expect(value(`["${long}", 11111111111111111]`)).toEqual([long, 11111111111111111n]);
  });
});

describe('parseJson and long digits', () => {
  it.each([
    '[11111111111111111]',
    '-11111111111111111',
    '{"a":11111111111111111}',
    '[1,11111111111111111]',
    '[-11111111111111111]',
    '11111111111111111',
  ])('keeps those of %s', (text) => {
    expect(canonicalJson(value(text))).toBe(text);
  });
});

describe('canonicalJson', () => {
  it('sorts keys by code units and writes numbers as ECMAScript does', () => {
    expect(
      canonicalJson({ b: [1, 1e21, 0.1, -0], a: 'é"\n', '\u{1f600}': null, '\ufb33': true }),
    ).toBe('{"a":"é\\"\\n","b":[1,1e+21,0.1,0],"\u{1f600}":null,"\ufb33":true}');
    expect(canonicalJson([12345678901234567890n, {}, []])).toBe('[12345678901234567890,{},[]]');
  });

  it('writes values nested as deep as they can be read', () => {
    const text = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(canonicalJson(value(text))).toBe(text);
  });
});

describe('equalJson', () => {
  it('compares numbers by value and objects without order', () => {
    expect(equalJson({ a: 1, b: [2n] }, { b: [2], a: 1 })).toBe(true);
    expect(equalJson(12345678901234567890n, 12345678901234567891n)).toBe(false);
    expect(equalJson(10000000000000000n, 1e16)).toBe(true);
    expect(equalJson(1n, 1.5)).toBe(false);
    expect(equalJson(0, -0)).toBe(true);
  });

  it('tells types and keys apart', () => {
    expect(equalJson(1, '1')).toBe(false);
    expect(equalJson(1, true)).toBe(false);
    expect(equalJson(null, {})).toBe(false);
    expect(equalJson([], {})).toBe(false);
    expect(equalJson({ a: 1 }, { constructor: 1 } as unknown as Json)).toBe(false);
    expect(equalJson([1, 2], [1])).toBe(false);
  });
});
