import { expect, it } from 'vitest';
import { type BfclCall, bfclExpectation } from '../../server/src/convert/bfcl.ts';
import { equalJson } from '../../server/src/model/json-text.ts';
import type { JsonObject } from '../../server/src/model/value.ts';
import { scoreRun } from '../../server/src/scoring/score-run.ts';
import {
  type ExpectationSpec,
  expectation,
  run,
  toolset,
} from '../../server/src/scoring/testing.ts';
import { describeCorpora } from '../corpora.ts';
import {
  type BfclFunction,
  type BfclVerdict,
  bfclTools,
  isValid,
  readAnswers,
  readFunctions,
  readVerdicts,
} from './bfcl.ts';

interface Question {
  readonly functions: readonly BfclFunction[];
  readonly answer: readonly BfclCall[];
}

/** Whether some call of the answer and its function's parameters are as asked. */
function someCall(
  { functions, answer }: Question,
  test: (accepted: JsonObject, of: BfclFunction['parameters']) => boolean,
): boolean {
  return answer.some((call) =>
    Object.entries(call).some(([name, accepted]) => {
      const found = functions.find((each) => each.name === name);
      return found !== undefined && test(accepted, found.parameters);
    }),
  );
}

const accepts = (accepted: JsonObject, name: string, value: unknown): boolean => {
  const values = accepted[name];
  return Array.isArray(values) && values.some((one) => equalJson(one, value as typeof one));
};

/** Why Callsheet and BFCL may differ, each with how it is recognised. */
const DIFFERENCES: Readonly<Record<string, (verdict: BfclVerdict, of: Question) => boolean>> = {
  // BFCL's answer lets a required parameter be left out and BFCL then fails its own answer; here the
  // golden decides, and the contradiction is a finding of the linter.
  'answer without a required parameter': ({ error_type }, of) =>
    error_type === 'simple_function_checker:missing_required' &&
    someCall(of, (accepted, { required = [] }) =>
      required.some((name) => !Object.hasOwn(accepted, name) || accepts(accepted, name, '')),
    ),
  // BFCL refuses a float where an integer is declared. JSON read by JavaScript has one kind of number.
  'integral float': ({ mutation, valid, text }) =>
    mutation === 'case_punct_or_type' && !valid && /\d\.0[,\]}]/.test(text),
  // What is left out means its schema default, which the answer accepts.
  'default left out': ({ mutation, error_type }, of) =>
    mutation === 'drop_arg' &&
    error_type === 'simple_function_checker:missing_optional' &&
    someCall(of, (accepted, { properties, required = [] }) =>
      Object.entries(properties).some(
        ([name, { default: value }]) =>
          value !== undefined && !required.includes(name) && accepts(accepted, name, value),
      ),
    ),
  // BFCL reads "" among the answers of a list as the empty list too; here it says that it may be left out.
  'empty list for ""': ({ valid, text }) => valid && text.includes(':[]'),
  // BFCL takes for each answer the first call that fits; the assignment here is the best there is.
  'greedy matching': ({ mutation, valid, test_category }) =>
    mutation === 'reverse_calls' && !valid && test_category === 'parallel',
};

describeCorpora('BFCL', 'bfcl', (folder) => {
  const verdicts = readVerdicts(folder);
  const files = [...new Set(verdicts.map(({ file }) => file))];
  const functions = new Map(files.map((file) => [file, readFunctions(folder, file)]));
  const answers = new Map(files.map((file) => [file, readAnswers(folder, file)]));
  const questionOf = ({ file, id }: BfclVerdict): Question => ({
    functions: functions.get(file)!.get(id)!,
    answer: answers.get(file)!.get(id)!,
  });

  const expectedOf = ({ answer, functions }: Question): JsonObject =>
    bfclExpectation(answer, functions as unknown as JsonObject[]);

  function passes(verdict: BfclVerdict): boolean {
    const question = questionOf(verdict);
    const calls = verdict.model_output.flatMap((call) =>
      Object.entries(call).map(([name, args]) => ({ name, arguments: args })),
    );
    const expected = expectation(expectedOf(question) as ExpectationSpec);
    const tools = toolset(bfclTools(question.functions));
    return scoreRun(expected, tools, run(calls)).verdict === 'pass';
  }

  it('is agreed with in what counts: the cases without an error-level finding of their own', () => {
    const valid = new Map<string, boolean>();
    const isSound = (verdict: BfclVerdict): boolean => {
      const key = `${verdict.file} ${verdict.id}`;
      if (!valid.has(key)) {
        const question = questionOf(verdict);
        valid.set(key, isValid(question.functions, expectedOf(question)));
      }
      return valid.get(key)!;
    };
    const sound = verdicts.filter(isSound);
    const equal = sound.filter((verdict) => passes(verdict) === verdict.valid);
    expect([sound.length, equal.length]).toEqual([8444, 8138]);
  });

  it('is agreed with but for differences that have a name', () => {
    const counts: Record<string, number> = { equal: 0 };
    for (const verdict of verdicts) {
      const difference =
        passes(verdict) === verdict.valid
          ? 'equal'
          : (Object.keys(DIFFERENCES).find((name) =>
              DIFFERENCES[name]!(verdict, questionOf(verdict)),
            ) ?? `unexplained: ${verdict.id} ${verdict.mutation}`);
      counts[difference] = (counts[difference] ?? 0) + 1;
    }
    expect(verdicts).toHaveLength(8661);
    expect(counts).toEqual({
      equal: 8354,
      'answer without a required parameter': 3,
      'integral float': 301,
      'default left out': 1,
      'empty list for ""': 1,
      'greedy matching': 1,
    });
  });
});
