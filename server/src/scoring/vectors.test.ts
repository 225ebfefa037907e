import { describe, expect, it } from 'vitest';
import type { Json } from '../model/value.ts';
import type { RunMetrics } from './score.ts';
import { scoreRun } from './score-run.ts';
import { call, type EmittedSpec, expectation, run, toolset } from './testing.ts';

const REGISTRY = toolset(['search_flights', 'book_flight', 'get_weather', 'send_email']);

/** A call as the demonstration logs write it: what became of it stands in a log, or nowhere. */
const plain = (name: string, args: Json): EmittedSpec => ({ name, arguments: args });

const scored = (score: { metrics: RunMetrics }) => {
  const m = score.metrics;
  return [
    m.selection_acc,
    m.arg_acc,
    m.exact_call_acc,
    m.chain_ok,
    m.order_violations,
    m.hallucinated_tools,
    m.over_called,
    m.recovered,
  ];
};

describe('the four demonstration tasks', () => {
  it('A: parallel calls in any order, without regard to case', () => {
    const a = expectation({
      calls: [
        call('get_weather', { city: { allowed: ['Paris'] } }, { group: 0 }),
        call('get_weather', { city: { allowed: ['Tokyo'] } }, { group: 0 }),
      ],
    });
    const score = scoreRun(
      a,
      REGISTRY,
      run([plain('get_weather', { city: 'tokyo' }), plain('get_weather', { city: 'PARIS' })]),
    );
    expect(scored(score)).toEqual([1, 1, 1, true, 0, 0, false, false]);
    expect(score.verdict).toBe('pass');
    expect(score.alignment).toEqual([
      { golden: 0, call: 1, per_arg: 1, exact: true },
      { golden: 1, call: 0, per_arg: 1, exact: true },
    ]);
  });

  it('B: a wrong argument and an invented tool', () => {
    const b = expectation({
      calls: [
        call(
          'book_flight',
          { flight_id: { allowed: ['F100'] }, seats: { allowed: [1, 2] } },
          { group: 0 },
        ),
      ],
    });
    const score = scoreRun(
      b,
      REGISTRY,
      run([
        plain('book_flight', { flight_id: 'F100', seats: 3 }),
        plain('delete_booking', { id: 'F100' }),
      ]),
    );
    expect(scored(score)).toEqual([1, 0.5, 0, true, 0, 1, false, false]);
    expect(score.findings.map(({ code, message }) => [code, message])).toEqual([
      ['wrong-arg', 'book_flight.seats: expected 1 or 2, got 3'],
      [
        'hallucinated-tool',
        'delete_booking is no tool of this case, but delete_booking with {"id":"F100"} was called',
      ],
    ]);
  });

  it('C: a chain, and recovery from an error that the log tells of', () => {
    const c = expectation({
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
    });
    const score = scoreRun(
      c,
      REGISTRY,
      run(
        [
          plain('search_flights', { origin: 'SFO', dest: 'JFK' }),
          plain('book_flight', { flight_id: 'F777', seats: 1 }),
        ],
        {
          exec_log: [
            { ok: false, error: '503 upstream', output: null },
            { ok: true, output: { results: [{ id: 'F777' }, { id: 'F778' }] } },
            { ok: true, output: { confirmation: 'OK' } },
          ],
        },
      ),
    );
    expect(scored(score)).toEqual([1, 1, 1, true, 0, 0, false, true]);
    expect(score.metrics).toMatchObject({ hit_error: true, safe_recovery: true });
    expect(score.metrics.exec_success).toBeCloseTo(2 / 3, 12);
    expect(score.metrics.maladaptive_retry_rate).toBeNull();
  });

  it('D: a call where no tool applies', () => {
    const d = expectation({ tool_behavior: 'no_call' });
    const score = scoreRun(d, REGISTRY, run([plain('get_weather', { city: 'Paris' })]));
    expect(scored(score)).toEqual([1, 1, 1, true, 0, 0, true, false]);
    expect(score.verdict).toBe('fail');
  });
});

describe('the other vectors', () => {
  it('scores the two-call example', () => {
    const two = expectation({
      calls: [
        call(
          'search_flights',
          { origin: { allowed: ['SFO'] }, dest: { allowed: ['JFK'] } },
          { group: 0 },
        ),
        call(
          'book_flight',
          { flight_id: { allowed: ['F100'] }, seats: { allowed: [1, 2] } },
          { group: 1 },
        ),
      ],
    });
    const { metrics } = scoreRun(
      two,
      toolset(['search_flights', 'book_flight', 'send_email']),
      run([
        plain('search_flights', { origin: 'sfo', dest: 'JFK' }),
        plain('book_flight', { flight_id: 'F100', seats: 3 }),
        plain('delete_booking', { id: 'F100' }),
      ]),
    );
    expect(metrics).toMatchObject({
      selection_acc: 1,
      arg_acc: 0.75,
      exact_call_acc: 0.5,
      hallucinated_tools: 1,
    });
    expect(metrics.redundant_rate).toBeCloseTo(0.33, 2);
  });

  it('grades a right date and wrong seats as half right', () => {
    const book = expectation({
      calls: [call('book', { date: '2026-03-01', seats: { allowed: [1, 2] } })],
    });
    const { metrics } = scoreRun(
      book,
      toolset(['book']),
      run([plain('book', { date: '2026-03-01', seats: 3 })]),
    );
    expect(metrics).toMatchObject({ arg_acc: 0.5, exact_call_acc: 0 });
  });

  it.each(['read', undefined] as const)(
    'finds two of five calls redundant that repeat others (%s tools)',
    (consequence) => {
      const three = expectation({ calls: [call('a'), call('b'), call('c')] });
      const tools = toolset(['a', 'b', 'c'].map((name) => ({ name, consequence })));
      const calls = ['a', 'b', 'b', 'c', 'a'].map((name) => plain(name, {}));
      expect(scoreRun(three, tools, run(calls)).metrics.redundant_rate).toBe(0.4);
    },
  );
});
