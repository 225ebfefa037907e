import { describe, expect, it } from 'vitest';
import { parseAtCursor } from './cursor.ts';
import { parseFile } from './file.ts';
import type { Language } from './node.ts';

/** What stands at the `|` of `marked`, on one line; replaced text in angle brackets. */
function at(marked: string, language: Language = 'yaml'): string {
  const offset = marked.indexOf('|');
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  const file = parseFile(text, language, { splitKey: 'cases' });
  const place = parseAtCursor(file, offset);
  if (!place) return 'none';
  const { replace, path, itemIndex } = place;
  const flags = (
    ['fresh', 'hasColon', 'needsSpace', 'needsDash', 'needsComma', 'inText', 'inFlow'] as const
  ).filter((flag) => place[flag]);
  return [
    place.side,
    `${itemIndex === undefined ? '' : `#${itemIndex}`}/${path.join('/')}`,
    `${place.prefix}<${text.slice(replace.start, replace.end)}>`,
    ...(place.existingKeys.length > 0 ? [`[${place.existingKeys.join()}]`] : []),
    ...flags,
    ...(place.quote ? [place.quote] : []),
    `@${place.indent}`,
  ].join(' ');
}

const BLOCK: readonly (readonly [name: string, marked: string, expected: string])[] = [
  ['an empty file', '|', 'key / <> fresh @0'],
  ['a file of white space', '\n  \n|\n', 'key / <> fresh @0'],
  ['a comment', 'a: 1 # x|\n', 'none'],
  ['behind a colon', 'expected:|\n', 'value /expected <> fresh needsSpace @0'],
  ['behind a colon and a space', 'a: 1\nb: |\nc: 2\n', 'value /b <> fresh @0'],
  ['in a value', 'a: on|e # c\n', 'value /a on<one> fresh @0'],
  ['in a value of several words', 'a: one tw|o\n', 'value /a one tw<one two> fresh @0'],
  ['in a value behind an anchor', 'a: &x !!str on|\n', 'value /a on<on> fresh @0'],
  ['a half-typed key among others', 'a: 1\nto|\nb: 2\n', 'key / to<to> [a,b] @0'],
  ['a half-typed key at the end', 'a: 1\nto|', 'key / to<to> [a] @0'],
  ['a half-typed key at the start', 'to|\nb: 2\n', 'key / to<to> [b] @0'],
  ['in a key', 'a: 1\nna|me: x\n', 'key / na<name> [a] hasColon @0'],
  ['before a key', 'a:\n|  b: 1\n', 'key /a <b> hasColon @2'],
  ['in a quoted key', '"na|me": x\n', 'key / na<"name"> hasColon " @0'],
  ['a blank line under a key', 'a:\n  b:\n    |\n', 'key /a/b <> fresh @4'],
  ['a blank line among siblings', 'a:\n  b: 1\n  |\n  c: 2\nd: 3\n', 'key /a <> [b,c] @2'],
  ['a blank line at the margin', 'a:\n  b: 1\n|\n', 'key / <> [a] @0'],
  ['a blank line with four spaces', 'a:\n    b: 1\n    |\n', 'key /a <> [b] @4'],
  ['behind a dash', 'a:\n  - |\n', 'item /a/0 <> fresh @2'],
  ['right behind a dash', 'a:\n  -|\n', 'item /a/0 <> fresh needsSpace @2'],
  ['behind a dash at the column of its key', 'a:\n- |\nb: 1\n', 'item /a/0 <> fresh @0'],
  ['a half-typed word behind a dash', 'a:\n  - x\n  - na|\n', 'item /a/1 na<na> fresh @2'],
  ['behind a dash with keys below', 'a:\n  - |\n    b: 1\n', 'key /a/0 <> [b] @2'],
  ['a list in a list', 'a:\n  - - x\n    - |\n', 'item /a/0/1 <> fresh @4'],
  ['a key in a list of mappings', 'a:\n  - b: 1\n    na|\n  - c: 1\n', 'key /a/0 na<na> [b] @4'],
  ['a key behind a dash', 'a:\n  - na|me: x\n    b: 1\n', 'key /a/0 na<name> [b] hasColon @2'],
  ['a value behind a dash', 'a:\n  - name: se|\n', 'value /a/0/name se<se> fresh @4'],
  ['a value behind a dash, no space', 'a:\n- name:|\n', 'value /a/0/name <> fresh needsSpace @2'],
  ['a blank line in a list item', 'a:\n- b: 1\n  |\n- c: 1\n', 'key /a/0 <> [b] @2'],
  ['a new item at the dashes', 'a:\n  - b: 1\n  |\n', 'item /a/1 <> fresh needsDash @2'],
  [
    'an item of strings at the dashes',
    'a:\n  - b\n  na|\n  - c\n',
    'item /a/1 na<na> fresh needsDash @2',
  ],
  ['in double quotes', 'a: "on|e"\n', 'value /a on<"one"> fresh " @0'],
  ['in single quotes', "a: 'on|e' # c\n", "value /a on<'one'> fresh ' @0"],
  ['in empty quotes', 'a: "|"\n', 'value /a <""> fresh " @0'],
  ['behind quotes', 'a: "one"|\n', 'value /a one<"one"> fresh " @0'],
  ['in quotes left open', 'a: "on|\nb: 1\n', 'value /a on<"on> fresh " @0'],
  ['in quotes left open, behind a dash', "a:\n  - 'on|\nb: 1\n", "item /a/0 on<'on> fresh ' @2"],
  ['in a quoted item', 'a: \n  - "x|"\n', 'item /a/0 x<"x"> fresh " @2'],
  ['below quotes left open', 'a: "on\nb: |\n', 'value /b <> fresh @0'],
  ['a value above its children', 'a: |\n  b: 1\nc: 2\n', 'value /a <> fresh @0'],
  ['braces', 'a: {|}\n', 'key /a <> inFlow @0'],
  ['a value in braces', 'a: {b: |}\n', 'value /a/b <> inFlow @0'],
  ['a value in braces, no space', 'a: {b:|}\n', 'value /a/b <> needsSpace inFlow @0'],
  ['a half-typed value in braces', 'a: {b: on|, c: 1}\n', 'value /a/b on<on> inFlow @0'],
  ['a second key in braces', 'a: {b: 1, na|}\n', 'key /a na<na> [b] inFlow @0'],
  [
    'a key in braces with its value',
    'a: {na|me: 1, b: 1}\n',
    'key /a na<name> [b] hasColon inFlow @0',
  ],
  ['braces left open', 'a: {b: 1, |\nc: 1\n', 'key /a <> [b] inFlow @0'],
  ['a value in braces left open', 'a: {b: |\nc: 1\n', 'value /a/b <> inFlow @0'],
  ['quotes in braces', 'a: {b: "on|"}\n', 'value /a/b on<"on"> inFlow " @0'],
  ['brackets', 'a: [|]\n', 'item /a/0 <> inFlow @0'],
  ['a second item in brackets', 'a: [x, ye|]\n', 'item /a/1 ye<ye> inFlow @0'],
  ['brackets left open', 'a: [x, |\nb: 1\n', 'item /a/1 <> inFlow @0'],
  ['braces over lines', 'a: {\n  b: 1,\n  na|\n}\n', 'key /a na<na> [b] inFlow @2'],
  ['braces in a list', 'a:\n  - {name: se|}\n', 'value /a/0/name se<se> inFlow @2'],
  ['a block text', 'a: >\n  some te|xt\nb: 1\n', 'value /a some te<some text> inText @2'],
  ['the second document', 'a: 1\n---\nb: 1\nna|\n', 'key / na<na> [b] @0'],
  [
    'an item of the cut list',
    'cases:\n  - case_id: a\n    na|\n  - case_id: b\n',
    'key #0/ na<na> [case_id] @4',
  ],
  [
    'a value in the cut list',
    'cases:\n- a: 1\n- case_id: x\n  expected:\n    tool: |\n',
    'value #1/expected/tool <> fresh @4',
  ],
  ['a new item of the cut list', 'cases:\n  - case_id: a\n  - |\n', 'item #1/ <> fresh @2'],
  [
    'a new item of the cut list, no dash',
    'cases:\n  - case_id: a\n  |\n',
    'item #1/ <> fresh needsDash @2',
  ],
  [
    'the margin behind the cut list',
    'dataset: d\ncases:\n  - case_id: a\n\n|',
    'key / <> [dataset,cases] @0',
  ],
  [
    'a key behind the cut list',
    'dataset: d\ncases:\n  - case_id: a\nga|\n',
    'key / ga<ga> [dataset,cases] @0',
  ],
  [
    'a key before the cut list',
    'dataset: d\nto|\ncases:\n  - case_id: a\n',
    'key / to<to> [dataset,cases] @0',
  ],
  ['a cut list without items', 'cases:\n  |\n', 'key /cases <> fresh @2'],
  ['below a value with a colon', 'a: b: c\nd: 1\nno|\n', 'key / no<no> [a,d] @0'],
  ['below a value with a colon, in a list', 'a:\n  - b: c: d\n    na|\n', 'key /a/0 na<na> [b] @4'],
  ['a wide character before', 'a: {"😀": "é|"}\n', 'value /a/😀 é<"é"> inFlow " @0'],
];

