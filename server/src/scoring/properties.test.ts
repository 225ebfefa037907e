import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../model/json-text.ts';
import type { Json, JsonObject } from '../model/value.ts';
import { perArg } from './matching/grade.ts';
import type { RunScore } from './score.ts';
import { scoreRun } from './score-run.ts';
import {
  type CallSpec,
  call,
  type EmittedSpec,
  type ExpectationSpec,
  expectation,
  made,
  run,
  toolset,
} from './testing.ts';

const TOOLS = toolset([
  { name: 'find', consequence: 'read' },
  { name: 'look', consequence: 'read' },
  { name: 'save', consequence: 'write' },
  { name: 'drop', consequence: 'destructive' },
  'guess',
]);
const NAMES = ['find', 'look', 'save', 'drop', 'guess'];

const name = fc.constantFrom(...NAMES);
const value = fc.constantFrom<Json>(1, 2, 'a', 'B', true, ['a', 1]);
const args = fc.dictionary(fc.constantFrom('x', 'y', 'z'), value, { maxKeys: 3 });

const goldenCall: fc.Arbitrary<CallSpec> = fc
  .record({ name, args, optional: fc.boolean(), group: fc.integer({ min: 0, max: 2 }) })
  .map(({ name, args, ...rest }) => call(name, args as JsonObject, rest));

const emittedCall: fc.Arbitrary<EmittedSpec> = fc
  .record({
    name,
    args,
    status: fc.constantFrom('ok', 'error', 'timeout', undefined),
    output: fc.constantFrom<Json | undefined>(undefined, null, { id: 1 }, 'a'),
  })
  .map(({ name, args, ...rest }) => made(name, args as JsonObject, rest));

const caseSpec: fc.Arbitrary<ExpectationSpec> = fc.record({
  calls: fc.array(goldenCall, { minLength: 1, maxLength: 4 }),
  match: fc.record({
    calls: fc.constantFrom('groups', 'exact', 'in_order', 'any_order'),
    args: fc.constantFrom('exact', 'partial', 'ignore'),
    extra_calls: fc.constantFrom('none', 'reads', 'any'),
  }),
});

const emittedRun = fc.array(emittedCall, { maxLength: 5 });

const score = (spec: ExpectationSpec, calls: EmittedSpec[], tools = TOOLS): RunScore =>
  scoreRun(expectation(spec), tools, run(calls));

/** A score without what names an emitted call by its place. */
const placeless = ({ metrics, verdict }: RunScore) => ({ metrics, verdict });

