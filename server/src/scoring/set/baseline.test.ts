import { describe, expect, it } from 'vitest';
import { findRegressions, readReport, withBaseline } from './baseline.ts';
import type { CaseScore } from './case-score.ts';
import { scoreReport } from './score-report.ts';
import { caseOf, expectationOf, toolsetOf } from './set-testing.ts';

const toolset = toolsetOf({ search: 'read' });
const options = { gates: [], scoreboard: {} };
const reportOf = (cases: readonly CaseScore[]) => scoreReport(cases, options);
const written = (cases: readonly CaseScore[]) =>
  readReport(JSON.parse(JSON.stringify(reportOf(cases))))!;

/** Six cases of one category; the ids given fail, with worse arguments. */
const suite = (failing: readonly string[], extra: { latency_ms?: number } = {}) =>
  ['a', 'b', 'c', 'd', 'e', 'f'].map((case_id) => {
    const failed = failing.includes(case_id);
    return caseOf(
      expectationOf(['search'], { case_id, category: 'travel' }),
      [
        {
          calls: ['search'],
          verdict: failed ? 'fail' : 'pass',
          metrics: { arg_acc: failed ? 0.5 : 1, ...extra },
        },
      ],
      { toolset },
    );
  });

const compare = (before: readonly CaseScore[], after: readonly CaseScore[]) =>
  findRegressions(written(before), reportOf(after), after);

describe('regressions', () => {
  it('are none between equal reports, nor where things got better', () => {
    expect(compare(suite(['a']), suite(['a']))).toEqual([]);
    expect(compare(suite(['a', 'b']), suite([]))).toEqual([]);
  });

  it('are told by case, tool, slice and metric with a paired exact test', () => {
    const found = compare(suite(['f']), suite(['a', 'b', 'c', 'd', 'e']));
    const told = (kind: string) => found.filter((one) => one.kind === kind);
    expect(told('case')).toEqual(
      ['a', 'b', 'c', 'd', 'e'].map((name) => ({
        kind: 'case',
        name,
        before: 'pass',
        after: 'fail',
      })),
    );
    // Five cases fell and one rose: 2 · (1 + 6) / 64.
    const p = 14 / 64;
    expect(told('tool')).toMatchObject([{ name: 'search', before: 5 / 6, after: 1 / 6 }]);
    expect(told('slice')).toMatchObject([{ name: 'category=travel', before: 5 / 6, after: 1 / 6 }]);
    expect(told('metric').map((one) => one.name)).toEqual(['pass_rate', 'arg_acc']);
    for (const one of found.filter(({ kind }) => kind !== 'case')) expect(one.p).toBeCloseTo(p, 12);
  });

  it('let times vary by half', () => {
    expect(compare(suite([], { latency_ms: 100 }), suite([], { latency_ms: 149 }))).toEqual([]);
    expect(
      compare(suite([], { latency_ms: 100 }), suite([], { latency_ms: 151 })).map(
        ({ name, before, after }) => [name, before, after],
      ),
    ).toEqual([
      ['latency_p50', 100, 151],
      ['latency_p95', 100, 151],
    ]);
  });

  it('count a case that can no longer be scored, and pair it with nothing', () => {
    const [first, ...rest] = suite([]);
    const broken = caseOf(first!.expectation, [], {
      toolset,
      unscored: [{ run_id: '', findings: [] }],
    });
    expect(compare([first!, ...rest], [broken, ...rest])).toEqual([
      { kind: 'case', name: 'a', before: 'pass', after: 'error' },
    ]);
  });

  it('compare nothing with a case that is new or gone', () => {
    const both = suite([]);
    expect(compare(both.slice(1), both)).toEqual([]);
    expect(compare(both, both.slice(1))).toEqual([]);
  });

  it('become part of the report', () => {
    const after = suite(['a']);
    const report = withBaseline(reportOf(after), after, 'old.json', written(suite([])));
    expect(report.baseline?.file).toBe('old.json');
    expect(report.baseline?.regressions[0]).toMatchObject({ kind: 'case', name: 'a' });
  });
});

describe('an earlier report', () => {
  it('is read from its JSON, and nothing else is', () => {
    expect(written(suite([])).cases).toHaveLength(6);
    for (const value of [null, [], {}, { version: 2, cases: [] }, 'text']) {
      expect(readReport(value)).toBeUndefined();
    }
  });
});