describe('the place of a cursor in YAML', () => {
  for (const [name, marked, expected] of BLOCK) {
    it(name, () => {
      expect(at(marked)).toBe(expected);
    });
    it(`${name} (CRLF)`, () => {
      expect(at(marked.replaceAll('\n', '\r\n'))).toBe(expected);
    });
  }
});

const JSON_CASES: readonly (readonly [name: string, marked: string, expected: string])[] = [
  ['an empty file', '|', 'value / <> inFlow @0'],
  ['braces', '{|}', 'key / <> inFlow @0'],
  ['a key in quotes', '{"a": 1, "na|"}', 'key / na<"na"> [a] inFlow " @0'],
  ['a key with its value', '{"na|me": 1, "b": 2}', 'key / na<"name"> [b] hasColon inFlow " @0'],
  ['a key before another', '{\n  |\n  "b": 2\n}', 'key / <> [b] inFlow @2'],
  ['a key behind a value', '{\n  "b": 2\n  |\n}', 'key / <> [b] needsComma inFlow @2'],
  ['a bare word as a key', '{"a": 1, na|}', 'key / na<na> [a] inFlow @0'],
  ['a value', '{"a": |}', 'value /a <> inFlow @0'],
  ['a value before another key', '{"a": |\n "b": 1}', 'value /a <> inFlow @0'],
  ['a value in quotes', '{"a": "on|e", "b": 1}', 'value /a on<"one"> inFlow " @0'],
  ['a value in quotes left open', '{"a": "on|\n}', 'value /a on<"on> inFlow " @0'],
  ['a bare word as a value', '{"a": tr|}', 'value /a tr<tr> inFlow @0'],
  ['brackets', '{"a": [|]}', 'item /a/0 <> inFlow @0'],
  ['an item', '{"a": [1, |, 2]}', 'item /a/1 <> inFlow @0'],
  ['a mapping in a list', '{"a": [{"b": 1, |}]}', 'key /a/0 <> [b] inFlow @0'],
  ['an unclosed object', '{"a": {"b": 1, |', 'key /a <> [b] inFlow @0'],
  ['a comment', '{ // x|\n}', 'none'],
  ['an item of the cut list', '{"cases": [{"a": 1}, {"b": |}]}', 'value #1/b <> inFlow @0'],
  [
    'a key of an item of the cut list',
    '{"cases": [{"a": 1, "|"}, {"b": 2}]}',
    'key #0/ <""> [a] inFlow " @0',
  ],
  ['behind the cut list', '{"cases": [{"a": 1}], "ga|"}', 'key / ga<"ga"> [cases] inFlow " @0'],
];

