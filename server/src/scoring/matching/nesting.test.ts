import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../model/json-text.ts';
import type { Json } from '../../model/value.ts';
import { scoreRun } from '../score-run.ts';
import { call, expectation, failures, made, run, toolset } from '../testing.ts';
import { predicateQuestions } from './predicate-questions.ts';

const TOOLS = toolset([
  { name: 'find', consequence: 'read' },
  { name: 'save', consequence: 'write' },
]);

/** Lists and objects by turns around a value. */
function nested(levels: number, inner: Json): Json {
  let value = inner;
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? { a: value } : [value];
  return value;
}

const LEVELS = 20_000;
const DEEP = nested(LEVELS, 1);

describe('values nested thousands of levels deep', () => {
  it.each(['normalized', 'exact', 'number', 'instant', 'set', 'words', 'loose'] as const)(
    'compare as %s',
    (compare) => {
      const spec = { calls: [call('find', { x: { allowed: [[{ a: 1 }]], compare } })] };
      const score = scoreRun(expectation(spec), TOOLS, run([made('find', { x: DEEP })]));
      expect(failures(score)).toEqual(['wrong-arg']);
    },
  );

  it('are told apart by what is innermost', () => {
    const [same, other] = [nested(700, 'b'), nested(700, 'c')];
    const verdictOf = (value: Json) =>
      scoreRun(
        expectation({ calls: [call('find', { x: nested(700, 'b') })] }),
        TOOLS,
        run([made('find', { x: value })]),
      ).verdict;
    expect([verdictOf(same), verdictOf(other)]).toEqual(['pass', 'fail']);
  });

  it.each([undefined, '$..a'])('yield what is inside them, by path %s', (path) => {
    const from = { from_call: 'f', ...(path && { path }) };
    const spec = { calls: [call('find', {}, { id: 'f' }), call('save', { x: from })] };
    const verdictOf = (x: Json) =>
      scoreRun(
        expectation(spec),
        TOOLS,
        run([made('find', {}, { output: canonicalJson(DEEP) }), made('save', { x })]),
      ).verdict;
    expect([verdictOf(1), verdictOf(2)]).toEqual(['pass', 'fail']);
  });

  it.each([{}, { ignore: ['$..b'] }, { subset: true }])('differ as states with %o', (state) => {
    const spec = { final_state: { a: [2] }, state };
    const score = scoreRun(expectation(spec), TOOLS, run([], { final_state: DEEP }));
    expect(failures(score)).toContain('state-mismatch');
  });

  it('are asked about where a predicate stands, and not below', () => {
    const spec = {
      calls: [call('find', { x: { predicate: 'mine' }, y: [{ predicate: 'mine' }] })],
    };
    const runs = [run([made('find', { x: DEEP, y: [1, DEEP] })])];
    const asked = predicateQuestions(expectation(spec), runs, TOOLS).map(({ value }) => value);
    expect(asked).toHaveLength(4);
    expect(asked).toContain(1);
  });
});
