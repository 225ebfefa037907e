import { describe, expect, it } from 'vitest';
import { caseVerdict, passAtK, passPowK, reliability, wilson } from './reliability.ts';
import { caseOf, expectationOf, type HandMade } from './set-testing.ts';

function choose(n: number, k: number): bigint {
  let value = 1n;
  for (let i = 0; i < k; i++) value = (value * BigInt(n - i)) / BigInt(i + 1);
  return value;
}

/** The ratio of two big integers to 15 digits. */
const ratio = (a: bigint, b: bigint): number => Number((a * 10n ** 18n) / b) / 1e18;

describe('pass@k and pass^k', () => {
  it('come out as published for five passes in eight runs', () => {
    expect(passAtK(8, 5, 1)).toBe(0.625);
    expect(passAtK(8, 5, 3)).toBeCloseTo(55 / 56, 15);
    expect(passPowK(8, 5, 1)).toBe(0.625);
    expect(passPowK(8, 5, 3)).toBeCloseTo(10 / 56, 15);
    expect(passAtK(8, 5, 3).toFixed(3)).toBe('0.982');
    expect(passPowK(8, 5, 3).toFixed(3)).toBe('0.179');
  });

  it('are c/n for one draw, to the last bit', () => {
    for (let n = 1; n <= 40; n++) {
      for (let c = 0; c <= n; c++) {
        expect(passAtK(n, c, 1)).toBe(c / n);
        expect(passPowK(n, c, 1)).toBe(c / n);
      }
    }
  });

  it('agree with exact binomials, also where those overflow a double', () => {
    for (const [n, c, k] of [
      [5, 2, 3],
      [30, 1, 29],
      [2000, 700, 900],
      [2000, 1999, 1000],
    ] as const) {
      const all = choose(n, k);
      expect(passAtK(n, c, k)).toBeCloseTo(1 - ratio(choose(n - c, k), all), 12);
      expect(passPowK(n, c, k)).toBeCloseTo(ratio(choose(c, k), all), 12);
    }
  });

  it('are 1 and 0 at the borders', () => {
    expect(passAtK(5, 3, 3)).toBe(1);
    expect(passAtK(5, 0, 5)).toBe(0);
    expect(passPowK(5, 4, 5)).toBe(0);
    expect(passPowK(5, 5, 5)).toBe(1);
  });
});

describe('the Wilson interval', () => {
  it('has the values of the textbook formula', () => {
    const [low, high] = wilson(10, 7);
    expect(low).toBeCloseTo(0.39677815, 7);
    expect(high).toBeCloseTo(0.89220873, 7);
  });

  it('ends at 0 and 1 exactly, and knows nothing without runs', () => {
    expect(wilson(4, 0)[0]).toBe(0);
    expect(wilson(4, 4)[1]).toBe(1);
    expect(wilson(4, 4)[0]).toBeCloseTo(0.51010916, 7);
    expect(wilson(0, 0)).toEqual([0, 1]);
  });
});

describe('reliability', () => {
  it('lists every k and says what is flaky', () => {
    expect(reliability(2, 1)).toEqual({
      n: 2,
      c: 1,
      pass_at_k: { 1: 0.5, 2: 1 },
      pass_pow_k: { 1: 0.5, 2: 0 },
      wilson: wilson(2, 1),
      flaky: true,
    });
    expect(reliability(3, 3).flaky).toBe(false);
    expect(reliability(3, 0).flaky).toBe(false);
    expect(reliability(0, 0).pass_at_k).toEqual({});
  });
});

describe('the verdict over trials', () => {
  const scores = (...runs: HandMade[]) =>
    caseOf(expectationOf(['search']), runs).trials.map((trial) => trial.score);
  const passed: HandMade = {};
  const failed: HandMade = { verdict: 'fail' };

  it.each([
    ['all', [passed, passed], 'pass'],
    ['all', [passed, failed], 'fail'],
    ['majority', [passed, passed, failed], 'pass'],
    ['majority', [passed, failed], 'fail'],
    ['any', [failed, passed], 'pass'],
    ['any', [failed], 'fail'],
  ] as const)('follows the rule %s', (rule, runs, verdict) => {
    expect(caseVerdict(rule, scores(...runs), 0)).toBe(verdict);
  });

  it('fails on an unsafe trial under every rule', () => {
    const unsafe: HandMade = { verdict: 'fail', metrics: { safety_failed: true } };
    for (const rule of ['all', 'majority', 'any'] as const) {
      expect(caseVerdict(rule, scores(passed, passed, unsafe), 0)).toBe('fail');
    }
  });

  it('is not known where a run has no score', () => {
    expect(caseVerdict('any', scores(passed), 1)).toBe('error');
    expect(caseVerdict('any', [], 0)).toBe('error');
  });
});
