import { describe, expect, it } from 'vitest';
import type { CallMode } from '../../model/expectation.ts';
import { scoreRun } from '../score-run.ts';
import { type CallSpec, call, expectation, failures, made, run, toolset } from '../testing.ts';

const TOOLS = toolset(['a', 'b', 'c'].map((name) => ({ name, consequence: 'read' as const })));

const score = (calls: CallSpec[], made: ReturnType<typeof emitted>, mode: CallMode = 'groups') =>
  scoreRun(expectation({ calls, match: { calls: mode } }), TOOLS, run(made));

/** `emitted('b a')`: calls in this order; `emitted('ba')`: one batch of two. */
const emitted = (text: string) =>
  text.split(' ').flatMap((names, batch) => [...names].map((name) => made(name, {}, { batch })));

const grouped = (name: string, group: number) => call(name, {}, { group });

describe('order', () => {
  it.each<[rule: string, calls: CallSpec[], order: string, mode: CallMode, violations: number]>([
    ['none given is listed order', [call('a'), call('b')], 'b a', 'groups', 1],
    ['calls of a group come in any order', [grouped('a', 0), grouped('b', 0)], 'b a', 'groups', 0],
    [
      'a higher group comes after a lower one',
      [grouped('a', 0), grouped('b', 1)],
      'b a',
      'groups',
      1,
    ],
    ['groups need not be listed in order', [grouped('b', 1), grouped('a', 0)], 'a b', 'groups', 0],
    [
      'after orders',
      [call('a', {}, { id: 'x' }), call('b', {}, { after: 'x' })],
      'b a',
      'groups',
      1,
    ],
    [
      'a written after replaces listed order',
      [call('a', {}, { id: 'x' }), call('b'), call('c', {}, { after: 'x' })],
      'b a c',
      'groups',
      0,
    ],
    ['an empty after does too', [call('a'), call('b', {}, { after: [] })], 'b a', 'groups', 0],
    [
      'predecessors are transitive',
      [
        call('a', {}, { id: 'x' }),
        call('b', {}, { id: 'y', after: 'x', optional: true }),
        call('c', {}, { after: 'y' }),
      ],
      'c a',
      'groups',
      1,
    ],
    ['a call counts once', [call('a'), call('b'), call('c')], 'c b a', 'groups', 2],
    ['calls of one batch are simultaneous', [call('a'), call('b')], 'ba', 'groups', 0],
    ['extra calls do not matter', [call('a'), call('b')], 'c a c b', 'groups', 0],
    ['any_order has no order', [grouped('a', 0), grouped('b', 1)], 'b a', 'any_order', 0],
    [
      'any_order ignores after',
      [call('a', {}, { id: 'x' }), call('b', {}, { after: 'x' })],
      'b a',
      'any_order',
      0,
    ],
    ['in_order uses listed order', [grouped('a', 0), grouped('b', 0)], 'b a', 'in_order', 1],
    ['exact uses listed order', [grouped('a', 0), grouped('b', 0)], 'b a', 'exact', 1],
  ])('%s', (_rule, calls, order, mode, violations) => {
    expect(score(calls, emitted(order), mode).metrics.order_violations).toBe(violations);
  });

  it.each(['groups', 'any_order'] as const)('from_call orders under %s', (mode) => {
    const calls = [
      call('a', {}, { id: 'x', group: 0 }),
      call('b', { v: { from_call: 'x' } }, { group: 0 }),
    ];
    const { metrics } = score(calls, [made('b', { v: 1 }), made('a', {}, { output: 1 })], mode);
    expect(metrics).toMatchObject({ order_violations: 1, chain_completion: false });
  });

  it('relates the later call to the earlier', () => {
    expect(score([call('a'), call('b')], emitted('b a')).findings).toMatchObject([
      {
        code: 'order-violation',
        target: { kind: 'call', golden: 1 },
        relatedGolden: 0,
        message: 'b was called before a, which has to come first',
      },
    ]);
  });

  it.each<[rule: string, calls: string, pass: boolean]>([
    ['takes the calls alone', 'a b', true],
    ['takes nothing else', 'a c b', false],
    ['misses none', 'a', false],
  ])('match.calls: exact %s', (_rule, calls, pass) => {
    expect(score([call('a'), call('b')], emitted(calls), 'exact').verdict).toBe(
      pass ? 'pass' : 'fail',
    );
  });

  it('match.calls: exact does without an optional call', () => {
    const calls = [call('a'), call('b', {}, { optional: true })];
    expect(score(calls, emitted('a'), 'exact').verdict).toBe('pass');
  });

  it.each(['groups', 'in_order', 'any_order'] as const)('holds turns under %s', (mode) => {
    const calls = [call('a', {}, { turn: 1 })];
    const late = score(calls, [made('a', {}, { turn: 0 })], mode);
    expect(late.metrics.order_violations).toBe(1);
    expect(late.findings[0]!.message).toBe('a belongs to turn 1, but was called in turn 0');
    expect(score(calls, [made('a', {}, { turn: 1 })], mode).verdict).toBe('pass');
    expect(score(calls, [made('a')], mode).verdict).toBe('pass');
  });

  it('counts a call that is too early and in another turn once', () => {
    const calls = [call('a', {}, { turn: 0 }), call('b', {}, { turn: 1 })];
    const { metrics } = score(calls, [made('b', {}, { turn: 0 }), made('a', {}, { turn: 0 })]);
    expect(metrics.order_violations).toBe(1);
  });

  it('does not loop in a cycle, which is the case’s fault', () => {
    const calls = [call('a', {}, { id: 'x', after: 'y' }), call('b', {}, { id: 'y', after: 'x' })];
    expect(failures(score(calls, emitted('a b')))).toEqual(['order-violation']);
  });
});
