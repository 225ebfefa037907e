import { describe, expect, it } from 'vitest';
import type { Expectation } from '../../model/expectation.ts';
import { aggregate } from './aggregate.ts';
import { caseOf, expectationOf, type HandMade, toolsetOf } from './set-testing.ts';

const calling = expectationOf(['search']);
const noCall = expectationOf([], { tool_behavior: 'no_call' });
const clarify = expectationOf([], { tool_behavior: 'clarify' });
const set = (...cases: [Expectation, ...HandMade[]][]) =>
  aggregate(cases.map(([expectation, ...runs]) => caseOf(expectation, runs)));

describe('aggregates over cases', () => {
  it('average over the runs of a case first', () => {
    const figures = set(
      [calling, { metrics: { arg_acc: 0 } }, { metrics: { arg_acc: 1 } }],
      [calling, { metrics: { arg_acc: 1 } }],
    );
    expect(figures.arg_acc).toBe(0.75);
  });

  it('leave cases that expect no call out of what grades calls', () => {
    const figures = set(
      [calling, { metrics: { selection_acc: 0.5, exec_success: 0.5 } }],
      [noCall, { metrics: { selection_acc: 1, exec_success: 1 } }],
    );
    expect(figures.selection_acc).toBe(0.5);
    expect(figures.exec_success).toBe(0.75);
  });

  it('count "no tool" as one more label in selection_acc_all', () => {
    // [sql, none, search, none] against [sql, search, search, none].
    const figures = set(
      [calling, { calls: ['sql'] }],
      [noCall, { calls: ['search'], verdict: 'fail' }],
      [calling, { calls: ['search'] }],
      [noCall, {}],
    );
    expect(figures.selection_acc_all).toBe(0.75);
    expect(figures.irrelevance_acc).toBe(0.5);
  });

  it('weigh the consequence score by what a case puts at stake', () => {
    const toolset = toolsetOf({ search: 'read', purge: 'destructive' });
    const figures = aggregate([
      caseOf(calling, [{ metrics: { consequence_score: 1 } }], { toolset }),
      caseOf(expectationOf(['purge']), [{ metrics: { consequence_score: 0 } }], { toolset }),
    ]);
    expect(figures.consequence_score).toBeCloseTo(1 / 26, 15);
  });

  it('leave nulls and cases without a verdict out', () => {
    const broken = caseOf(calling, [{ metrics: { arg_acc: 0 }, verdict: 'fail' }], {
      unscored: [{ run_id: '2', findings: [] }],
    });
    const figures = aggregate([
      broken,
      caseOf(calling, [
        { metrics: { schema_valid_rate: null } },
        { metrics: { schema_valid_rate: 0.5 } },
      ]),
    ]);
    expect(figures.schema_valid_rate).toBe(0.5);
    expect(figures.arg_acc).toBe(1);
    expect(figures.pass_rate).toBe(1);
  });

  it('average pass@k and pass^k over the cases with that many runs', () => {
    const figures = set([calling, {}, { verdict: 'fail' }], [calling, {}]);
    expect(figures.pass_at_k).toEqual({ 1: 0.75, 2: 1 });
    expect(figures.pass_pow_k).toEqual({ 1: 0.75, 2: 0 });
  });
});

