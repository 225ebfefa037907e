import { describe, expect, it } from 'vitest';
import { scoreRun } from '../score-run.ts';
import {
  call,
  type EmittedSpec,
  type ExpectationSpec,
  expectation,
  failures,
  made,
  matches,
  run,
  toolset,
} from '../testing.ts';

const TOOLS = toolset([
  { name: 'find', consequence: 'read' },
  { name: 'book', consequence: 'write', idempotency_key: 'key' },
  { name: 'tidy', consequence: 'write', idempotent: true },
  { name: 'send', consequence: 'destructive' },
  { name: 'list.all', alias: 'crm', consequence: 'read' },
]);

const score = (spec: ExpectationSpec, calls: EmittedSpec[]) =>
  scoreRun(expectation(spec), TOOLS, run(calls));

describe('alignment: what goes before what', () => {
  it.each<[rule: string, spec: ExpectationSpec, calls: EmittedSpec[], match: (number | null)[]]>([
    [
      'only between equal tool names',
      { calls: [call('find', { q: 1 })] },
      [made('book', { q: 1 })],
      [null],
    ],
    [
      'required calls go before optional ones',
      { calls: [call('find', { q: 1 }, { optional: true }), call('find', { q: 1 })] },
      [made('find', { q: 1 })],
      [null, 0],
    ],
    [
      'the best sum of accuracies goes before the best single call',
      {
        calls: [call('find', { a: { allowed: [1, 2] }, b: 1 }), call('find', { a: 1, b: 1 })],
        match: { calls: 'any_order' },
      },
      [made('find', { a: 1, b: 1 }), made('find', { a: 2, b: 1 })],
      [1, 0],
    ],
    [
      'exact calls go before equal sums of inexact ones',
      {
        calls: [call('find', { a: 1 }), call('find', { a: 2 })],
        match: { calls: 'any_order', ignore_args: ['z'] },
      },
      [made('find', { a: 1, extra: 1 }), made('find', { a: 2 }), made('find', { a: 1 })],
      [2, 1],
    ],
    [
      'order goes before success',
      { calls: [call('find', { q: 1 }), call('book'), call('find', { q: 2 })] },
      [
        made('find', { q: 1 }, { status: 'timeout' }),
        made('book'),
        made('find', { q: 2 }),
        made('find', { q: 1 }),
      ],
      [0, 1, 2],
    ],
    [
      'turns are relations',
      { calls: [call('find', { q: 1 }, { turn: 1 })] },
      [made('find', { q: 1 }, { turn: 0 }), made('find', { q: 1 }, { turn: 1 })],
      [1],
    ],
    [
      'what from_call yields is a relation',
      {
        calls: [call('find', { q: 1 }, { id: 'a' }), call('book', { id: { from_call: 'a' } })],
        match: { extra_calls: 'any' },
      },
      [
        made('find', { q: 1 }, { output: { id: 'X' } }),
        made('find', { q: 1 }, { output: { id: 'Y' } }),
        made('book', { id: 'Y' }),
      ],
      [1, 2],
    ],
    [
      'success goes before an unknown outcome, that before failure',
      { calls: [call('find', { q: 1 })] },
      [
        made('find', { q: 1 }, { status: 'error' }),
        made('find', { q: 1 }, { status: 'timeout' }),
        made('find', { q: 1 }),
      ],
      [2],
    ],
    [
      'an unknown outcome goes before failure',
      { calls: [call('find', { q: 1 })] },
      [made('find', { q: 1 }, { status: 'error' }), made('find', { q: 1 }, { status: 'timeout' })],
      [1],
    ],
    [
      'earlier calls go before later ones',
      { calls: [call('find', { q: 1 })] },
      [made('find', { q: 1 }), made('find', { q: 1 })],
      [0],
    ],
    [
      'of equal sums of positions the first in golden order',
      { calls: [call('find', { q: 1 }), call('find', { q: 1 })], match: { calls: 'any_order' } },
      [made('find', { q: 1 }), made('find', { q: 1 })],
      [0, 1],
    ],
    [
      'an optional call is matched by an exact call alone',
      { calls: [call('find', { a: 1, b: 1 }, { optional: true })] },
      [made('find', { a: 1, b: 2 })],
      [null],
    ],
    [
      'an optional call is matched only with its provenance',
      {
        calls: [
          call('find', { q: 1 }, { id: 'a' }),
          call('find', { q: 2 }, { id: 'b' }),
          call('book', { id: { from_call: 'b' } }, { optional: true }),
        ],
      },
      [
        made('find', { q: 1 }, { output: { id: 'X' } }),
        made('find', { q: 2 }, { output: { id: 'Y' } }),
        made('book', { id: 'X' }),
      ],
      [0, 1, null],
    ],
    [
      'a from_call argument counts as right while aligning if any earlier call of the tool yields it',
      {
        calls: [
          call('find', { q: 1 }, { id: 'a' }),
          call('find', { q: 2 }, { id: 'b' }),
          call('book', { id: { from_call: 'b' }, n: 1 }),
        ],
      },
      [
        made('find', { q: 1 }, { output: { id: 'X' } }),
        made('find', { q: 2 }, { output: { id: 'Y' } }),
        made('book', { id: 'X', n: 2 }),
        made('book', { id: 'none', n: 1 }),
      ],
      [0, 1, 2],
    ],
    [
      'names are equal through an alias',
      { calls: [call('list.all')] },
      [made('mcp__crm__list_all')],
      [0],
    ],
  ])('%s', (_rule, spec, calls, match) => {
    expect(matches(score(spec, calls))).toEqual(match);
  });

  it('decides exactly between 5,040 ties', () => {
    const seven = Array.from({ length: 7 }, () => 'find');
    const spec: ExpectationSpec = {
      calls: seven.map((name, i) => call(name, {}, { turn: 6 - i })),
      match: { calls: 'any_order' },
    };
    const calls = seven.map((name, i) => made(name, {}, { turn: i }));
    expect(matches(score(spec, calls))).toEqual([6, 5, 4, 3, 2, 1, 0]);
  });

  it('goes on by exchanging pairs beyond that', () => {
    const twelve = Array.from({ length: 12 }, () => 'find');
    const spec: ExpectationSpec = {
      calls: twelve.map((name, i) => call(name, {}, { turn: 11 - i })),
      match: { calls: 'any_order' },
    };
    const calls = twelve.map((name, i) => made(name, {}, { turn: i }));
    expect(score(spec, calls).metrics.order_violations).toBe(0);
  });
});

