import { describe, expect, it } from 'vitest';
import { FILES, HEAD } from './fixtures.ts';
import { completeAt, testRows } from './testing.ts';

const JSON_FILE = { name: 'a.case.json' };

describe('tools', () => {
  testRows([
    [
      'a call, with the arguments that are required',
      `${HEAD}    - ¦\n`,
      'search_flights',
      `${HEAD}    - name: search_flights\n      args:\n        origin: $1\n        date: $2\n`,
    ],
    [
      'a half-typed call',
      `${HEAD}    - sea¦\n`,
      'search_flights',
      `${HEAD}    - name: search_flights\n      args:\n        origin: $1\n        date: $2\n`,
    ],
    [
      'a first call, without a dash',
      `${HEAD}    ¦\n`,
      'book_flight',
      `${HEAD}    - name: book_flight\n      args:\n        flight_id: \n`,
    ],
    [
      'right behind a dash',
      `${HEAD}    -¦\n`,
      'list_airports',
      `${HEAD}    - name: list_airports\n`,
    ],
    [
      'right behind the colon of calls',
      'tools: f.tools.json\nexpected:\n  calls:¦\n',
      'list_airports',
      'tools: f.tools.json\nexpected:\n  calls:\n    - name: list_airports\n',
    ],
    [
      'behind the colon and a space: no blank is left',
      'tools: f.tools.json\nexpected:\n  calls: ¦\n',
      'list_airports',
      'tools: f.tools.json\nexpected:\n  calls:\n    - name: list_airports\n',
    ],
    [
      'a name, with its arguments',
      `${HEAD}    - name: ¦\n`,
      'book_flight',
      `${HEAD}    - name: book_flight\n      args:\n        flight_id: \n`,
    ],
    [
      'a name right behind the colon',
      `${HEAD}    - name:¦\n`,
      'list_airports',
      `${HEAD}    - name: list_airports\n`,
    ],
    [
      'a name alone where the call has arguments',
      `${HEAD}    - name: b¦\n      args: {}\n`,
      'book_flight',
      `${HEAD}    - name: book_flight\n      args: {}\n`,
    ],
    [
      'a name before a comment',
      `${HEAD}    - name: ¦ # why\n`,
      'book_flight',
      `${HEAD}    - name: book_flight # why\n`,
    ],
    [
      'a name in quotes',
      `${HEAD}    - name: "se¦"\n      args: {}\n`,
      'search_flights',
      `${HEAD}    - name: "search_flights"\n      args: {}\n`,
    ],
    [
      'a name in quotes left open',
      `${HEAD}    - name: 'se¦\n      args: {}\n`,
      'search_flights',
      `${HEAD}    - name: 'search_flights'\n      args: {}\n`,
    ],
    [
      'a call in braces',
      `${HEAD}    - { name: ¦ }\n`,
      'book_flight',
      `${HEAD}    - { name: book_flight, args: { flight_id: $1 } }\n`,
    ],
    [
      'calls in brackets',
      'tools: f.tools.json\nexpected: { calls: [¦] }\n',
      'book_flight',
      'tools: f.tools.json\nexpected: { calls: [{ name: book_flight, args: { flight_id: $1 } }] }\n',
    ],
    [
      'dashes at the column of their key',
      'tools: f.tools.json\nexpected:\n  calls:\n  - name: list_airports\n  - ¦\n',
      'book_flight',
      'tools: f.tools.json\nexpected:\n  calls:\n  - name: list_airports\n  - name: book_flight\n    args:\n      flight_id: \n',
    ],
    [
      'between other calls',
      `${HEAD}    - name: x\n    ¦\n    - name: y\n`,
      'list_airports',
      `${HEAD}    - name: x\n    - name: list_airports\n    - name: y\n`,
    ],
    [
      'four spaces',
      'tools: f.tools.json\nexpected:\n    calls:\n        - ¦\n',
      'book_flight',
      'tools: f.tools.json\nexpected:\n    calls:\n        - name: book_flight\n          args:\n              flight_id: \n',
    ],
    [
      'in a list of tools',
      'tools: f.tools.json\nexpected:\n  allowed_tools: [list_airports, ¦]\n',
      'book_flight',
      'tools: f.tools.json\nexpected:\n  allowed_tools: [list_airports, book_flight]\n',
    ],
    [
      'a list of tools that is begun',
      'tools: f.tools.json\nexpected:\n  forbidden_tools:¦\n',
      'book_flight',
      'tools: f.tools.json\nexpected:\n  forbidden_tools: [book_flight]\n',
    ],
    [
      'a list of tools on the next line',
      'tools: f.tools.json\nexpected:\n  confirm_before:\n    ¦\n',
      'book_flight',
      'tools: f.tools.json\nexpected:\n  confirm_before:\n    - book_flight\n',
    ],
    [
      'in JSON',
      '{"tools": "f.tools.json", "expected": {"calls": [¦]}}',
      'book_flight',
      '{"tools": "f.tools.json", "expected": {"calls": [{ "name": "book_flight", "args": { "flight_id": "$1" } }]}}',
      JSON_FILE,
    ],
    [
      'a name in JSON quotes',
      '{"tools": "f.tools.json", "expected": {"calls": [{"name": "b¦"}]}}',
      'book_flight',
      '{"tools": "f.tools.json", "expected": {"calls": [{"name": "book_flight", "args": { "flight_id": "$1" }}]}}',
      JSON_FILE,
    ],
    [
      'in a case of a dataset, by the tools of the dataset',
      'dataset: d\ntools: f.tools.json\ncases:\n  - case_id: x\n    expected:\n      calls:\n        - ¦\n',
      'book_flight',
      'dataset: d\ntools: f.tools.json\ncases:\n  - case_id: x\n    expected:\n      calls:\n        - name: book_flight\n          args:\n            flight_id: \n',
      { name: 'a.dataset.yaml' },
    ],
    [
      'by the configuration',
      'expected:\n  calls:\n    - ¦\n',
      'list_airports',
      'expected:\n  calls:\n    - name: list_airports\n',
      { files: { ...FILES, 'callsheet.config.yaml': 'tools: f.tools.json\n' } },
    ],
    [
      'in a golden trajectory',
      'golden_id: g\ntools: f.tools.json\ncalls:\n  - ¦\n',
      'list_airports',
      'golden_id: g\ntools: f.tools.json\ncalls:\n  - name: list_airports\n',
      { name: 'a.golden.yaml' },
    ],
    [
      'of a policy',
      'tools: f.tools.json\npolicies:\n  ¦\n',
      'book_flight',
      'tools: f.tools.json\npolicies:\n  book_flight:\n    \n',
      { name: 'callsheet.config.yaml' },
    ],
    [
      'of a policy, from whatever manifest',
      'policies:\n  ¦\n',
      'book_flight',
      'policies:\n  book_flight:\n    \n',
      { name: 'callsheet.config.yaml' },
    ],
  ]);

  it('shows title, description and arguments, with nothing of them taken for markup', async () => {
    const item = (await completeAt(`${HEAD}    - name: ¦`)).item('search_flights');
    expect(item.detail).toBe('(origin, date, cabin?, direct?, days?) · Find flights');
    expect(item.documentation).toMatchObject({ kind: 'markdown' });
    const { value } = item.documentation as { value: string };
    expect(value).toContain('Finds \\*flights\\* &lt;b\\>now&lt;/b\\>\\.');
    expect(value).toContain('- `origin`: `string` · required · Where \\[from\\]\\(x\\)');
    expect(value).toContain('_read_');
  });

  it('tells tools of two servers apart by their aliases', async () => {
    const tools =
      'tools: [{ path: f.tools.json, alias: a }, { path: more/g.tools.json, alias: b }]\n';
    const { labels } = await completeAt(`${tools}expected: { allowed_tools: [¦] }`);
    expect(labels).toEqual([
      'a__search_flights',
      'a__book_flight',
      'a__list_airports',
      'b__search_flights',
      'b__book_flight',
      'b__list_airports',
    ]);
  });

  it('writes no snippet for a client that has none', async () => {
    const done = await completeAt(`${HEAD}    - ¦`, { client: { snippets: false } });
    expect(done.item('search_flights').insertTextFormat).toBe(1);
    expect(done.after('search_flights')).toBe(
      `${HEAD}    - name: search_flights\n      args:\n        origin: \n        date: `,
    );
  });
});
