import { describe, expect, it } from 'vitest';
import { HEAD } from './fixtures.ts';
import { completeAt, testRows } from './testing.ts';

const BOOK = `${HEAD}    - id: s\n      name: search_flights\n    - name: book_flight\n`;
const RETURNS =
  '      returns: { results: [{ id: F1, price: 20, "odd key": true }], cursor: null }\n';
const RECORDED = `${HEAD}    - id: s\n      name: search_flights\n${RETURNS}    - name: book_flight\n`;

const labels = async (source: string) => (await completeAt(source)).labels;
const refs = (calls: string) => labels(`tools: f.tools.json\nexpected:\n  calls:\n${calls}`);

describe('from_call', () => {
  testRows([
    [
      'an id',
      `${BOOK}      args: { flight_id: { from_call: ¦ } }`,
      's',
      `${BOOK}      args: { flight_id: { from_call: s } }`,
    ],
    [
      'right behind its colon, in block style',
      `${BOOK}      args:\n        flight_id:\n          from_call:¦\n`,
      's',
      `${BOOK}      args:\n        flight_id:\n          from_call: s\n`,
    ],
    [
      'in quotes',
      `${BOOK}      args: { flight_id: { from_call: "¦" } }`,
      's',
      `${BOOK}      args: { flight_id: { from_call: "s" } }`,
    ],
    [
      'in a list',
      `${BOOK}      args: { flight_id: { from_call: [¦] } }`,
      's',
      `${BOOK}      args: { flight_id: { from_call: [s] } }`,
    ],
    [
      'in braces left open',
      `${BOOK}      args: { flight_id: { from_call: ¦`,
      's',
      `${BOOK}      args: { flight_id: { from_call: s`,
    ],
    [
      'as a whole matcher, with a path that fits',
      `${BOOK}      args:\n        flight_id: ¦\n`,
      'from_call: s $.results[*].id',
      `${BOOK}      args:\n        flight_id: { from_call: s, path: "$.results[*].id" }\n`,
    ],
    [
      'deep inside a literal',
      `${BOOK}      args:\n        passengers:\n          - name: { from_call: ¦ }\n`,
      's',
      `${BOOK}      args:\n        passengers:\n          - name: { from_call: s }\n`,
    ],
    [
      'in JSON',
      '{"tools": "f.tools.json", "expected": {"calls": [{"id": "s", "name": "search_flights"}, {"name": "book_flight", "args": {"flight_id": {"from_call": "¦"}}}]}}',
      's',
      '{"tools": "f.tools.json", "expected": {"calls": [{"id": "s", "name": "search_flights"}, {"name": "book_flight", "args": {"flight_id": {"from_call": "s"}}}]}}',
      { name: 'a.case.json' },
    ],
    [
      'in a golden trajectory',
      'golden_id: g\ncalls:\n  - { id: a, name: x }\n  - { name: y, args: { z: { from_call: ¦ } } }\n',
      'a',
      'golden_id: g\ncalls:\n  - { id: a, name: x }\n  - { name: y, args: { z: { from_call: a } } }\n',
      { name: 'a.golden.yaml' },
    ],
  ]);

  it('offers only what is listed before', async () => {
    expect(
      await refs(
        '    - { id: a, name: x }\n    - { id: b, name: y, args: { z: { from_call: ¦ } } }\n    - { id: c, name: z }\n',
      ),
    ).toEqual(['a']);
  });

  it('offers lower groups and its own, but no cycle', async () => {
    expect(
      await refs(
        '    - { id: a, name: x, group: 0 }\n' +
          '    - { id: b, name: y, group: 1, args: { z: { from_call: ¦ } } }\n' +
          '    - { id: c, name: x, group: 1 }\n' +
          '    - { id: d, name: x, group: 1, args: { z: { from_call: b } } }\n' +
          '    - { id: e, name: x, group: 1, args: { z: { from_call: d } } }\n' +
          '    - { id: f, name: x, group: 2 }\n',
      ),
    ).toEqual(['a', 'c']);
  });

  it('offers a tool name where one earlier call alone bears it', async () => {
    expect(
      await refs(
        '    - { name: x }\n    - { name: y }\n    - { name: y }\n    - { name: z, args: { a: { from_call: ¦ } } }\n',
      ),
    ).toEqual(['x']);
  });

  it('stays within its own trajectory', async () => {
    const source =
      'expected:\n  any_of:\n    - calls:\n        - { id: a, name: x }\n    - calls:\n        - { id: b, name: y }\n        - { name: z, args: { q: { from_call: ¦ } } }\n';
    expect(await labels(source)).toEqual(['b']);
  });

  it('says what the call returned', async () => {
    const done = await completeAt(`${RECORDED}      args: { flight_id: { from_call: ¦ } }`);
    expect(done.item('s').detail).toBe('call 1 · search_flights');
    expect(done.item('s').documentation).toMatchObject({
      value: expect.stringContaining('"id": "F1"'),
    });
  });

  it('does not offer again what a list has', async () => {
    const calls = '    - { id: a, name: x }\n    - { id: b, name: x }\n';
    expect(await refs(`${calls}    - { name: z, args: { q: { from_call: [a, ¦] } } }\n`)).toEqual([
      'b',
    ]);
  });
});

describe('after', () => {
  it('offers the ids of other calls, later ones too, but no cycle', async () => {
    expect(
      await refs(
        '    - { id: a, name: x, after: ¦ }\n    - { id: b, name: x }\n    - { id: c, name: x, after: a }\n    - { name: y }\n',
      ),
    ).toEqual(['b']);
  });

  testRows([
    [
      'as a list',
      'expected:\n  calls:\n    - { id: a, name: x }\n    - name: y\n      after: [¦]\n',
      'a',
      'expected:\n  calls:\n    - { id: a, name: x }\n    - name: y\n      after: [a]\n',
    ],
  ]);
});

describe('path', () => {
  testRows([
    [
      'of a schema, quoted in braces',
      `${BOOK}      args: { flight_id: { from_call: s, path: ¦ } }`,
      '$.results[*].id',
      `${BOOK}      args: { flight_id: { from_call: s, path: "$.results[*].id" } }`,
    ],
    [
      'in quotes, half typed',
      `${BOOK}      args: { flight_id: { from_call: s, path: "$.res¦" } }`,
      '$.results[*].price',
      `${BOOK}      args: { flight_id: { from_call: s, path: "$.results[*].price" } }`,
    ],
    [
      'of what was recorded',
      `${RECORDED}      args:\n        flight_id:\n          from_call: s\n          path: ¦\n`,
      "$.results[*]['odd key']",
      `${RECORDED}      args:\n        flight_id:\n          from_call: s\n          path: "$.results[*]['odd key']"\n`,
    ],
  ]);

  it('offers what fits the argument first, with a sample', async () => {
    const done = await completeAt(
      `${RECORDED}      args: { flight_id: { from_call: s, path: ¦ } }`,
    );
    expect(done.items.map(({ label, detail }) => [label, detail])).toEqual([
      ['$.results[*].id', '"F1"'],
      ['$.cursor', 'null'],
      ['$.results[*].price', '20'],
      ["$.results[*]['odd key']", 'true'],
    ]);
  });

  it('knows nothing without from_call', async () => {
    expect(await labels(`${BOOK}      args: { flight_id: { from_call: nope, path: ¦ } }`)).toEqual(
      [],
    );
  });

  it('leads into the end state, too', async () => {
    const source =
      'expected:\n  final_state: { order: { total: "$1.00" } }\n  state: { ignore: [¦] }\n';
    expect(await labels(source)).toEqual(['$.order.total']);
  });
});
