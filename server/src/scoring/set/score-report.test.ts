import { describe, expect, it } from 'vitest';
import { RUN_METRICS } from '../score.ts';
import { caseJson, scoreReport } from './score-report.ts';
import { caseOf, expectationOf } from './set-testing.ts';

const options = { gates: [{ metric: 'pass_rate', min: 0.5 }], scoreboard: {} };
const finding = {
  code: 'wrong-arg',
  severity: 'error',
  message: 'no',
  target: { kind: 'arg', golden: 0, arg: 'a' },
  relatedGolden: 0,
  golden: 0,
  call: 1,
  arg: 'a',
  expected: 1,
  actual: 2,
} as const;
const range = { start: { line: 3, character: 2 }, end: { line: 3, character: 5 } };

describe('the JSON report', () => {
  it('has the keys that others read, and no more', () => {
    const of = caseOf(expectationOf(['search']), [
      {
        calls: ['search'],
        score: { path: 'direct', alignment: [{ golden: 0, call: 0, per_arg: 1, exact: true }] },
      },
    ]);
    const report = scoreReport([of], options);
    expect(Object.keys(report)).toEqual([
      'version',
      'cases',
      'aggregate',
      'slices',
      'tools',
      'gates',
      'summary',
    ]);
    expect(Object.keys(report.slices)).toEqual([
      'tool',
      'category',
      'tag',
      'language',
      'permission_group',
    ]);
    const [entry] = report.cases;
    expect(Object.keys(entry!)).toEqual(['case_id', 'file', 'verdict', 'reliability', 'runs']);
    expect(Object.keys(entry!.runs[0]!)).toEqual([
      'run_id',
      'verdict',
      'path',
      'metrics',
      'alignment',
      'findings',
    ]);
    expect(Object.keys(entry!.runs[0]!.metrics).sort()).toEqual([...RUN_METRICS].sort());
    expect(report.summary).toEqual({ pass: 1, fail: 0, error: 0 });
    expect(report.gates).toEqual([{ metric: 'pass_rate', min: 0.5, value: 1, ok: true }]);
  });

  it('places findings, and names the file where that is another one', () => {
    const of = caseOf(expectationOf(['search']), [
      { verdict: 'fail', score: { findings: [finding] } },
    ]);
    const { target, relatedGolden, ...told } = finding;
    expect(target.golden).toBe(relatedGolden);
    expect(caseJson(of).runs[0]?.findings).toEqual([told]);
    expect(caseJson(of, () => ({ file: of.file, range })).runs[0]?.findings).toEqual([
      { ...told, range },
    ]);
    expect(caseJson(of, () => ({ file: 'b.golden.yaml', range })).runs[0]?.findings).toEqual([
      { ...told, file: 'b.golden.yaml', range },
    ]);
  });

  it('says of an unscored case why, in a run without metrics', () => {
    const of = caseOf(expectationOf(['search']), [], {
      unscored: [{ run_id: '', findings: [{ ...finding, code: 'trace-unreadable' }] }],
    });
    const [run] = caseJson(of).runs;
    expect(run).toMatchObject({ run_id: '', verdict: 'error', alignment: [] });
    expect(new Set(Object.values(run!.metrics))).toEqual(new Set([null]));
    expect(Object.keys(run!.metrics)).toEqual([...RUN_METRICS]);
    expect(run?.findings[0]?.code).toBe('trace-unreadable');
    expect(scoreReport([of], options).summary).toEqual({ pass: 0, fail: 0, error: 1 });
  });

  it('orders cases by file and keeps their order in it', () => {
    const named = (case_id: string, file: string) =>
      caseOf(expectationOf(['search'], { case_id }), [{}], { file });
    const report = scoreReport([named('z', 'b'), named('y', 'a'), named('x', 'b')], options);
    expect(report.cases.map((of) => of.case_id)).toEqual(['y', 'z', 'x']);
  });
});
