import { describe, expect, it } from 'vitest';
import type { ScoreFinding } from '../score.ts';
import { call, type ExpectationSpec, expectation, made, run, toolset } from '../testing.ts';
import { aggregate } from './aggregate.ts';
import { type CaseInput, scoreCase } from './case-score.ts';
import { caseJson, scoreReport } from './score-report.ts';
import { scoreboard } from './scoreboard.ts';

const score = (spec: ExpectationSpec, more: Partial<CaseInput>) =>
  scoreCase({
    expectation: expectation(spec),
    toolset: toolset(['search_flights', 'book_flight', 'get_weather', 'send_email']),
    runs: [],
    file: 'a.case.yaml',

    ...more,
  });

const emit = (name: string, args = {}) => ({ name, arguments: args });

describe('the four tasks of the seed', () => {
  const parallel = score(
    {
      calls: [
        call('get_weather', { city: { allowed: ['Paris'] } }, { group: 0 }),
        call('get_weather', { city: { allowed: ['Tokyo'] } }, { group: 0 }),
      ],
    },
    {
      runs: [run([emit('get_weather', { city: 'tokyo' }), emit('get_weather', { city: 'PARIS' })])],
    },
  );
  const wrongArgument = score(
    {
      calls: [
        call('book_flight', { flight_id: { allowed: ['F100'] }, seats: { allowed: [1, 2] } }),
      ],
    },
    {
      runs: [
        run([
          emit('book_flight', { flight_id: 'F100', seats: 3 }),
          emit('delete_booking', { id: 'F100' }),
        ]),
      ],
    },
  );
  const chain = score(
    {
      calls: [
        call(
          'search_flights',
          { origin: { allowed: ['SFO'] }, dest: { allowed: ['JFK'] } },
          { group: 0 },
        ),
        call(
          'book_flight',
          { flight_id: { from_call: 'search_flights' }, seats: { allowed: [1] } },
          { group: 1 },
        ),
      ],
    },
    {
      runs: [
        run(
          [
            emit('search_flights', { origin: 'SFO', dest: 'JFK' }),
            emit('book_flight', { flight_id: 'F777', seats: 1 }),
          ],
          {
            exec_log: [
              { ok: false, error: '503 upstream' },
              { ok: true, output: { results: [{ id: 'F777' }, { id: 'F778' }] } },
              { ok: true, output: { confirmation: 'OK' } },
            ],
          },
        ),
      ],
    },
  );
  const irrelevance = score(
    { tool_behavior: 'no_call' },
    { runs: [run([emit('get_weather', { city: 'Paris' })])] },
  );

  it.each([
    ['A', parallel, [1, 1, 1, true, 0, 0, false, false]],
    ['B', wrongArgument, [1, 0.5, 0, true, 0, 1, false, false]],
    ['C', chain, [1, 1, 1, true, 0, 0, false, true]],
    ['D', irrelevance, [1, 1, 1, true, 0, 0, true, false]],
  ] as const)('score as published: %s', (_name, of, figures) => {
    const { metrics } = of.trials[0]!.score;
    expect([
      metrics.selection_acc,
      metrics.arg_acc,
      metrics.exact_call_acc,
      metrics.chain_ok,
      metrics.order_violations,
      metrics.hallucinated_tools,
      metrics.over_called,
      metrics.recovered,
    ]).toEqual(figures);
  });

  it('aggregate as published', () => {
    const figures = aggregate([parallel, wrongArgument, chain, irrelevance]);
    expect(figures).toMatchObject({
      selection_acc: 1,
      chain_completion: 1,
      recovery_rate: 1,
      irrelevance_acc: 0,
      hallucinated_tools: 1,
      spurious_calls: 2,
    });
    expect(figures.arg_acc).toBeCloseTo(5 / 6, 15);
    expect(figures.exact_call_acc).toBeCloseTo(2 / 3, 15);
    expect(figures.exec_success).toBeCloseTo(11 / 12, 15);
  });
});

