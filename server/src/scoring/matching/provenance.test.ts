import { describe, expect, it } from 'vitest';
import type { Json } from '../../model/value.ts';
import { scoreRun } from '../score-run.ts';
import {
  call,
  type EmittedSpec,
  expectation,
  failures,
  made,
  type RunSpec,
  run,
  toolset,
} from '../testing.ts';

const TOOLS = toolset([
  { name: 'find', consequence: 'read' },
  { name: 'look', consequence: 'read' },
  { name: 'show', consequence: 'read' },
  { name: 'book', consequence: 'write' },
]);

type Verdict = 'ok' | 'broken' | 'wrong';

/** How an argument with a `from_call` to `find` fares. */
function trace(
  matcher: Json,
  value: Json,
  calls: EmittedSpec[],
  spec: RunSpec = {},
  consumer = 'show',
): Verdict {
  const score = scoreRun(
    expectation({
      calls: [call('find', {}, { id: 'f' }), call(consumer, { v: matcher, n: 1 })],
      match: { calls: 'any_order', args: 'partial', extra_calls: 'any' },
    }),
    TOOLS,
    run([...calls, made(consumer, { v: value, n: 1 }, { batch: 99 })], spec),
  );
  if (failures(score).includes('broken-provenance')) {
    expect(score.metrics.chain_ok).toBe(false);
    return 'broken';
  }
  return score.alignment[1]!.per_arg === 1 ? 'ok' : 'wrong';
}

const found = (output: Json, rest: Partial<EmittedSpec> = {}) => [
  made('find', {}, { output, ...rest }),
];
const FROM = { from_call: 'f' };

