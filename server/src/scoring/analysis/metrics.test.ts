import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../model/value.ts';
import { scoreRun } from '../score-run.ts';
import {
  call,
  type EmittedSpec,
  type ExpectationSpec,
  expectation,
  failures,
  made,
  type RunSpec,
  run,
  toolset,
} from '../testing.ts';

const TOOLS = toolset([
  { name: 'find', consequence: 'read', properties: { q: { type: 'string' } } },
  { name: 'look', consequence: 'read' },
  { name: 'save', consequence: 'write' },
  { name: 'drop', consequence: 'destructive' },
  { name: 'heavy', consequence: 'read', weight: 3 },
  'guess',
]);

const score = (spec: ExpectationSpec, calls: EmittedSpec[], rest: RunSpec = {}) =>
  scoreRun(expectation(spec), TOOLS, run(calls, rest));

const find = (q: string, rest: Partial<EmittedSpec> = {}) => made('find', { q }, rest);
const FIND: ExpectationSpec = { calls: [call('find', { q: 'a' })] };

describe('metrics', () => {
  it.each<[rule: string, spec: ExpectationSpec, calls: EmittedSpec[], metrics: object]>([
    [
      'shares are of the golden calls but unmatched optional ones',
      { calls: [call('find', { q: 'a' }), call('save'), call('look', {}, { optional: true })] },
      [find('b')],
      { selection_acc: 0.5, arg_acc: 0, exact_call_acc: 0, selection_precision: 1 },
    ],
    [
      'precision is of the emitted calls',
      FIND,
      [find('a'), made('look')],
      { selection_precision: 0.5 },
    ],
    [
      'nothing due and nothing made is right',
      { tool_behavior: 'no_call' },
      [],
      {
        selection_acc: 1,
        selection_precision: 1,
        arg_acc: 1,
        exact_call_acc: 1,
        exec_success: 1,
        redundant_rate: 0,
        call_efficiency: 1,
        consequence_score: 1,
        schema_valid_rate: null,
        maladaptive_retry_rate: null,
      },
    ],
    [
      'efficiency is 0 without the calls that are due',
      FIND,
      [],
      { call_efficiency: 0, redundant_rate: 0 },
    ],
    ['efficiency is n of m', FIND, [find('a'), made('look')], { call_efficiency: 0.5 }],
    [
      'efficiency is at most 1',
      { calls: [call('find', { q: 'a' }), call('look', {}, { optional: true })] },
      [find('a')],
      { call_efficiency: 1 },
    ],
    [
      'schema validity is of the calls of known tools',
      FIND,
      [find('a'), made('find', { q: 1 }), made('guess', { x: 1 })],
      { schema_valid_rate: 0.5 },
    ],
    ['unparsable arguments are invalid', FIND, [made('find', '{')], { schema_valid_rate: 0 }],
    [
      'execution counts what is known to have run',
      FIND,
      [
        find('a'),
        find('b', { status: 'error' }),
        find('c', { status: 'timeout' }),
        find('d', { status: 'working' }),
        find('e', { status: 'denied' }),
        find('f', { status: 'cancelled' }),
        find('g', { status: 'input_required' }),
        find('h', { status: undefined }),
      ],
      { exec_success: 0.25 },
    ],
    [
      'recovery is a later success of the same tool',
      FIND,
      [find('a', { status: 'error' }), find('a')],
      { hit_error: true, recovered: true, safe_recovery: true, maladaptive_retry_rate: 1 },
    ],
    [
      'another tool’s success is no recovery',
      FIND,
      [find('a', { status: 'error' }), made('look')],
      { hit_error: true, recovered: false, safe_recovery: false },
    ],
    ['a timeout is an error', FIND, [find('a', { status: 'timeout' })], { hit_error: true }],
    ['a refusal is none', FIND, [find('a', { status: 'denied' })], { hit_error: false }],
    [
      'recovery without success of the case is not safe',
      FIND,
      [find('b', { status: 'error' }), find('b')],
      { recovered: true, safe_recovery: false },
    ],
    [
      'recovery by an unsafe retry is not safe',
      { calls: [call('save')], match: { extra_calls: 'any' } },
      [made('save', {}, { status: 'timeout' }), made('save')],
      { recovered: true, safe_recovery: false, unsafe_retries: 1 },
    ],
    [
      'another attempt is not maladaptive',
      FIND,
      [find('b', { status: 'error' }), find('a')],
      { maladaptive_retry_rate: 0 },
    ],
    [
      'an attempt after another call is not maladaptive',
      FIND,
      [find('a', { status: 'error' }), made('look'), find('a')],
      { maladaptive_retry_rate: 0 },
    ],
    [
      'the next batch is what comes next',
      FIND,
      [
        find('a', { status: 'error', batch: 0 }),
        made('look', {}, { batch: 0 }),
        made('look', { x: 1 }, { batch: 1 }),
        find('a', { batch: 1 }),
      ],
      { maladaptive_retry_rate: 1 },
    ],
    ['a free extra is not redundant', FIND, [find('a'), made('look')], { redundant_rate: 0 }],
    ['a gating extra is', FIND, [find('a'), made('guess')], { redundant_rate: 0.5 }],
    [
      'a forbidden call is',
      { ...FIND, forbidden_tools: ['look'] },
      [find('a'), made('look')],
      { redundant_rate: 0.5 },
    ],
    ['a repeat is', FIND, [find('a'), find('a')], { redundant_rate: 0.5 }],
    [
      'a repeat after a successful write is not',
      { calls: [call('find', { q: 'a' }), call('save')] },
      [find('a'), made('save'), find('a')],
      { redundant_rate: 0 },
    ],
    [
      'a repeat after a write that failed is',
      FIND,
      [find('a'), made('save', {}, { status: 'error' }), find('a')],
      { redundant_rate: 1 / 3 },
    ],
  ])('%s', (_rule, spec, calls, metrics) => {
    expect(score(spec, calls).metrics).toMatchObject(metrics);
  });

  it('records latency, cost and tokens', () => {
    const rest = { latency_ms: 5, cost_usd: 0.1, usage: { input_tokens: 3, output_tokens: 4 } };
    expect(score(FIND, [find('a')], rest).metrics).toMatchObject({
      latency_ms: 5,
      cost_usd: 0.1,
      tokens: 7,
    });
    expect(score(FIND, [find('a')]).metrics).toMatchObject({
      latency_ms: null,
      cost_usd: null,
      tokens: null,
    });
  });
});