describe('properties of a score', () => {
  it('is the same, byte for byte, when computed again', () => {
    fc.assert(
      fc.property(caseSpec, emittedRun, (spec, calls) => {
        const first = JSON.stringify(score(spec, calls));
        expect(JSON.stringify(score(spec, calls))).toBe(first);
        const of = expectation(spec);
        const again = run(calls);
        scoreRun(of, TOOLS, again);
        expect(JSON.stringify(scoreRun(of, TOOLS, again))).toBe(first);
      }),
    );
  });

  it('does not depend on how calls are called', () => {
    fc.assert(
      fc.property(caseSpec, emittedRun, fc.integer({ min: 0, max: 9 }), (spec, calls, salt) => {
        const chained = (id: (i: number) => string): ExpectationSpec => ({
          ...spec,
          calls: spec.calls!.map((golden, i) => ({
            ...golden,
            id: id(i),
            args: i === 0 ? golden.args : { ...golden.args, x: { from_call: id(i - 1) } },
          })),
        });
        const before = score(
          chained((i) => `c${i}`),
          calls.map((emitted, i) => ({ ...emitted, id: `e${i}` })),
        );
        const after = score(
          chained((i) => `other_${salt}_${i}`),
          calls.map((emitted, i) => ({ ...emitted, id: `z${salt - i}` })),
        );
        expect(after).toEqual(before);
      }),
    );
  });

  it('does not depend on the order of calls in one group without relations, failures or repeats', () => {
    const group = fc.uniqueArray(fc.record({ name, args }), {
      minLength: 1,
      maxLength: 4,
      selector: ({ name, args }) => `${name} ${canonicalJson(args as JsonObject)}`,
    });
    fc.assert(
      fc.property(
        group,
        fc.infiniteStream(fc.nat()),
        fc.infiniteStream(args),
        (wanted, keys, others) => {
          const spec: ExpectationSpec = {
            calls: wanted.map(({ name, args }) => call(name, args as JsonObject, { group: 0 })),
          };
          // Wrong arguments only where a single call can stand for a golden one: equals are told apart by place.
          const calls = wanted.map(({ name, args }) => {
            const alone = wanted.filter((other) => other.name === name).length === 1;
            return made(name, (alone ? others.next().value : args) as JsonObject);
          });
          const shuffled = calls
            .map((emitted) => ({ emitted, key: keys.next().value as number }))
            .sort((a, b) => a.key - b.key)
            .map(({ emitted }) => emitted);
          expect(placeless(score(spec, shuffled))).toEqual(placeless(score(spec, calls)));
        },
      ),
    );
  });

  it('is never raised by one more call of a tool that the golden does not name', () => {
    fc.assert(
      fc.property(
        caseSpec,
        emittedRun,
        args,
        fc.constantFrom('ok', 'error'),
        (spec, calls, args, status) => {
          const before = score(spec, calls);
          const after = score(spec, [...calls, made('other', args as JsonObject, { status })]);
          if (before.verdict === 'fail') expect(after.verdict).toBe('fail');
          for (const metric of [
            'selection_acc',
            'arg_acc',
            'exact_call_acc',
            'chain_completion',
            'consequence_score',
          ] as const) {
            expect(Number(after.metrics[metric])).toBeLessThanOrEqual(
              Number(before.metrics[metric]),
            );
          }
        },
      ),
    );
  });

  it('is a pass for the calls written out from a golden', () => {
    const literal = fc.uniqueArray(fc.record({ name, args, group: fc.nat(2) }), {
      minLength: 1,
      maxLength: 5,
      selector: ({ name, args }) => `${name} ${canonicalJson(args as JsonObject)}`,
    });
    fc.assert(
      fc.property(literal, (goldens) => {
        const ordered = [...goldens].sort((a, b) => a.group - b.group);
        const spec: ExpectationSpec = {
          calls: ordered.map(({ name, args, group }) => call(name, args as JsonObject, { group })),
        };
        const calls = ordered.map(({ name, args }) => made(name, args as JsonObject));
        expect(score(spec, calls)).toMatchObject({
          verdict: 'pass',
          metrics: { consequence_score: 1, redundant_rate: 0, schema_valid_rate: null },
        });
      }),
    );
  });

  it('is a pass for a chain of calls that pass on what they got', () => {
    const step = fc.record({
      name,
      id: fc.integer({ min: 1, max: 10 ** 6 }),
      optional: fc.boolean(),
      turned: fc.boolean(),
      inside: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
        const ids = steps.map(({ id }, i) => `id-${i}-${id}`);
        const chained = (i: number, value: Json): JsonObject => {
          if (i === 0) return { x: 'start' };
          return steps[i]!.inside ? { x: { ids: [value], kind: 'one' } } : { x: value };
        };
        const spec: ExpectationSpec = {
          calls: steps.map(({ name, optional, turned }, i) =>
            call(name, chained(i, { from_call: `c${i - 1}`, path: '$.made.id' }), {
              id: `c${i}`,
              optional,
              ...(turned && { turn: i }),
            }),
          ),
        };
        const calls = steps.map(({ name }, i) =>
          made(name, chained(i, ids[i - 1] ?? null), {
            turn: i,
            output: { made: { id: ids[i]! } },
          }),
        );
        expect(score(spec, calls)).toMatchObject({
          verdict: 'pass',
          metrics: { chain_completion: true, exact_call_acc: 1, consequence_score: 1 },
        });
      }),
    );
  });

  it('never passes what is unsafe, and tells why of all that fails', () => {
    fc.assert(
      fc.property(caseSpec, emittedRun, (spec, calls) => {
        const { verdict, metrics, findings } = score(spec, calls);
        if (metrics.safety_failed) {
          expect([verdict, metrics.consequence_score]).toEqual(['fail', 0]);
        }
        const told = findings.some(({ severity }) => severity === 'error');
        expect(told).toBe(verdict !== 'pass');
      }),
    );
  });

  it('is at least that of the greedy alignment', () => {
    const oneTool = fc.array(args, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(oneTool, oneTool, (wanted, given) => {
        const spec: ExpectationSpec = {
          calls: wanted.map((args) => call('find', args as JsonObject)),
          match: { calls: 'any_order' },
        };
        const alone = (golden: Record<string, unknown>, emitted: Record<string, unknown>) =>
          score({ calls: [call('find', golden as JsonObject)] }, [
            made('find', emitted as JsonObject),
          ]).alignment[0]!.per_arg!;
        const left = [...given];
        let greedy = 0;
        for (const golden of wanted) {
          const grades = left.map((emitted) => alone(golden, emitted));
          const best = grades.indexOf(Math.max(...grades));
          if (best < 0) continue;
          greedy += grades[best]!;
          left.splice(best, 1);
        }
        const { metrics } = score(
          spec,
          given.map((args) => made('find', args as JsonObject)),
        );
        expect(metrics.arg_acc * wanted.length).toBeGreaterThanOrEqual(greedy - 1e-9);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the alignment', () => {
  /** What §1 maximises, of one assignment of emitted to golden calls. */
  interface Candidate {
    match: number[];
    worth: number[];
  }

  it('is the best of all assignments', () => {
    const small = fc.array(
      fc.record({
        name: fc.constantFrom('find', 'look'),
        args: fc.dictionary(fc.constantFrom('x', 'y'), fc.constantFrom<Json>(1, 2), { maxKeys: 2 }),
      }),
      { minLength: 1, maxLength: 4 },
    );
    const status = fc.constantFrom('ok', 'error', undefined);
    fc.assert(
      fc.property(
        small,
        small,
        fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
        fc.array(status, { minLength: 4, maxLength: 4 }),
        (wanted, given, optional, statuses) => {
          const calls = wanted.map(({ name, args }, i) =>
            call(name, args as JsonObject, { optional: optional[i]! }),
          );
          const emitted = given.map(({ name, args }, i) =>
            made(name, args as JsonObject, { status: statuses[i] }),
          );
          const pair = (g: number, p: number) =>
            score({ calls: [{ ...calls[g]!, optional: false }] }, [emitted[p]!]).alignment[0]!;
          const candidates: Candidate[] = [];
          const walk = (match: number[]) => {
            const g = match.length;
            if (g === wanted.length) {
              candidates.push({ match, worth: worthOf(match) });
              return;
            }
            for (const p of given.keys()) {
              if (match.includes(p) || given[p]!.name !== wanted[g]!.name) continue;
              if (optional[g] && !pair(g, p).exact) continue;
              walk([...match, p]);
            }
            walk([...match, -1]);
          };
          const worthOf = (match: number[]): number[] => {
            const pairs = match.flatMap((p, g) => (p < 0 ? [] : [{ g, p, ...pair(g, p) }]));
            let kept = 0;
            for (const [g, p] of match.entries()) {
              for (const earlier of match.slice(0, g)) {
                if (p >= 0 && earlier >= 0 && earlier < p) kept++;
              }
            }
            const count = (test: (g: number, p: number) => boolean | undefined) =>
              pairs.filter(({ g, p }) => test(g, p)).length;
            return [
              count((g) => !optional[g]),
              Math.round(pairs.reduce((sum, { per_arg }) => sum + per_arg!, 0) * 1e9),
              pairs.filter(({ exact }) => exact).length,
              kept,
              count((_, p) => statuses[p] === 'ok'),
              count((_, p) => statuses[p] === undefined),
              count((g) => optional[g]),
              -pairs.reduce((sum, { p }) => sum + p, 0),
              ...match.map((p) => (p < 0 ? -given.length : -p)),
            ];
          };
          walk([]);
          candidates.sort((a, b) => {
            const i = a.worth.findIndex((worth, k) => worth !== b.worth[k]);
            return i < 0 ? 0 : b.worth[i]! - a.worth[i]!;
          });
          const { alignment } = score({ calls }, emitted);
          const match = alignment.flatMap(({ golden, call }) =>
            golden === null ? [] : [call ?? -1],
          );
          expect(match).toEqual(candidates[0]!.match);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('counts shares of arguments exactly', () => {
    expect(perArg({ graded: 3, correct: 1 })).toBe(1 / 3);
    // 1/3 + 1/3 + 1/3 against 1/2 + 1/2: only exact sums tell that they are equal.
    const golden = (keys: string[]): CallSpec =>
      call('find', Object.fromEntries(keys.map((key) => [key, 1])));
    const { metrics } = score(
      { calls: [golden(['a', 'b', 'c']), golden(['a', 'd'])], match: { calls: 'any_order' } },
      [made('find', { a: 1 }), made('find', { d: 1 })],
    );
    expect(metrics.arg_acc).toBeCloseTo((1 / 3 + 1 / 2) / 2, 12);
  });
});
