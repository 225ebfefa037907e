import { describe, expect, it } from 'vitest';
import { scoreboard, worstCases } from './scoreboard.ts';
import { caseOf, expectationOf, toolsetOf } from './set-testing.ts';

const toolset = toolsetOf({ search: 'read', book: 'write', idle: 'read' });
const weights = { selection: 1, args: 1, end_to_end: 1, re_call: 0.5, quiet: 0.5 };

describe('the scoreboard', () => {
  const board = scoreboard(
    [
      caseOf(
        expectationOf(['search', 'book'], { pass_rule: 'any' }),
        [
          {
            calls: [
              { name: 'search', latencyMs: 10 },
              { name: 'search', latencyMs: 30 },
              { name: 'book', latencyMs: 100 },
            ],
            metrics: { quiet_failure: true },
            facts: { reCalls: [1] },
            score: {
              alignment: [
                { golden: 0, call: 0, per_arg: 1, exact: true },
                { golden: null, call: 1 },
                { golden: 1, call: 2, per_arg: 1, exact: true },
              ],
            },
          },
          {
            calls: [{ name: 'search', latencyMs: 20 }, 'teleport'],
            verdict: 'fail',
            score: {
              alignment: [
                { golden: 0, call: 0, per_arg: 0.5, exact: false },
                { golden: 1, call: null },
                { golden: null, call: 1 },
              ],
            },
          },
        ],
        { toolset },
      ),
    ],
    weights,
  );

  it('has the figures of each tool that was wanted or called', () => {
    expect(Object.keys(board)).toEqual(['book', 'search']);
    expect(board.search).toEqual({
      runs: 2,
      calls: 3,
      selection: 1,
      args: 0.5,
      re_call_rate: 1 / 3,
      quiet_failure_rate: 1,
      latency_p50: 20,
      latency_p95: 30,
      end_to_end: 0.5,
      composite: (1 + 0.5 + 0.5 + 0.5 * (2 / 3) + 0) / 4,
    });
    expect(board.book).toMatchObject({
      runs: 2,
      calls: 1,
      selection: 0.5,
      args: 1,
      re_call_rate: 0,
    });
  });

  it('leaves what is unknown out of the composite', () => {
    const never = scoreboard(
      [caseOf(expectationOf(['search']), [{ verdict: 'fail' }], { toolset })],
      weights,
    );
    expect(never.search).toMatchObject({
      args: null,
      re_call_rate: null,
      quiet_failure_rate: null,
    });
    expect(never.search?.composite).toBe(0);
    expect(
      scoreboard([caseOf(expectationOf(['search']), [{}], { toolset })], {}).search?.composite,
    ).toBeNull();
  });

  it('does not blame a tool for an optional call that was left out', () => {
    const optional = expectationOf([], { calls: [{ name: 'idle', optional: true }] });
    const board = scoreboard([caseOf(optional, [{}], { toolset })], weights);
    expect(board).toEqual({});
  });
});

describe('the worst case of a tool', () => {
  const of = (case_id: string, ...verdicts: ('pass' | 'fail')[]) =>
    caseOf(
      expectationOf(['search'], { case_id }),
      verdicts.map((verdict) => ({ verdict, calls: ['search'] })),
      { toolset },
    );
  const scored = (case_id: string, consequence_score: number) =>
    caseOf(
      expectationOf(['search'], { case_id }),
      [{ verdict: 'fail', calls: ['search'], metrics: { consequence_score } }],
      { toolset },
    );
  const worst = (...cases: ReturnType<typeof of>[]) => worstCases(cases).get('search')?.case_id;

  it('is the one with the smallest share of passed runs, then the lowest consequence score', () => {
    expect(worst(of('a', 'pass', 'fail'), of('b', 'fail'), of('c', 'pass'))).toBe('b');
    expect(worst(scored('a', 0.5), scored('b', 0.2), scored('c', 0.4))).toBe('b');
  });

  it('is the first of several that fare alike', () => {
    expect(worst(of('a', 'fail'), of('b', 'fail'))).toBe('a');
  });

  it('is none where every case is perfect, and none of a tool that nothing involves', () => {
    expect(worst(of('a', 'pass'))).toBeUndefined();
    expect(worstCases([of('a', 'fail')]).has('idle')).toBe(false);
  });
});
