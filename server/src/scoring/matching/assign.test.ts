import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assign, FORBIDDEN, Optima } from './assign.ts';

interface Problem {
  rows: number;
  columns: number;
  weights: number[];
}

const problem: fc.Arbitrary<Problem> = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
  .chain(([rows, columns]) =>
    fc.record({
      rows: fc.constant(rows),
      columns: fc.constant(columns),
      weights: fc.array(fc.constantFrom(FORBIDDEN, 0, 1, 2), {
        minLength: rows * columns,
        maxLength: rows * columns,
      }),
    }),
  );

/** Every assignment, in lexicographic order with "none" last, and what it is worth. */
function all({ rows, columns, weights }: Problem): { match: number[]; worth: number }[] {
  const found: { match: number[]; worth: number }[] = [];
  const walk = (match: number[], worth: number) => {
    const row = match.length;
    if (row === rows) {
      found.push({ match, worth });
      return;
    }
    for (let column = 0; column < columns; column++) {
      const weight = weights[row * columns + column]!;
      if (weight !== FORBIDDEN && !match.includes(column)) walk([...match, column], worth + weight);
    }
    walk([...match, -1], worth);
  };
  walk([], 0);
  return found;
}

const solve = ({ rows, columns, weights }: Problem) =>
  assign(rows, columns, Float64Array.from(weights), new Float64Array(rows));

describe('assign', () => {
  it('finds an optimum', () => {
    fc.assert(
      fc.property(problem, (p) => {
        const best = Math.max(...all(p).map(({ worth }) => worth));
        const { match } = solve(p);
        expect(all(p)).toContainEqual({ match: [...match], worth: best });
      }),
      { numRuns: 300 },
    );
  });

  it('visits every optimum once, in order', () => {
    fc.assert(
      fc.property(problem, (p) => {
        const everything = all(p);
        const best = Math.max(...everything.map(({ worth }) => worth));
        const visited: number[][] = [];
        new Optima(solve(p)).each((match) => {
          visited.push([...match]);
          return true;
        });
        expect(visited).toEqual(
          everything.filter(({ worth }) => worth === best).map(({ match }) => match),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('stops when told to', () => {
    const optimum = assign(7, 7, new Float64Array(49).fill(1), new Float64Array(7));
    let seen = 0;
    expect(new Optima(optimum).each(() => ++seen < 10)).toBe(false);
    expect(seen).toBe(10);
  });

  it('counts the permutations of seven', () => {
    const optimum = assign(7, 7, new Float64Array(49).fill(1), new Float64Array(7));
    let seen = 0;
    new Optima(optimum).each(() => ++seen > 0);
    expect(seen).toBe(5040);
  });
});
