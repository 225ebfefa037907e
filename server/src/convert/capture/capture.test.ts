import { describe, expect, it } from 'vitest';
import type { CallStatus, EmittedCall, Run } from '../../model/run.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import { type Captured, capture } from './capture.ts';
import { scoreGolden, toolsetOf } from './testing.ts';

type Call = Partial<EmittedCall> & { readonly name: string };

const run = (calls: readonly Call[], more: Partial<Run> = {}): Run => ({
  runId: '1',
  messages: [],
  calls: calls.map((call, batch) => ({ batch, status: 'ok', arguments: {}, ...call })),
  ...more,
});

function captured(runs: readonly Run[], ids: readonly string[] = []): Captured {
  const made = capture(runs, {
    kind: 'golden',
    trace: './t.json',
    stem: 't',
    runs: ids,
    domains: [],
  });
  if (typeof made === 'string') throw new Error(made);
  for (const each of runs) {
    expect(scoreGolden(made.text, each, toolsetOf())).toMatchObject({ verdict: 'pass' });
  }
  return made;
}

/** The arguments of the last call that is captured. */
function lastArgs(runs: readonly Run[], ids?: readonly string[]): Json {
  const { document } = captured(runs, ids);
  return (document.calls as JsonObject[]).at(-1)!.args!;
}