describe('the place of a cursor in JSON', () => {
  for (const [name, marked, expected] of JSON_CASES) {
    it(name, () => {
      expect(at(marked, 'json')).toBe(expected);
      expect(at(marked.replaceAll('\n', '\r\n'), 'json')).toBe(expected);
    });
  }

  it('is found in a line of JSON lines', () => {
    expect(at('{"a": 1}\n{"b": {"c|"}}\n', 'jsonl')).toBe('key /b c<"c"> inFlow " @0');
    expect(at('|', 'jsonl')).toBe('value / <> fresh inFlow @0');
  });
});

it('finds or refuses a place at every offset, and never throws', () => {
  const texts: readonly (readonly [Language, string])[] = [
    [
      'yaml',
      'a: {b: [1, "x"]}\ncases:\n  - "c": \'y\'\n    d: |\n      t\n  - *z\n---\n? [k]\n: v\n',
    ],
    ['json', '{"a": [1, "x\\"", {"b": null}], /* c */ "cases": [{"d": 1}, 2]}'],
  ];
  for (const [language, text] of texts) {
    for (let cut = 0; cut <= text.length; cut++) {
      const file = parseFile(text.slice(0, cut), language, { splitKey: 'cases' });
      for (let offset = 0; offset <= cut; offset += 3) {
        const place = parseAtCursor(file, offset);
        if (!place) continue;
        expect(place.replace.start).toBeLessThanOrEqual(place.replace.end);
        expect(place.replace.end).toBeLessThanOrEqual(cut);
      }
    }
  }
});
