import { describe, expect, it } from 'vitest';
import type { Comparison } from '../../model/expectation.ts';
import type { Json } from '../../model/value.ts';
import { comparer } from './compare.ts';

type Row = [rule: string, mode: Comparison, a: Json, b: Json, equal: boolean];

const ROWS: Row[] = [
  ['composes Unicode', 'normalized', 'Zu\u0308rich', 'zürich', true],
  ['trims', 'normalized', ' SFO ', 'sfo', true],
  ['folds upper then lower, so ß equals SS', 'normalized', 'Straße', 'STRASSE', true],
  ['folds a final sigma', 'normalized', 'ΟΔΟΣ', 'οδος', true],
  ['keeps inner white space', 'normalized', 'a b', 'ab', false],
  ['takes numbers by value', 'normalized', 1, 1.0, true],
  ['takes zero without its sign', 'normalized', 0, -0, true],
  ['keeps booleans from numbers', 'normalized', true, 1, false],
  ['keeps strings from numbers', 'normalized', '1', 1, false],
  ['keeps null from its name', 'normalized', null, 'null', false],
  ['keeps booleans from their names', 'normalized', true, 'true', false],
  ['takes big integers by their digits', 'normalized', 9007199254740993n, 9007199254740992n, false],
  ['takes equal big integers', 'normalized', 9007199254740993n, 9007199254740993n, true],
  ['takes a big integer and an equal double', 'normalized', 10n ** 21n, 1e21, true],
  ['takes lists in order', 'normalized', [1, 2], [2, 1], false],
  ['takes lists element by element', 'normalized', ['A', 1], ['a', 1], true],
  ['takes objects in any order', 'normalized', { a: 1, b: 'X' }, { b: 'x', a: 1 }, true],
  ['keeps null from absent', 'normalized', { a: null }, {}, false],
  ['keeps keys as they are written', 'normalized', { A: 1 }, { a: 1 }, false],
  ['is not fooled by separators', 'normalized', ['a,b'], ['a', 'b'], false],
  ['exact keeps case', 'exact', 'SFO', 'sfo', false],
  ['exact keeps white space', 'exact', ' a', 'a', false],
  ['exact composes Unicode', 'exact', 'u\u0308', 'ü', true],
  ['exact takes numbers by value', 'exact', 1, 1.0, true],
  ['number takes numeric strings', 'number', 12.5, '12.50', true],
  ['number takes big numeric strings', 'number', 9007199254740993n, '9007199254740993', true],
  ['number keeps other strings', 'number', 12, 'twelve', false],
  ['number keeps booleans out', 'number', 1, true, false],
  ['number takes strings inside lists', 'number', [1, 2], ['1', '2.0'], true],
  [
    'instant takes other offsets',
    'instant',
    '2026-03-01T10:00:00Z',
    '2026-03-01T12:00:00+02:00',
    true,
  ],
  [
    'instant keeps other moments',
    'instant',
    '2026-03-01T10:00:00Z',
    '2026-03-01T10:00:00+02:00',
    false,
  ],
  [
    'instant drops trailing zeros',
    'instant',
    '2026-03-01T10:00:00.50Z',
    '2026-03-01t10:00:00.5z',
    true,
  ],
  [
    'instant keeps fine fractions',
    'instant',
    '2026-03-01T10:00:00.0001Z',
    '2026-03-01T10:00:00.0002Z',
    false,
  ],
  [
    'a date is any instant of its day in the offset given',
    'instant',
    '2026-03-01',
    '2026-03-01T23:30:00-08:00',
    true,
  ],
  [
    'a date is no instant of the next day',
    'instant',
    '2026-03-01',
    '2026-03-02T00:30:00+02:00',
    false,
  ],
  ['a date that is none compares as text', 'instant', '2026-02-30', '2026-02-30T10:00:00Z', false],
  ['instant takes other text as the default', 'instant', 'Tomorrow', 'tomorrow', true],
  ['set takes lists in any order', 'set', ['a', 'b'], ['B', 'a'], true],
  ['set counts', 'set', ['a', 'a', 'b'], ['a', 'b', 'b'], false],
  ['set keeps the order inside elements', 'set', [[1, 2]], [[2, 1]], false],
  ['set takes other values as the default', 'set', 'A', 'a', true],
  ['words come in any order', 'words', 'refund policy', 'What is the POLICY for a refund?', true],
  ['words are whole', 'words', 'art', 'party', false],
  ['words are all there', 'words', 'refund policy', 'refund', false],
  ['words know a decimal point', 'words', 'version 3', 'version 3.5', false],
  ['words find unspaced scripts', 'words', '东京', '我想去东京旅行', true],
  ['words take what is no string as the default', 'words', 5, 5, true],
  ['a text without words compares as the default', 'words', '!!!', 'anything', false],
  [
    'loose drops white space and punctuation',
    'loose',
    'San Francisco, CA',
    'sanfrancisco-ca',
    true,
  ],
  ['loose reads an apostrophe as a quote', 'loose', "it's", 'it"s', true],
  ['loose keeps types', 'loose', '5', 5, false],
];

describe('compare', () => {
  it.each(['version 3.5', 'v3.5', 'no.5', '1.2.3', '10.0.0.1 up', 'x 4', '東京 3'])(
    'finds the words of %s in itself',
    (text) => {
      expect(comparer('words').equal(text, text)).toBe(true);
      expect(comparer('words').equal(text, `the ${text} one`)).toBe(true);
    },
  );

  it('reads no number into a text that is too large for one', () => {
    expect(comparer('number').equal('1e400', '1e500')).toBe(false);
    expect(comparer('number').equal('9007199254740993.0', 9007199254740993n)).toBe(true);
    expect(comparer('number').equal('9007199254740993.0', '9007199254740992')).toBe(false);
  });

  it.each(ROWS)('%s', (_rule, mode, a, b, equal) => {
    expect(comparer(mode).equal(a, b)).toBe(equal);
  });

  it('takes the elements of a set as the tool compares', () => {
    expect(comparer('set', 'exact').equal(['A'], ['a'])).toBe(false);
  });

  it.each<[number, Json, Json, boolean]>([
    [0.1, 1.0, 1.1, true],
    [0.1, 1.0, 1.11, false],
    [5, '100', 105, true],
    [5, 9007199254740993n, 9007199254740999n, false],
    [6, 9007199254740993n, 9007199254740999n, true],
    [1, 'x', 'X', true],
  ])('takes numbers within %d', (tolerance, a, b, equal) => {
    expect(comparer('number', 'normalized', tolerance).equal(a, b)).toBe(equal);
  });
});