describe('consequence_score', () => {
  it.each<
    [rule: string, calls: [name: string, args: JsonObject][], made: EmittedSpec[], score: number]
  >([
    ['reads earn their share', [['look', { a: 1, b: 1 }]], [made('look', { a: 1, b: 2 })], 0.5],
    ['writes earn all or nothing', [['save', { a: 1, b: 1 }]], [made('save', { a: 1, b: 2 })], 0],
    [
      'a missed write weighs five reads',
      [
        ['look', {}],
        ['save', {}],
      ],
      [made('look')],
      1 / 6,
    ],
    [
      'a missed destructive call weighs 25',
      [
        ['look', {}],
        ['drop', {}],
      ],
      [made('look')],
      1 / 26,
    ],
    [
      'an unknown tool weighs as a read',
      [
        ['look', {}],
        ['guess', {}],
      ],
      [made('look')],
      0.5,
    ],
    [
      'a policy has its own weight',
      [
        ['look', {}],
        ['heavy', {}],
      ],
      [made('look')],
      0.25,
    ],
  ])('%s', (_rule, calls, emitted, expected) => {
    const spec = { calls: calls.map(([name, args]) => call(name, args)) };
    expect(score(spec, emitted).metrics.consequence_score).toBeCloseTo(expected, 12);
  });

  it('is 0 where safety failed', () => {
    expect(score(FIND, [find('a'), made('drop')]).metrics.consequence_score).toBe(0);
  });

  it('leaves unmatched optional calls out', () => {
    const spec = { calls: [call('find', { q: 'a' }), call('drop', {}, { optional: true })] };
    expect(score(spec, [find('a')]).metrics.consequence_score).toBe(1);
  });

  it('is the verdict without golden calls', () => {
    const spec: ExpectationSpec = { must_mention: ['yes'] };
    expect(score(spec, [], { final_message: 'yes' }).metrics.consequence_score).toBe(1);
    expect(score(spec, [], { final_message: 'no' }).metrics.consequence_score).toBe(0);
  });

  it('takes the configuration’s weights', () => {
    const spec = expectation({ calls: [call('look'), call('save')] });
    const env = { weights: { read: 1, write: 3, destructive: 9 } };
    expect(scoreRun(spec, TOOLS, run([made('look')]), env).metrics.consequence_score).toBe(0.25);
  });
});

