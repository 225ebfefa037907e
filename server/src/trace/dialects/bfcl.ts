import type { Run } from '../../model/run.ts';
import { isObject, type Json, type JsonObject } from '../../model/value.ts';
import type { CallInput, RunBuilder } from '../builder.ts';
import { type Context, newRun, type TraceDialect } from '../dialect.ts';
import { label, listOf } from '../json.ts';
import { parsePythonCalls } from '../python-calls.ts';

const outputOf = (value: JsonObject): Json | undefined => value.result ?? value.model_output;

const isOutput = (value: JsonObject): boolean =>
  typeof value.id === 'string' &&
  (Array.isArray(outputOf(value)) || typeof outputOf(value) === 'string');

/** Outputs of the Berkeley Function Calling Leaderboard: one run a question. */
export const bfcl: TraceDialect = {
  id: 'bfcl',
  read(value, context) {
    if (isObject(value) && isOutput(value)) return [readOutput(value, context)];
    return listOf(value, isOutput) ? value.map((output) => readOutput(output, context)) : null;
  },
};

function readOutput(value: JsonObject, context: Context): Run {
  const run = newRun(context);
  const output = outputOf(value);
  if (isTurns(output)) {
    for (const turn of output) {
      run.user('');
      for (const step of Array.isArray(turn) ? turn : [turn]) addStep(run, step);
    }
  } else {
    addStep(run, output ?? null);
  }
  return run.finish({ runId: '1', caseId: label(value.id) ?? '', messages: [] });
}

/** Several turns are lists of steps, each of which is a list of calls or a text. */
const isTurns = (output: Json | undefined): output is Json[] =>
  Array.isArray(output) && output.length > 0 && output.every((turn) => Array.isArray(turn));

/** Calls as `{name: arguments}`, or a text: calls in Python's syntax, else an answer in words. */
function addStep(run: RunBuilder, step: Json): void {
  if (typeof step === 'string') {
    const calls = parsePythonCalls(step);
    run.assistant(calls ? '' : step, calls ?? []);
    return;
  }
  const items = Array.isArray(step) ? step : [];
  const calls = items.flatMap((item): CallInput[] => {
    if (typeof item === 'string') return parsePythonCalls(item) ?? [];
    if (!isObject(item)) return [];
    return Object.entries(item).map(([name, args]) => ({ id: undefined, name, arguments: args }));
  });
  run.assistant('', calls);
}