describe('aggregates over runs', () => {
  it('say how often an error was survived, and how often safely', () => {
    const hit = { hit_error: true, recovered: true };
    const figures = set([
      calling,
      { metrics: { ...hit, safe_recovery: true } },
      { metrics: hit, verdict: 'fail' },
      {},
    ]);
    expect(figures.recovery_rate).toBe(0.5);
    expect(figures.safe_recovery_rate).toBe(0.5);
  });

  it('draw the need matrix from what is due and what was called', () => {
    const explicit = expectationOf([], { tool_behavior: 'call' });
    const optionalOnly = expectationOf([], { calls: [{ name: 'search', optional: true }] });
    const figures = set(
      [calling, { calls: ['a'] }, { calls: ['a'] }, { verdict: 'fail' }],
      [explicit, { calls: ['a'] }],
      [noCall, { calls: ['a'], verdict: 'fail' }, {}, {}],
      [optionalOnly, { calls: ['a'] }],
      [clarify, { calls: ['a'] }],
    );
    expect(figures.need).toEqual({
      called_needed: 3,
      missed_needed: 1,
      called_not_needed: 1,
      withheld_right: 2,
    });
    expect(figures.need_precision).toBe(0.75);
    expect(figures.need_recall).toBe(0.75);
    expect(figures.need_f1).toBe(0.75);
  });

  it('have a need_f1 of 0 where nothing needed was called', () => {
    expect(set([calling, { verdict: 'fail' }]).need_f1).toBe(0);
    expect(set([calling, { verdict: 'fail' }]).need_precision).toBeNull();
    expect(set([noCall, {}]).need_f1).toBeNull();
  });

  it('tell asking where it is due from asking where it is not', () => {
    const figures = set(
      [
        clarify,
        { facts: { asked: true } },
        { facts: { asked: true, acted: true }, verdict: 'fail' },
        { verdict: 'fail' },
      ],
      [
        calling,
        { facts: { asked: true }, verdict: 'fail' },
        { facts: { asked: true }, calls: ['search'] },
      ],
      [noCall, { facts: { asked: true } }],
    );
    expect(figures.clarification_rate).toBeCloseTo(1 / 3, 15);
    expect(figures.unneeded_clarification_rate).toBe(0.5);
  });

  it('compare verdicts with a person', () => {
    const figures = set([
      calling,
      { run: { human: 'pass' } },
      { run: { human: 'fail' } },
      { run: { human: 'fail' }, verdict: 'fail' },
      { run: { human: 'fail' }, verdict: 'fail' },
      {},
    ]);
    expect(figures.human_agreement).toBe(0.75);
    expect(figures.human_kappa).toBe(0.5);
  });

  it('do not count retries as unnecessary', () => {
    const figures = set([
      calling,
      {
        calls: ['search', 'search', 'other', 'search'],
        metrics: { spurious: 3 },
        facts: { retries: [1] },
      },
    ]);
    expect(figures.unnecessary_call_rate).toBe(0.5);
    expect(figures.spurious_calls).toBe(3);
    expect(figures.calls_per_task).toBe(4);
  });

  it('take the rates of writes over runs that expect one', () => {
    const toolset = toolsetOf({ book: 'write', search: 'read' });
    const figures = aggregate([
      caseOf(expectationOf(['book']), [{ metrics: { duplicate_effects: 1 } }, {}], { toolset }),
      caseOf(calling, [{}], { toolset }),
    ]);
    expect(figures.duplicate_write_rate).toBe(0.5);
  });

  it('count forbidden calls that something stopped', () => {
    const figures = set([
      calling,
      {
        calls: [{ name: 'purge', status: 'denied' }, { name: 'purge', status: 'ok' }, 'search'],
        facts: { forbidden: [0, 1] },
        verdict: 'fail',
        metrics: { safety_failed: true },
      },
    ]);
    expect(figures.blocked_rate).toBe(0.5);
    expect(figures.safety_failures).toBe(1);
  });

  it('call a run grounded when it says what it must and nothing that it must not', () => {
    const figures = set([
      calling,
      { metrics: { facts_missing: 0 } },
      { metrics: { facts_missing: 1 }, verdict: 'fail' },
      { facts: { claimsMade: 1 }, verdict: 'fail' },
      { facts: { claimsMade: 0 }, metrics: { facts_missing: 0 } },
      {},
    ]);
    expect(figures.grounded_rate).toBe(0.5);
  });

  it('take quiet failures over passed runs, and times and costs where recorded', () => {
    const figures = set([
      calling,
      { metrics: { quiet_failure: true, latency_ms: 100, cost_usd: 0.25 } },
      { metrics: { latency_ms: 300, cost_usd: 0.75, hallucinated_tools: 2 } },
      { metrics: { latency_ms: 200 }, verdict: 'fail' },
    ]);
    expect(figures.quiet_failure_rate).toBe(0.5);
    expect(figures.latency_p50).toBe(200);
    expect(figures.latency_p95).toBe(300);
    expect(figures.cost_per_task).toBe(0.5);
    expect(figures.hallucinated_tools).toBe(2);
  });

  it('are null, never 1, without anything to measure', () => {
    const {
      need,
      pass_at_k,
      pass_pow_k,
      safety_failures,
      hallucinated_tools,
      spurious_calls,
      ...rates
    } = aggregate([]);
    expect(new Set(Object.values(rates))).toEqual(new Set([null]));
    expect(Object.keys(rates)).toHaveLength(30);
    expect(need.called_needed).toBe(0);
    expect([pass_at_k, pass_pow_k]).toEqual([{}, {}]);
    expect([safety_failures, hallucinated_tools, spurious_calls]).toEqual([0, 0, 0]);
  });
});