describe('quiet failures', () => {
  it.each<[rule: string, spec: ExpectationSpec, calls: EmittedSpec[], quiet: boolean]>([
    ['a clean pass is none', FIND, [find('a')], false],
    ['more calls than the golden', FIND, [find('a'), made('look')], true],
    ['a failed run is none', FIND, [find('b'), made('look')], false],
    [
      'more calls where none are expected are none',
      { tool_behavior: 'no_write' },
      [made('look')],
      false,
    ],
    [
      'a schema-invalid call',
      { calls: [call('find')], match: { args: 'ignore' } },
      [made('find', { q: 1 })],
      true,
    ],
    ['a re-call without turns', { tool_behavior: 'no_write' }, [find('a'), find('b')], true],
    [
      'a repeat with the same arguments is none',
      { tool_behavior: 'no_write' },
      [find('a'), find('a')],
      false,
    ],
    [
      'a call in another turn is none',
      { tool_behavior: 'no_write' },
      [find('a', { turn: 0 }), find('b', { turn: 1 })],
      false,
    ],
  ])('%s', (_rule, spec, calls, quiet) => {
    const result = score(spec, calls);
    expect(result.metrics.quiet_failure).toBe(quiet);
    expect(result.findings.some(({ code }) => code === 'quiet-failure')).toBe(quiet);
  });
});

describe('several paths', () => {
  const spec: ExpectationSpec = {
    any_of: [
      { name: 'long', calls: [call('find', { q: 'a' }), call('look'), call('save')], credit: 1 },
      { name: 'short', calls: [call('find', { q: 'a' })], credit: 0.6 },
      { name: 'other', calls: [call('look')], credit: 0.9 },
    ],
  };

  it.each<[rule: string, calls: EmittedSpec[], path: string, score: number]>([
    ['the one that passes counts', [find('a')], 'short', 0.6],
    ['then the higher credit', [find('a'), made('look')], 'other', 0.9],
    ['then the higher score with its credit', [find('b'), made('save')], 'long', 5 / 7],
    ['then the first listed', [], 'long', 0],
  ])('%s', (_rule, calls, path, consequence) => {
    const result = score(spec, calls);
    expect(result.path).toBe(path);
    expect(spec.any_of![result.pathIndex!]!.name).toBe(path);
    expect(result.metrics.consequence_score).toBeCloseTo(consequence, 12);
  });

  it('names no path where there is one', () => {
    expect(score(FIND, [find('a')])).not.toHaveProperty('path');
    expect(score(FIND, [find('a')]).pathIndex).toBe(0);
    expect(score({ tool_behavior: 'no_call' }, [])).not.toHaveProperty('pathIndex');
  });
});

describe('a golden’s baseline', () => {
  const golden: ExpectationSpec = {
    calls: [call('find', { q: 'a' })],
    baseline: { calls: 1, latency_ms: 100, cost_usd: 1 },
  };

  it('fails a path that is too long or too short', () => {
    const long = score(golden, [find('a'), made('look'), made('look', { x: 1 })]);
    expect(failures(long)).toEqual(['path-length']);
    expect(long.findings[0]!.target).toEqual({ kind: 'baseline' });
    expect(score(golden, [find('a'), made('look')]).verdict).toBe('pass');
    const five = { ...golden, baseline: { calls: 5 } };
    expect(failures(score(five, [find('a')]))).toEqual(['path-length']);
    expect(score({ ...five, tolerance: { calls: 4 } }, [find('a')]).verdict).toBe('pass');
  });

  it('warns where a run is slower or dearer', () => {
    const codes = (rest: RunSpec) =>
      score(golden, [find('a')], rest).findings.map(({ code, severity }) => `${severity} ${code}`);
    expect(codes({ latency_ms: 150, cost_usd: 1.5 })).toEqual([]);
    expect(codes({ latency_ms: 151, cost_usd: 2 })).toEqual([
      'warning slower-than-golden',
      'warning slower-than-golden',
    ]);
  });
});

describe('what else is told', () => {
  it('a run of other tools', () => {
    const digests = (digest: string) => ({ tools_digest: { find: digest } });
    const codes = (mine: string, theirs: string) =>
      score({ ...FIND, ...digests(mine) }, [find('a')], digests(theirs)).findings.map(
        ({ code }) => code,
      );
    expect(codes('sha256:0123456789abcdef', 'sha256:0123456789abcdef0000')).toEqual([]);
    expect(codes('sha256:0123456789abcdef', 'sha256:fedcba9876543210')).toEqual(['tools-differ']);
  });

  it('a maladaptive retry, on the golden call', () => {
    const { findings } = score(FIND, [find('a', { status: 'error' }), find('a')]);
    expect(findings.find(({ code }) => code === 'maladaptive-retry')).toMatchObject({
      severity: 'warning',
      target: { kind: 'call', golden: 0 },
    });
  });
});
