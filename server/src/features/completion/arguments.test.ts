import { describe, expect, it } from 'vitest';
import { HEAD } from './fixtures.ts';
import { completeAt, testRows } from './testing.ts';

const CALL = `${HEAD}    - name: search_flights\n      args:\n`;
const BOOK = `${HEAD}    - id: s\n      name: search_flights\n    - name: book_flight\n`;
const JSON_FILE = { name: 'a.case.json' };

describe('arguments', () => {
  it('are offered required first, and not again', async () => {
    expect((await completeAt(`${CALL}        ¦\n`)).labels).toEqual([
      'origin',
      'date',
      'cabin',
      'direct',
      'days',
    ]);
    expect((await completeAt(`${CALL}        origin: x\n        ¦\n`)).labels).toEqual([
      'date',
      'cabin',
      'direct',
      'days',
    ]);
    expect((await completeAt(`${HEAD}    - { name: book_flight, args: { ¦ } }`)).labels).toEqual([
      'flight_id',
      'note',
      'passengers',
      'payment',
    ]);
  });

  testRows([
    ['a name', `${CALL}        ori¦\n`, 'origin', `${CALL}        origin: \n`],
    [
      'a name with a choice',
      `${CALL}        ¦\n`,
      'cabin',
      `${CALL}        cabin: ⟨economy,"yes","10"⟩\n`,
    ],
    [
      'a name between others',
      `${CALL}        date: x\n        d¦\n        cabin: y\n`,
      'direct',
      `${CALL}        date: x\n        direct: ⟨true,false⟩\n        cabin: y\n`,
    ],
    [
      'a name that has its colon',
      `${CALL}        or¦: x\n`,
      'origin',
      `${CALL}        origin: x\n`,
    ],
    [
      'all that is required, behind args',
      `${HEAD}    - name: search_flights\n      args:¦\n`,
      'origin',
      `${HEAD}    - name: search_flights\n      args:\n        origin: \n`,
    ],
    [
      'the key args',
      `${HEAD}    - name: search_flights\n      ¦\n`,
      'args',
      `${HEAD}    - name: search_flights\n      args:\n        origin: $1\n        date: $2\n`,
    ],
    [
      'in braces',
      `${HEAD}    - { name: book_flight, args: { ¦ } }`,
      'flight_id',
      `${HEAD}    - { name: book_flight, args: { flight_id:  } }`,
    ],
    [
      'in braces left open',
      `${HEAD}    - { name: book_flight, args: { fl¦`,
      'flight_id',
      `${HEAD}    - { name: book_flight, args: { flight_id: `,
    ],
    [
      'an object with what it requires',
      `${BOOK}      args:\n        ¦\n`,
      'payment',
      `${BOOK}      args:\n        payment:\n          card: \n`,
    ],
    [
      'nested names',
      `${BOOK}      args:\n        payment:\n          card: x\n          ¦\n`,
      'amount',
      `${BOOK}      args:\n        payment:\n          card: x\n          amount: \n`,
    ],
    [
      'nested names in an item of a list',
      `${BOOK}      args:\n        passengers:\n          - name: x\n            ¦\n`,
      'seat',
      `${BOOK}      args:\n        passengers:\n          - name: x\n            seat: ⟨aisle,window⟩\n`,
    ],
    [
      'an item of a list that is begun',
      `${BOOK}      args:\n        passengers: ¦\n`,
      'name',
      `${BOOK}      args:\n        passengers:\n          - name: \n`,
    ],
    [
      'in a list in braces',
      `${BOOK}      args: { passengers: [{ ¦ }] }\n`,
      'seat',
      `${BOOK}      args: { passengers: [{ seat: ⟨aisle,window⟩ }] }\n`,
    ],
    [
      'in JSON, with the commas that are due',
      '{"tools": "f.tools.json", "expected": {"calls": [{"name": "search_flights", "args": {"date": "x"\n ¦ "cabin": "y"}}]}}',
      'origin',
      '{"tools": "f.tools.json", "expected": {"calls": [{"name": "search_flights", "args": {"date": "x",\n "origin": "$1", "cabin": "y"}}]}}',
      JSON_FILE,
    ],
  ]);

  it('are shown with their types and descriptions', async () => {
    const done = await completeAt(`${CALL}        ¦`);
    expect(done.item('origin')).toMatchObject({ detail: 'string · required' });
    expect(done.item('cabin')).toMatchObject({ detail: '"economy" | "yes" | "10"' });
    expect(done.item('origin').documentation).toMatchObject({
      value: expect.stringContaining('Where \\[from\\]\\(x\\)'),
    });
  });
});
