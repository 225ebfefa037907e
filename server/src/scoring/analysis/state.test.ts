import { describe, expect, it } from 'vitest';
import type { StateOptions } from '../../model/expectation.ts';
import type { Json } from '../../model/value.ts';
import { scoreRun } from '../score-run.ts';
import { expectation, failures, run, toolset } from '../testing.ts';
import { minorUnits } from '../values/money.ts';
import { compareStates } from './state.ts';

const diff = (golden: Json, actual: Json | undefined, options: Partial<StateOptions> = {}) =>
  compareStates(golden, actual, { ignore: [], ordered: [], money: [], subset: false, ...options });

describe('end states', () => {
  it.each<
    [rule: string, golden: Json, actual: Json, options: Partial<StateOptions>, equal: boolean]
  >([
    ['equal states match', { a: 1 }, { a: 1 }, {}, true],
    ['scalars compare as exact', { a: 'X' }, { a: 'x' }, {}, false],
    ['numbers compare by value', { a: 1.0 }, { a: 1 }, {}, true],
    ['types are kept', { a: 1 }, { a: '1' }, {}, false],
    ['null is not absent', { a: null }, {}, {}, false],
    ['lists are multisets', [1, 2, 2], [2, 1, 2], {}, true],
    ['multisets count', [1, 2, 2], [1, 1, 2], {}, false],
    ['lists of objects are multisets', [{ a: 1 }, { a: 2 }], [{ a: 2 }, { a: 1 }], {}, true],
    ['ordered lists are not', { l: [1, 2] }, { l: [2, 1] }, { ordered: ['$.l'] }, false],
    [
      'other lists stay multisets',
      { l: [1], m: [1, 2] },
      { l: [1], m: [2, 1] },
      { ordered: ['$.l'] },
      true,
    ],
    ['what is ignored is removed', { a: 1, id: 7 }, { a: 1, id: 8 }, { ignore: ['$.id'] }, true],
    ['it is removed from both sides', { a: 1 }, { a: 1, at: 'now' }, { ignore: ['$.at'] }, true],
    [
      'ignored places may be many',
      [{ id: 1, n: 1 }],
      [{ id: 2, n: 1 }],
      { ignore: ['$[*].id'] },
      true,
    ],
    [
      'money is in minor units',
      { t: 128.4 },
      { t: '$128.40' },
      { money: [{ path: '$.t', exponent: 2 }] },
      true,
    ],
    [
      'money differs by a cent',
      { t: 128.4 },
      { t: '$128.41' },
      { money: [{ path: '$.t', exponent: 2 }] },
      false,
    ],
    ['more keys are a difference', { a: 1 }, { a: 1, b: 2 }, {}, false],
    [
      'subset allows more keys',
      { a: { b: 1 } },
      { a: { b: 1, c: 2 }, d: 1 },
      { subset: true },
      true,
    ],
    ['subset allows more items', { l: [1] }, { l: [2, 1] }, { subset: true }, true],
    ['subset wants a sub-multiset', { l: [1, 1] }, { l: [2, 1] }, { subset: true }, false],
    [
      'subset holds inside items',
      [{ a: 1 }, { a: 1, b: 1 }],
      [
        { a: 1, b: 1 },
        { a: 1, c: 1 },
      ],
      { subset: true },
      true,
    ],
    [
      'subset keeps the order of ordered lists',
      { l: [1, 2] },
      { l: [2, 9, 1] },
      { subset: true, ordered: ['$.l'] },
      false,
    ],
    [
      'subset lets ordered lists have more',
      { l: [1, 2] },
      { l: [1, 9, 2] },
      { subset: true, ordered: ['$.l'] },
      true,
    ],
  ])('%s', (_rule, golden, actual, options, equal) => {
    expect(diff(golden, actual, options).length === 0).toBe(equal);
  });

  it('lists pointers with both values', () => {
    expect(
      diff(
        { 'a/b': { '~c': 1 }, gone: 2, l: [1, 2] },
        { 'a/b': { '~c': 3 }, more: 4, l: [2, 5, 6] },
      ),
    ).toEqual([
      { pointer: '/a~1b/~0c', expected: 1, actual: 3 },
      { pointer: '/gone', expected: 2 },
      { pointer: '/l/0', expected: 1, actual: 5 },
      { pointer: '/l', actual: 6 },
      { pointer: '/more', actual: 4 },
    ]);
  });

  it('takes a run without a state for a mismatch', () => {
    const spec = expectation({ final_state: { a: 1 } });
    const score = scoreRun(spec, toolset([]), run([]));
    expect(score.metrics.state_match).toBe(false);
    expect(score.findings).toMatchObject([
      { code: 'state-mismatch', target: { kind: 'state', pointer: '' }, expected: { a: 1 } },
    ]);
    expect(
      scoreRun(spec, toolset([]), run([], { final_state: { a: 1 } })).metrics.state_match,
    ).toBe(true);
  });

  it('is null where no state is expected', () => {
    const score = scoreRun(expectation({ max_calls: 1 }), toolset([]), run([]));
    expect(score.metrics.state_match).toBeNull();
    expect(failures(score)).toEqual([]);
  });
});

describe('money', () => {
  it.each<[value: Json, exponent: number, units: bigint | undefined]>([
    [128.4, 2, 12840n],
    ['$128.40', 2, 12840n],
    ['128,40 €', 2, 12840n],
    ['1,284.40', 2, 128440n],
    ['1.284,40', 2, 128440n],
    ['12,840', 2, 1284000n],
    ['1 284,40', 2, 128440n],
    ['-$5', 2, -500n],
    ['($5.00)', 2, -500n],
    ['¥500', 0, 500n],
    [5n, 2, 500n],
    [0, 2, 0n],
    ['1.005', 2, undefined],
    ['five', 2, undefined],
    [true, 2, undefined],
    [1e21, 2, undefined],
  ])('%s with exponent %d', (value, exponent, units) => {
    expect(minorUnits(value, exponent)).toBe(units);
  });
});