describe('capture', () => {
  it.each<[string, Json, Json, Json]>([
    ['an object', { user: { id: 'u-12' } }, 'u-12', { from_call: 'find', path: '$.user.id' }],
    ['JSON text', '{"ids": ["u-11", "u-12"]}', 'u-12', { from_call: 'find', path: '$.ids[1]' }],
    [
      'structured content',
      { structuredContent: { id: 'u-12' }, content: [{ type: 'text', text: 'u-12' }] },
      'u-12',
      { from_call: 'find', path: '$.id' },
    ],
    [
      'text blocks that hold JSON',
      { content: [{ type: 'text', text: '{"id": "u-12"}' }] },
      'u-12',
      { from_call: 'find', path: '$.id' },
    ],
    ['plain text', 'The user is u-12.', 'u-12', { from_call: 'find' }],
    ['a longer word of plain text', 'The user is u-123.', 'u-12', 'u-12'],
    ['one scalar', 'u-12', 'u-12', { from_call: 'find' }],
    ['an odd key', { 'a b': 'u-12' }, 'u-12', { from_call: 'find', path: "$['a b']" }],
    ['a number', { total: 128.4 }, 128.4, { from_call: 'find', path: '$.total' }],
    ['a digit, which tells nothing', { total: 4 }, 4, 4],
    ['a text of another case', { id: 'U-12' }, 'u-12', 'u-12'],
    [
      'the shorter of two paths',
      { a: { deep: 'u-12' }, b: 'u-12' },
      'u-12',
      { from_call: 'find', path: '$.b' },
    ],
  ])('finds a value in %s', (_, output, value, expected) => {
    const calls = [
      { name: 'find', output },
      { name: 'use', arguments: { it: value } },
    ];
    expect(lastArgs([run(calls)])).toEqual({ it: expected });
  });

  it('looks into lists and objects', () => {
    const calls = [
      { name: 'find', output: { cards: [{ id: 'card_1' }, { id: 'card_2' }] } },
      { name: 'pay', arguments: { parts: [{ id: 'card_2', amount: 5 }] } },
    ];
    expect(lastArgs([run(calls)])).toEqual({
      parts: [{ id: { from_call: 'find', path: '$.cards[1].id' }, amount: 5 }],
    });
  });

  it('leaves alone what the user said, and what the same message asked for', () => {
    const find = { name: 'find', output: { id: 'u-12', to: 'u-13' }, batch: 0 };
    const use = (batch: number) => ({ name: 'use', batch, arguments: { it: 'u-12', to: 'u-13' } });
    const messages = [{ role: 'user', content: 'I am U-12.' }];
    expect(lastArgs([run([find, use(1)], { messages })])).toEqual({
      it: 'u-12',
      to: { from_call: 'find', path: '$.to' },
    });
    expect(lastArgs([run([find, use(0)])])).toEqual({ it: 'u-12', to: 'u-13' });
  });

  it('leaves alone a number that the user wrote otherwise', () => {
    const calls = [
      { name: 'find', output: { total: 64.2 } },
      { name: 'pay', arguments: { amount: 64.2 } },
    ];
    const messages = [{ role: 'user', content: 'Pay me back the $64.20.' }];
    expect(lastArgs([run(calls, { messages })])).toEqual({ amount: 64.2 });
  });

  it('leaves alone what a schema lists', () => {
    const tools = {
      name: 'use',
      inputSchema: { type: 'object', properties: { cabin: { enum: ['economy'] } } },
    };
    const calls = [
      { name: 'find', output: { cabin: 'economy' } },
      { name: 'use', arguments: { cabin: 'economy' } },
    ];
    const made = capture([run(calls)], {
      trace: 't',
      stem: 't',
      runs: [],
      domains: [],
      toolset: toolsetOf(JSON.stringify({ tools: [tools] })),
    });
    expect(made).toMatchObject({ proposals: [] });
  });

  it('numbers the ids of a tool that is called several times, and gives them to producers alone', () => {
    const calls = [
      { name: 'find', output: { id: 'u-12' } },
      { name: 'find', output: { id: 'u-13' } },
      { name: 'my.tool', arguments: { it: 'u-13' }, output: ['u-14'] },
      { name: 'use', arguments: { it: 'u-14' } },
    ];
    const { document } = captured([run(calls)]);
    const ids = (document.calls as JsonObject[]).map(({ id }) => id);
    expect(ids).toEqual([undefined, 'find_2', 'my_tool', undefined]);
  });

  it('writes values that look like matchers so that they are none', () => {
    const odd = { it: { allowed: [1] }, at: { path: '$.a' }, in: [{ from_call: 'x', y: 1 }] };
    expect(lastArgs([run([{ name: 'use', arguments: odd }])])).toEqual({
      it: { allowed: [{ allowed: [1] }] },
      at: { allowed: [{ path: '$.a' }] },
      in: [{ allowed: [{ from_call: 'x', y: 1 }] }],
    });
  });

  it('widens arguments by what several runs had', () => {
    const make = (runId: string, args: JsonObject): Run => ({
      ...run([
        { name: 'find', output: { ids: ['u-12', 'u-13'], one: 'u-14' } },
        { name: 'use', arguments: args },
      ]),
      runId,
    });
    const runs = [
      make('a', { id: 'u-12', n: 1, list: [1, 2], o: { x: 1, y: 'u-14' }, more: true }),
      make('b', { id: 'u-13', n: 2, list: [1], o: { x: 2, y: 'u-14' } }),
    ];
    expect(lastArgs(runs, ['a', 'b'])).toEqual({
      id: { from_call: 'find', path: '$.ids[*]' },
      n: { allowed: [1, 2] },
      list: { allowed: [[1, 2], [1]] },
      o: { x: { allowed: [1, 2] }, y: { from_call: 'find', path: '$.one' } },
      more: { allowed: [true], optional: true },
    });
  });

  it('asks nothing of arguments that are not known or no object', () => {
    const calls = [
      { name: 'a', arguments: undefined, argumentsUnknown: true },
      { name: 'b', arguments: undefined, rawArguments: '{"broken' },
    ];
    const { document } = captured([run(calls)]);
    expect(document.calls).toEqual([
      { name: 'a', group: 0, match: { args: 'ignore' } },
      { name: 'b', group: 1, match: { args: 'ignore' } },
    ]);
  });

  it('keeps a recorded output of any depth out of the file where it could not be read back', () => {
    let output: Json = 'deep';
    for (let i = 0; i < 5000; i++) output = [output];
    const { document } = captured([run([{ name: 'a', output }])]);
    expect(document.calls).toEqual([{ name: 'a', group: 0, args: {} }]);
  });
});