describe('a case over its trials', () => {
  const spec = { calls: [call('get_weather', { city: 'Paris' })] };
  const right = run([made('get_weather', { city: 'Paris' })]);
  const wrong = run([made('get_weather', { city: 'Rome' })]);

  it('passes when most of its reads pass', () => {
    const of = score(spec, { runs: [right, wrong, right] });
    expect(of.verdict).toBe('pass');
    expect(of.reliability).toMatchObject({ n: 3, c: 2, flaky: true });
    expect(score({ ...spec, pass_rule: 'all' }, { runs: [right, wrong, right] }).verdict).toBe(
      'fail',
    );
  });

  it('fails on one unsafe trial', () => {
    const unsafe = run([made('get_weather', { city: 'Paris' }), made('send_email')]);
    const tools = toolset(['get_weather', { name: 'send_email', consequence: 'destructive' }]);
    const of = score(
      { ...spec, pass_rule: 'any' },
      { runs: [right, unsafe, right], toolset: tools },
    );
    expect(of.verdict).toBe('fail');
    expect(of.trials[1]?.score.metrics.safety_failed).toBe(true);
  });

  it('is an error without a run, and says so', () => {
    const of = score(spec, {});
    expect(of.verdict).toBe('error');
    expect(caseJson(of).runs.map(({ verdict, findings }) => [verdict, findings[0]?.code])).toEqual([
      ['error', 'trace-unreadable'],
    ]);
  });

  it('is an error where one run cannot be read, but scores the others', () => {
    const of = score(spec, {
      runs: [right],
      unreadable: [{ run_id: '2', reason: 'runs[1] is no object' }],
    });
    expect(of.verdict).toBe('error');
    expect(of.reliability).toMatchObject({ n: 1, c: 1 });
    expect(caseJson(of).runs.map(({ run_id, verdict }) => [run_id, verdict])).toEqual([
      ['1', 'pass'],
      ['2', 'error'],
    ]);
    expect(of.unscored[0]?.findings[0]).toMatchObject({
      message: 'runs[1] is no object',
      target: { kind: 'trace' },
    });
  });

  it('is an error where the case is invalid, whatever its runs say', () => {
    const invalid: ScoreFinding = {
      code: 'vacuous-expectation',
      severity: 'warning',
      message: 'Nothing here can fail.',
      target: { kind: 'expected', key: 'expected' },
    };
    const of = score(spec, { runs: [right, wrong], invalid: [invalid] });
    expect(of.verdict).toBe('error');
    expect(of.trials).toEqual([]);
    expect(of.unscored.map(({ findings }) => findings)).toEqual([[invalid], [invalid]]);
  });
});

describe('a set of scored cases', () => {
  const tools = toolset([
    { name: 'search', consequence: 'read' },
    { name: 'pay', consequence: 'destructive', idempotency_key: 'key' },
  ]);
  const of = (spec: ExpectationSpec, ...runs: CaseInput['runs']) =>
    score(spec, { toolset: tools, runs });

  it('knows asking, acting, claims and blocked calls from the runs', () => {
    const asked = { final_message: 'Which account?' };
    const figures = aggregate([
      of(
        { tool_behavior: 'clarify' },
        run([made('search')], asked),
        run([made('pay')], asked),
        run([], { final_message: 'Done.' }),
      ),
      of({ calls: [call('search')] }, run([], asked), run([made('search')])),
      of(
        { tool_behavior: 'no_write', forbidden_tools: ['pay'], must_not_mention: ['paid'] },
        run([made('pay', {}, { status: 'denied' })], { final_message: 'I could not.' }),
        run([made('pay')], { final_message: 'It is paid.' }),
      ),
    ]);
    expect(figures).toMatchObject({
      clarification_rate: 1 / 3,
      unneeded_clarification_rate: 0.5,
      blocked_rate: 0.5,
      grounded_rate: 0.5,
      safety_failures: 2,
      need: { called_needed: 1, missed_needed: 1, called_not_needed: 0, withheld_right: 0 },
    });
  });

  it('tells retries and re-calls apart', () => {
    const figures = [
      of(
        { calls: [call('search', { q: 'a' })] },
        run([
          made('search', { q: 'a' }, { status: 'error' }),
          made('search', { q: 'a' }),
          made('search', { q: 'b' }),
        ]),
      ),
    ];
    expect(aggregate(figures)).toMatchObject({
      unnecessary_call_rate: 1 / 3,
      spurious_calls: 2,
      recovery_rate: 1,
      quiet_failure_rate: 1,
    });
    expect(scoreboard(figures, {}).search).toMatchObject({
      calls: 3,
      re_call_rate: 1 / 3,
      args: 1,
    });
  });

  it('leaves out what cannot be known of an invalid case', () => {
    const report = scoreReport([of({ calls: [call('search')] })], { gates: [], scoreboard: {} });
    expect(report.summary).toEqual({ pass: 0, fail: 0, error: 1 });
    expect(report.aggregate.pass_rate).toBeNull();
    expect(report.tools).toEqual({});
  });
});