describe('alignment: what is left over', () => {
  it('calls a required golden call without a match missed', () => {
    const left = score({ calls: [call('find'), call('book')] }, [made('find')]);
    expect(left.metrics).toMatchObject({ missed: 1, chain_ok: false, selection_acc: 0.5 });
    expect(left.findings).toMatchObject([
      { code: 'missed-call', target: { kind: 'call', golden: 1 }, golden: 1 },
    ]);
  });

  it('does not miss an optional call, nor count it', () => {
    const left = score({ calls: [call('find'), call('book', {}, { optional: true })] }, [
      made('find'),
    ]);
    expect(left).toMatchObject({ verdict: 'pass', metrics: { missed: 0, selection_acc: 1 } });
  });

  it('calls a tool that no manifest knows hallucinated', () => {
    const left = score({ calls: [call('find')], match: { extra_calls: 'any' } }, [
      made('find'),
      made('no_such'),
    ]);
    expect(failures(left)).toEqual(['hallucinated-tool']);
    expect(left.metrics).toMatchObject({ hallucinated_tools: 1, spurious: 1 });
  });

  it('says nothing of hallucinated tools where a manifest is missing', () => {
    const left = scoreRun(
      expectation({ calls: [call('find')], match: { extra_calls: 'any' } }),
      toolset([], false),
      run([made('find'), made('no_such')]),
    );
    expect(left).toMatchObject({
      verdict: 'pass',
      metrics: { hallucinated_tools: 0, spurious: 1 },
    });
  });

  const retried = (first: EmittedSpec, ...rest: EmittedSpec[]): number[] => [
    ...score({ calls: [call(first.name, { n: 1 })], match: { args: 'partial' } }, [first, ...rest])
      .facts.retries,
  ];
  const again = (name: string, args = {}) => made(name, { n: 1, ...args });
  it.each<[rule: string, calls: [EmittedSpec, ...EmittedSpec[]], retries: number[]]>([
    ['after a failure', [made('book', { n: 1 }, { status: 'error' }), again('book')], [0]],
    ['after a refusal', [made('book', { n: 1 }, { status: 'denied' }), again('book')], [0]],
    [
      'that answers a request for input',
      [made('book', { n: 1 }, { status: 'input_required' }), again('book')],
      [0],
    ],
    ['not after a success', [again('book'), again('book')], []],
    [
      'not after an unknown outcome as such',
      [made('book', { n: 1 }, { status: 'timeout' }), again('book')],
      [],
    ],
    [
      'after an unknown outcome with the same key value',
      [made('book', { n: 1, key: 'k' }, { status: 'timeout' }), again('book', { key: 'k' })],
      [0],
    ],
    [
      'but for its idempotency key',
      [made('book', { n: 1, key: 'k' }, { status: 'error' }), again('book', { key: 'l' })],
      [0],
    ],
    ['of an idempotent tool', [made('tidy', { n: 1 }, { status: 'timeout' }), again('tidy')], [0]],
    [
      'after a look at what happened',
      [made('book', { n: 1 }, { status: 'timeout' }), made('find', {}), again('book')],
      [0],
    ],
    [
      'not after a look that failed',
      [
        made('book', { n: 1 }, { status: 'timeout' }),
        made('find', {}, { status: 'error' }),
        again('book'),
      ],
      [],
    ],
    [
      'not within one batch',
      [made('book', { n: 1 }, { status: 'error', batch: 1 }), made('book', { n: 1 }, { batch: 1 })],
      [],
    ],
    [
      'only of equal arguments',
      [made('book', { n: 1, x: 1 }, { status: 'error' }), again('book')],
      [],
    ],
  ])('knows a retry %s', (_rule, calls, retries) => {
    expect(retried(...calls)).toEqual(retries);
  });

  it('counts a retry as spurious, and lets it gate nothing', () => {
    const left = score({ calls: [call('send')], match: { calls: 'exact', extra_calls: 'none' } }, [
      made('send', {}, { status: 'error' }),
      made('send'),
    ]);
    expect(left).toMatchObject({ verdict: 'pass', metrics: { spurious: 1, safety_failed: false } });
  });
});