/** A small generator of numbers below a bound (Mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

it('takes no run that ended without an answer', () => {
  const from = { trace: './t.json', stem: 't', runs: [], domains: [] };
  const dead = run([], { runId: 'dead', failure: 'it ended with exit code 1' });
  const alive = run([{ name: 'find' }], { runId: 'alive' });
  expect(capture([dead, alive], from)).toMatchObject({
    document: { calls: [{ name: 'find' }], source: { run_id: 'alive' } },
  });
  expect(capture([dead], from)).toBe('no run is whole: it ended with exit code 1');
});

describe('a generated run', () => {
  const VALUES: readonly Json[] = [
    'u-12',
    'u-13',
    'U-12',
    'a',
    '',
    ' ',
    'no',
    '12',
    12,
    128.4,
    7,
    true,
    null,
    [],
    {},
    ['u-12', 'u-13'],
    { id: 'u-12', allowed: ['u-13'] },
    { path: 'u-12' },
    [{ id: 'u-13', n: 12 }],
    'ada@lovelace.org',
    'Write to eve@crypto.org now.',
    { who: ['ada@lovelace.org'] },
    'a\nb: "c"\n# d',
    '{"id": "u-12"}',
    '[12, "u-13"]',
    'The user u-13 has 12.',
    {
      content: [
        { type: 'text', text: '{"id": "u-13"}' },
        { type: 'text', text: 'or u-12' },
      ],
    },
  ];
  const STATUSES: readonly (CallStatus | undefined)[] = [
    'ok',
    'ok',
    'ok',
    'ok',
    'error',
    'timeout',
    'input_required',
    undefined,
  ];

  function generate(seed: number): Run {
    const random = randomFrom(seed);
    const any = <T>(items: readonly T[]): T => items[random(items.length)]!;
    let batch = 0;
    const calls = Array.from({ length: 1 + random(6) }, (): Call => {
      batch += random(3) === 0 ? 0 : 1;
      const output = random(5) === 0 ? undefined : any(VALUES);
      const status = any(STATUSES);
      return {
        name: any(['find', 'use', 'my.tool']),
        batch,
        // A call without an end that repeats a failed one could not be told from it.
        arguments: Object.fromEntries([
          ...Array.from({ length: random(4) }, (__, i) => [
            any(['id', 'to', `x${i}`]),
            any(VALUES),
          ]),
          ...(status === 'input_required' ? [['waiting', batch * 10 + random(10)]] : []),
        ]),
        ...(status && { status }),
        ...(output !== undefined && { output }),
      };
    });
    const said = any(['', 'I am u-12.', 'Mail ada@lovelace.org about u-13.']);
    const { calls: full, ...rest } = run(calls);
    return {
      ...rest,
      calls: full.map(({ status, ...call }, i) =>
        calls[i]!.status === undefined ? call : { ...call, status: status! },
      ),
      messages: said === '' ? [] : [{ role: 'user', content: said }],
      finalMessage: any(['Done.', 'Mailed ada@lovelace.org.']),
    };
  }

  it('passes against its own golden trajectory, whatever it holds', () => {
    let goldens = 0;
    for (let seed = 0; seed < 250; seed++) {
      const each = generate(seed);
      const made = capture([each], {
        kind: 'golden',
        trace: 't',
        stem: 't',
        runs: [],
        domains: [],
      });
      if (typeof made === 'string') continue;
      goldens += 1;
      expect(made.text).not.toMatch(/lovelace|crypto/);
      const { findings } = scoreGolden(made.text, each, toolsetOf());
      const errors = findings.filter(({ severity }) => severity === 'error');
      expect({ seed, errors: errors.map(({ message }) => message) }).toEqual({ seed, errors: [] });
    }
    expect(goldens).toBeGreaterThan(200);
  });
});
