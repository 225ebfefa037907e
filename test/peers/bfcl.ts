/** BFCL's questions and accepted answers in the words of a case. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, JsonObject } from '../../server/src/model/value.ts';
import { isObject } from '../../server/src/model/value.ts';
import type { CallSpec, ExpectationSpec, ToolSpec } from '../../server/src/scoring/testing.ts';

/** A call as BFCL writes it: one key, the function's name. */
export type BfclCall = Readonly<Record<string, JsonObject>>;

export interface BfclVerdict {
  readonly id: string;
  readonly file: string;
  readonly test_category: string;
  readonly mutation: string;
  readonly model_output: readonly BfclCall[];
  readonly valid: boolean;
  readonly error_type: string | null;
  /** The line as written: JSON cannot tell `5.0` from `5` once it is read. */
  readonly text: string;
}

export interface BfclFunction {
  readonly name: string;
  readonly parameters: {
    readonly properties: Readonly<
      Record<string, { readonly type: string; readonly default?: Json }>
    >;
    readonly required?: readonly string[];
  };
}

const lines = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);

export const readVerdicts = (folder: string): BfclVerdict[] =>
  readFileSync(join(folder, 'ast_verdicts.jsonl'), 'utf8')
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => ({ ...JSON.parse(text), text }));

export const readFunctions = (folder: string, file: string): Map<string, readonly BfclFunction[]> =>
  new Map(
    lines<{ id: string; function: BfclFunction[] }>(join(folder, `BFCL_v4_${file}.json`)).map(
      (entry) => [entry.id, entry.function],
    ),
  );

export const readAnswers = (folder: string, file: string): Map<string, readonly BfclCall[]> =>
  new Map(
    lines<{ id: string; ground_truth: BfclCall[] }>(
      join(folder, 'possible_answer', `BFCL_v4_${file}.json`),
    ).map((entry) => [entry.id, entry.ground_truth]),
  );

/** The accepted values of one argument, or of one key of an object inside it, as a matcher. */
function matcher(accepted: readonly Json[]): Json {
  const optional = accepted.includes('');
  const values = accepted.filter((value) => value !== '');
  const [only] = values;
  // The keys of an object, and of the objects of a list, hold lists of accepted values again.
  if (values.length === 1 && !optional && holdsObject(only!)) return inside(only!);
  const literals = values.length > 0 ? values : [''];
  return { allowed: literals as Json[], ...(optional && { optional: true }) };
}

const holdsObject = (value: Json): boolean =>
  isObject(value) || (Array.isArray(value) && value.some(isObject));

const inside = (value: Json): Json =>
  Array.isArray(value)
    ? value.map(inside)
    : isObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([key, accepted]) => [key, matcher(accepted as Json[])]),
        )
      : value;

/** A case that accepts what BFCL accepts: its calls in one group, no other call, values compared loosely. */
export function bfclExpectation(answer: readonly BfclCall[]): ExpectationSpec {
  const calls = answer.flatMap((call): CallSpec[] =>
    Object.entries(call).map(([name, args]) => ({
      name,
      group: 0,
      args: Object.fromEntries(
        Object.entries(args).map(([key, accepted]) => [key, matcher(accepted as Json[])]),
      ),
    })),
  );
  return { calls, match: { compare: 'loose', extra_calls: 'none' } };
}

const TYPES: Readonly<Record<string, string>> = {
  dict: 'object',
  float: 'number',
  tuple: 'array',
  any: '',
};

/** The functions as tools with schemas. */
export const bfclTools = (functions: readonly BfclFunction[]): ToolSpec[] =>
  functions.map(({ name, parameters }) => ({
    name,
    properties: Object.fromEntries(
      Object.entries(parameters.properties).map(([key, { type, default: value }]) => [
        key,
        { type: TYPES[type] ?? type, ...(value !== undefined && { default: value }) },
      ]),
    ),
    required: [...(parameters.required ?? [])],
  }));
