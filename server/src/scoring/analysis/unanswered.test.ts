import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../model/value.ts';
import { predicateQuestions } from '../matching/predicate-questions.ts';
import { type ScoringEnv, scoreRun } from '../score-run.ts';
import { scoreCase } from '../set/case-score.ts';
import {
  call,
  type ExpectationSpec,
  expectation,
  failures,
  made,
  run,
  type ToolSpec,
  toolset,
} from '../testing.ts';

const FIND: ToolSpec = {
  name: 'find',
  consequence: 'read',
  properties: { x: {}, y: { default: 7 } },
};
const TOOLS = toolset([FIND, { name: 'look', consequence: 'read' }]);

const score = (spec: ExpectationSpec, args: JsonObject, env: ScoringEnv = {}) =>
  scoreRun(expectation(spec), TOOLS, run([made('find', args)]), env);

const finding = (matcher: Json): ExpectationSpec => ({ calls: [call('find', { x: matcher })] });

describe('a predicate without an answer', () => {
  it.each<[where: string, matcher: Json, value: Json]>([
    ['alone', { predicate: 'mine' }, 1],
    ['beside an allowed value that holds', { predicate: 'mine', allowed: [1] }, 1],
    ['in an object', { a: { predicate: 'mine' } }, { a: 1 }],
    ['in a list of objects', [{ a: { predicate: 'mine' } }], [{ a: 1 }]],
    ['as a schema', { predicate: { type: 'number' } }, 1],
  ])('%s leaves the verdict open', (_, matcher, value) => {
    const { verdict, findings } = score(finding(matcher), { x: value });
    expect(verdict).toBe('error');
    expect(findings).toMatchObject([
      {
        code: expect.stringMatching(/^predicate-(unknown|invalid)$/),
        severity: 'error',
        target: { kind: 'arg', golden: 0, arg: 'x' },
      },
    ]);
  });

  it('is no matter where another condition fails anyway', () => {
    const { verdict } = score(finding({ predicate: 'mine', allowed: [2] }), { x: 1 });
    expect(verdict).toBe('fail');
  });

  it('is asked about the schema default that stands for an argument left out', () => {
    const spec: ExpectationSpec = { calls: [call('find', { x: 1, y: { predicate: 'mine' } })] };
    expect(score(spec, { x: 1 }).verdict).toBe('error');
    const runs = [run([made('find', { x: 1 })])];
    const questions = predicateQuestions(expectation(spec), runs, TOOLS);
    expect(questions).toContainEqual({ name: 'mine', value: 7 });
    const answers = (answer: boolean): ScoringEnv => ({ predicates: () => answer });
    expect(score(spec, { x: 1 }, answers(true)).verdict).toBe('pass');
    expect(score(spec, { x: 1 }, answers(false)).verdict).toBe('fail');
  });

  it('hinders no other path', () => {
    const open = { calls: [call('find', { x: { predicate: 'mine' } })] };
    const right = { name: 'plain', calls: [call('find', { x: 1 })], credit: 0.5 };
    const wrong = { calls: [call('look')] };
    expect(score({ any_of: [open, right] }, { x: 1 })).toMatchObject({
      verdict: 'pass',
      path: 'plain',
    });
    expect(score({ any_of: [wrong, open] }, { x: 1 })).toMatchObject({ verdict: 'error' });
  });

  it('makes the whole case an error, whatever its other runs did', () => {
    const of = expectation({
      calls: [call('find', { x: { predicate: 'mine' } })],
      pass_rule: 'any',
    });
    const runs = [run([made('find', { x: 1 })]), run([made('find', { x: 2 })], { run_id: '2' })];
    const { verdict, trials, reliability } = scoreCase({
      expectation: of,
      toolset: TOOLS,
      runs,
      file: 'a.case.yaml',
      env: { predicates: (_, value) => (value === 1 ? true : undefined) },
    });
    expect(verdict).toBe('error');
    expect(reliability).toMatchObject({ n: 1, c: 1 });
    expect(trials.map((trial) => trial.score.verdict)).toEqual(['pass', 'error']);
    expect(failures(trials[1]!.score)).toEqual(['predicate-unknown']);
  });
});
