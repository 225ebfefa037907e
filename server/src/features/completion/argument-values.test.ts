import { describe, expect, it } from 'vitest';
import { FILES, HEAD } from './fixtures.ts';
import { completeAt, testRows } from './testing.ts';

const CALL = `${HEAD}    - name: search_flights\n      args:\n`;
const BOOK = `${HEAD}    - id: s\n      name: search_flights\n    - name: book_flight\n`;
const JSON_FILE = { name: 'a.case.json' };

describe('values of arguments', () => {
  testRows([
    [
      'of an enumeration',
      `${CALL}        cabin: ¦\n`,
      'economy',
      `${CALL}        cabin: economy\n`,
    ],
    [
      'right behind the colon',
      `${CALL}        cabin:¦\n`,
      'economy',
      `${CALL}        cabin: economy\n`,
    ],
    ['that need quotes', `${CALL}        cabin: ¦\n`, 'yes', `${CALL}        cabin: "yes"\n`],
    ['that look like numbers', `${CALL}        cabin: ¦\n`, '10', `${CALL}        cabin: "10"\n`],
    [
      'in single quotes',
      `${CALL}        cabin: 'e¦'\n`,
      'economy',
      `${CALL}        cabin: 'economy'\n`,
    ],
    ['that are flags', `${CALL}        direct: t¦\n`, 'true', `${CALL}        direct: true\n`],
    [
      'that are examples',
      `${CALL}        date: ¦\n`,
      '2026-06-12',
      `${CALL}        date: "2026-06-12"\n`,
    ],
    [
      'that are allowed',
      `${CALL}        cabin: { allowed: [¦] }\n`,
      'economy',
      `${CALL}        cabin: { allowed: [economy] }\n`,
    ],
    [
      'that are allowed, each on a line',
      `${CALL}        cabin:\n          allowed:\n            - economy\n            - ¦\n`,
      'yes',
      `${CALL}        cabin:\n          allowed:\n            - economy\n            - "yes"\n`,
    ],
    [
      'that are allowed, begun',
      `${CALL}        cabin:\n          allowed: ¦\n`,
      'yes',
      `${CALL}        cabin:\n          allowed: ["yes"]\n`,
    ],
    ['in a list', `${CALL}        days: [1, ¦]\n`, '2', `${CALL}        days: [1, 2]\n`],
    ['as a list', `${CALL}        days: ¦\n`, '2', `${CALL}        days: [2]\n`],
    [
      'deeper down',
      `${BOOK}      args:\n        passengers:\n          - seat: ¦\n`,
      'aisle',
      `${BOOK}      args:\n        passengers:\n          - seat: aisle\n`,
    ],
    [
      'in JSON',
      '{"tools": "f.tools.json", "expected": {"calls": [{"name": "search_flights", "args": {"direct": ¦}}]}}',
      'false',
      '{"tools": "f.tools.json", "expected": {"calls": [{"name": "search_flights", "args": {"direct": false}}]}}',
      JSON_FILE,
    ],
    [
      'a matcher, on the line',
      `${CALL}        date: ¦\n`,
      'allowed',
      `${CALL}        date: { allowed: [$1] }\n`,
    ],
    [
      'a matcher with a flag',
      `${CALL}        date: ¦\n`,
      'from_user',
      `${CALL}        date: { from_user: true }\n`,
    ],
    [
      'a predicate',
      `${CALL}        date: { predicate: iso¦ }\n`,
      'iso_date',
      `${CALL}        date: { predicate: iso_date }\n`,
    ],
    [
      'a comparison',
      `${CALL}        date: { allowed: [x], compare: ¦ }\n`,
      'instant',
      `${CALL}        date: { allowed: [x], compare: instant }\n`,
    ],
  ]);

  it('are those of other calls and of recorded runs, too', async () => {
    const trace = { runs: [{ calls: [{ name: 'search_flights', arguments: { origin: 'OSL' } }] }] };
    const files = { ...FILES, 'runs/a.trace.json': JSON.stringify(trace) };
    const other = '---\nexpected: { calls: [{ name: search_flights, args: { origin: SFO } }] }\n';
    const done = await completeAt(`trace: runs/a.trace.json\n${CALL}        origin: ¦\n${other}`, {
      files,
      load: ['runs/a.trace.json'],
    });
    expect(done.item('OSL').detail).toBe('in a recorded run');
    expect(done.item('SFO').detail).toBe('in another call');
  });

  it('come with the default first', async () => {
    const { items } = await completeAt(`${CALL}        cabin: ¦`);
    expect(items[0]).toMatchObject({ label: 'economy', detail: 'default', sortText: '0000' });
  });

  it('offer modifiers of a matcher only beside what they modify', async () => {
    expect((await completeAt(`${CALL}        date: { ¦ }`)).labels).toEqual([
      'allowed',
      'from_call',
      'from_user',
      'predicate',
    ]);
    expect((await completeAt(`${CALL}        date: { allowed: [x], ¦ }`)).labels).toEqual([
      'from_call',
      'from_user',
      'predicate',
      'optional',
      'compare',
    ]);
    expect((await completeAt(`${BOOK}      args: { payment: { card: x, ¦ } }`)).labels).toEqual([
      'amount',
    ]);
  });
});
