import { expect, it } from 'vitest';
import { caseOf, expectationOf } from './set-testing.ts';
import { figureText, scoreSummary } from './summary.ts';

it('rounds figures for people, but never to 0 or 1', () => {
  expect([0, 1, 12, 0.5, 2 / 3, null].map(figureText)).toEqual([
    '0',
    '1',
    '12',
    '0.500',
    '0.667',
    '–',
  ]);
  expect(figureText(0.99999)).toBe('0.999');
  expect(figureText(0.00001)).toBe('0.001');
  expect(figureText(1.0001)).toBe('1.001');
});

it('sums a case up for the line of its id', () => {
  const of = caseOf(expectationOf(['search']), [
    { metrics: { facts_missing: 0 } },
    { verdict: 'fail', metrics: { arg_acc: 0.5, facts_missing: 1 } },
  ]);
  expect(scoreSummary(of)).toEqual({
    code: 'score-summary',
    severity: 'info',
    message:
      'Failed: 1 of 2 runs passed; selection 1, arguments 0.750, exact 1, order violations 0, chain 1, facts missing 0.500',
    target: { kind: 'case' },
  });
});
