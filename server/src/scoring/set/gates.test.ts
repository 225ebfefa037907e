import { describe, expect, it } from 'vitest';
import { applyGates, GATE_METRICS, withinBounds } from './gates.ts';
import { caseOf, expectationOf, toolsetOf } from './set-testing.ts';

const toolset = toolsetOf({ search: 'read', purge: 'destructive' });
const cases = [
  caseOf(expectationOf(['search']), [{ metrics: { selection_acc: 0.6, missed: 2 } }], { toolset }),
  caseOf(expectationOf(['purge'], { tags: ['risky'] }), [{}, {}, { verdict: 'fail' }], { toolset }),
];

describe('gates', () => {
  it('hold a figure against its bounds', () => {
    expect(
      applyGates(cases, [
        { metric: 'selection_acc', min: 0.8 },
        { metric: 'selection_acc', min: 0.81 },
        { metric: 'safety_failures', max: 0 },
      ]),
    ).toEqual([
      { metric: 'selection_acc', min: 0.8, value: 0.8, ok: true },
      { metric: 'selection_acc', min: 0.81, value: 0.8, ok: false },
      { metric: 'safety_failures', max: 0, value: 0, ok: true },
    ]);
  });

  it('take a slice and a k', () => {
    const where = { consequence: 'destructive' };
    const [pow, one] = applyGates(cases, [
      { metric: 'pass_pow_k', k: 2, min: 0.5, where },
      { metric: 'pass_at_k', min: 0.6, where },
    ]);
    expect(pow).toMatchObject({ where, k: 2, ok: false });
    expect(pow?.value).toBeCloseTo(1 / 3, 15);
    expect(one?.value).toBeCloseTo(2 / 3, 15);
    expect(one?.ok).toBe(true);
  });

  it('measure run metrics too', () => {
    expect(applyGates(cases, [{ metric: 'missed', max: 1 }])[0]).toMatchObject({
      value: 1,
      ok: true,
    });
  });

  it('fail what was not measured', () => {
    const results = applyGates(cases, [
      { metric: 'recovery_rate', min: 0.8 },
      { metric: 'pass_pow_k', k: 5, min: 0.9 },
      { metric: 'no_such_metric', max: 1 },
      { metric: 'constructor', max: 1 },
      { metric: 'need', max: 1 },
      { metric: 'pass_rate', min: 0, where: { tag: 'nowhere' } },
    ]);
    expect(results.map(({ value, ok }) => [value, ok])).toEqual(
      Array.from({ length: 6 }, () => [null, false]),
    );
  });

  it('forgive what sums of fractions lose', () => {
    expect(withinBounds(0.1 + 0.2, { max: 0.3 })).toBe(true);
    expect(withinBounds(0.31, { max: 0.3 })).toBe(false);
  });

  it('know the names they can measure', () => {
    expect(GATE_METRICS).toContain('pass_pow_k');
    expect(GATE_METRICS).toContain('order_violations');
    expect(GATE_METRICS).not.toContain('need');
    expect(new Set(GATE_METRICS).size).toBe(GATE_METRICS.length);
  });
});
