import { describe, expect, it } from 'vitest';
import { kappa, mean, percentile, rate, signTest } from './statistics.ts';

describe('mean and rate', () => {
  it('leave out what is unknown, and are null of nothing', () => {
    expect(mean([1, null, 0.5, undefined])).toBe(0.75);
    expect(mean([true, false])).toBe(0.5);
    expect(mean([null])).toBeNull();
    expect(rate(0, 0)).toBeNull();
    expect(rate(1, 4)).toBe(0.25);
  });
});

describe('percentile', () => {
  it('takes the nearest rank', () => {
    expect(percentile([30, 10, 20, 40], 0.5)).toBe(20);
    expect(percentile([30, 10, 20, 40], 0.95)).toBe(40);
    expect(percentile([7], 0.5)).toBe(7);
    expect(percentile([], 0.5)).toBeNull();
    const hundred = Array.from({ length: 100 }, (_, i) => i + 1);
    expect(percentile(hundred, 0.95)).toBe(95);
  });
});

describe('kappa', () => {
  it('is what is left of the agreement when chance is taken out', () => {
    const times = (n: number, pair: readonly [boolean, boolean]) =>
      Array.from({ length: n }, () => pair);
    // The usual example: 20 yes-yes, 5 and 10 that differ, 15 no-no.
    const pairs = [
      ...times(20, [true, true]),
      ...times(5, [true, false]),
      ...times(10, [false, true]),
      ...times(15, [false, false]),
    ];
    expect(kappa(pairs)).toBeCloseTo(0.4, 12);
  });

  it('is null where chance alone would always agree', () => {
    expect(kappa([[true, true]])).toBeNull();
    expect(kappa([])).toBeNull();
    expect(kappa([[true, false]])).toBe(0);
  });
});

describe('the sign test', () => {
  it('has the binomial values', () => {
    expect(signTest(0, 0)).toBe(1);
    expect(signTest(0, 1)).toBe(1);
    expect(signTest(0, 5)).toBeCloseTo(0.0625, 12);
    expect(signTest(1, 9)).toBeCloseTo(22 / 1024, 12);
    expect(signTest(5, 5)).toBe(1);
  });

  it('stays finite for thousands of pairs', () => {
    expect(signTest(0, 5000)).toBe(0);
    expect(signTest(2500, 2500)).toBe(1);
    expect(signTest(2400, 2600)).toBeCloseTo(0.00487, 4);
  });
});