describe('provenance', () => {
  it.each<[rule: string, matcher: Json, value: Json, calls: EmittedSpec[], verdict: Verdict]>([
    ['any scalar of the output will do', FROM, 'X', found({ a: [{ id: 'x' }] }), 'ok'],
    ['what it does not hold is broken', FROM, 'Y', found({ a: [{ id: 'x' }] }), 'broken'],
    ['keys of the output are no values', FROM, 'id', found({ id: 'x' }), 'broken'],
    ['a path restricts where', { ...FROM, path: '$.a' }, 'x', found({ a: 'x', b: 'y' }), 'ok'],
    [
      'a path excludes the rest',
      { ...FROM, path: '$.a' },
      'y',
      found({ a: 'x', b: 'y' }),
      'broken',
    ],
    ['a tool name is a reference', { from_call: 'find' }, 'x', found({ id: 'x' }), 'ok'],
    ['each scalar of a list is found', FROM, ['x', 'y'], found({ ids: ['x', 'y', 'z'] }), 'ok'],
    ['a list with a stranger is broken', FROM, ['x', 'w'], found({ ids: ['x', 'y'] }), 'broken'],
    ['each scalar of an object is found', FROM, { a: 'x', b: 1 }, found([1, 'x']), 'ok'],
    ['an empty list is not graded', FROM, [], found({ ids: ['x'] }), 'ok'],
    ['JSON text is parsed', FROM, 'x', found('{"id": "x"}'), 'ok'],
    ['a path works in JSON text', { ...FROM, path: '$.id' }, 'x', found('{"id": "x"}'), 'ok'],
    [
      'text blocks are parsed',
      { ...FROM, path: '$.id' },
      'x',
      found({ content: [{ type: 'text', text: '{"id": "x"}' }] }),
      'ok',
    ],
    [
      'each block is an output',
      { ...FROM, path: '$.id' },
      'y',
      found([
        { type: 'text', text: '{"id": "x"}' },
        { type: 'text', text: '{"id": "y"}' },
      ]),
      'ok',
    ],
    [
      'structured content goes before text blocks',
      FROM,
      'x',
      found({ content: [{ type: 'text', text: 'x' }], structuredContent: { id: 'y' } }),
      'broken',
    ],
    ['plain text is searched', FROM, 'F7', found('Your seat is F7.'), 'ok'],
    ['plain text is searched for numbers', FROM, 12, found('12 seats'), 'ok'],
    ['plain text is searched for amounts', FROM, 64.2, found('Total: $64.20'), 'ok'],
    ['plain text is searched at word boundaries', FROM, 'F7', found('Your seat is F77.'), 'broken'],
    ['a path selects nothing in plain text', { ...FROM, path: '$' }, 'F7', found('F7'), 'broken'],
    ['a null output is none', FROM, 'x', found(null), 'broken'],
    [
      'an absent output after a timeout is none',
      FROM,
      'x',
      [made('find', {}, { status: 'timeout' })],
      'broken',
    ],
    [
      'an absent output of a working call is none',
      FROM,
      'x',
      [made('find', {}, { status: 'working' })],
      'broken',
    ],
    ['an absent output of another call is unknown', FROM, 'x', [made('find')], 'ok'],
    ['an absent output without a status is unknown', FROM, 'x', [{ name: 'find' }], 'ok'],
    ['a failed call yields nothing', FROM, 'x', found({ id: 'x' }, { status: 'error' }), 'broken'],
    ['a missed call yields nothing', FROM, 'x', [made('look', {}, { output: 'x' })], 'broken'],
    [
      'a call of the same batch is not earlier',
      FROM,
      'x',
      found({ id: 'x' }, { batch: 99 }),
      'broken',
    ],
    ['another condition may fail it', { ...FROM, allowed: ['y'] }, 'x', found(['x', 'y']), 'wrong'],
    ['a value in a literal is traced', { a: FROM, b: 1 }, { a: 'x', b: 1 }, found('x'), 'ok'],
    [
      'a value in a literal may be broken',
      { a: FROM, b: 1 },
      { a: 'y', b: 1 },
      found('x'),
      'broken',
    ],
    ['types are kept', FROM, '1', found({ n: 1 }), 'broken'],
    [
      'the argument’s own comparison holds',
      { ...FROM, compare: 'number' },
      '1',
      found({ n: 1 }),
      'ok',
    ],
    [
      'an instant is compared as one',
      { ...FROM, compare: 'instant' },
      '2026-01-01',
      found({ at: '2026-01-01T10:00:00Z' }),
      'ok',
    ],
  ])('%s', (_rule, matcher, value, calls, verdict) => {
    expect(trace(matcher, value, calls)).toBe(verdict);
  });

  it('compares as the tool does', () => {
    expect(trace(FROM, 'X', found({ id: 'x' }), {}, 'show')).toBe('ok');
    expect(trace(FROM, 'X', found({ id: 'x' }), {}, 'book')).toBe('broken');
  });

  it('does not grade what is unknown', () => {
    const score = scoreRun(
      expectation({ calls: [call('find', {}, { id: 'f' }), call('show', { v: FROM, w: 1 })] }),
      TOOLS,
      run([made('find'), made('show', { v: 'x', w: 2 })]),
    );
    expect(score.alignment[1]!.per_arg).toBe(0);
  });

  it('takes a list of calls for their union', () => {
    const score = (value: string) =>
      scoreRun(
        expectation({
          calls: [
            call('find', {}, { id: 'f', group: 0 }),
            call('look', {}, { id: 'l', group: 0 }),
            call('book', { v: { from_call: ['f', 'l'] } }, { group: 1 }),
          ],
        }),
        TOOLS,
        run([
          made('find', {}, { output: 'x' }),
          made('look', {}, { output: 'y' }),
          made('book', { v: value }),
        ]),
      );
    expect(score('y').verdict).toBe('pass');
    expect(score('z').verdict).toBe('fail');
  });

  it('draws on every output of a log that is not aligned', () => {
    const log = [
      { ok: false, output: null },
      { ok: true, output: { id: 'x' } },
    ];
    expect(trace(FROM, 'x', [{ name: 'find' }], { exec_log: log })).toBe('ok');
    expect(trace(FROM, 'y', [{ name: 'find' }], { exec_log: log })).toBe('broken');
  });

  it('names where the value should have come from, and fails safety for a write', () => {
    const score = scoreRun(
      expectation({
        calls: [
          call('find', {}, { id: 'f' }),
          call('book', { v: { from_call: 'f', path: '$.id' } }),
        ],
      }),
      TOOLS,
      run([made('find', {}, { output: { id: 'x' } }), made('book', { v: 'y' })]),
    );
    expect(score.findings).toMatchObject([
      {
        code: 'broken-provenance',
        message: 'book.v: expected a value that an earlier find returned at $.id, got "y"',
        target: { kind: 'arg', golden: 1, arg: 'v' },
      },
    ]);
    expect(score.metrics).toMatchObject({ safety_failed: true, consequence_score: 0 });
  });

  it('fails no safety for a read', () => {
    expect(
      scoreRun(
        expectation({ calls: [call('find', {}, { id: 'f' }), call('show', { v: FROM })] }),
        TOOLS,
        run([made('find', {}, { output: 'x' }), made('show', { v: 'y' })]),
      ).metrics,
    ).toMatchObject({ safety_failed: false, chain_ok: false, chain_completion: false });
  });
});
