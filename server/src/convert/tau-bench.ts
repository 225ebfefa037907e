/**
 * tau-bench: tasks with the actions that lead to the right database, and results of runs. Its reward asks
 * for the same end state, so that writes count and reads are free, and for outputs that the agent must say.
 */
import { isObject, type Json, type JsonObject } from '../model/value.ts';
import { type Importer, type ImportSource, Losses, NOTHING } from './imported.ts';
import { literal } from './matchers.ts';
import { policiesFor, seemsToWrite } from './policies.ts';
import { labelOf, listOf, objectOf, objectsOf, textOf } from './values.ts';

interface Action {
  readonly name: string;
  readonly args: JsonObject;
}

/**
 * What a task expects: its writes, in any order, and no other; its outputs as facts; reads are free.
 *
 * @param isWrite whether a tool changes the database
 */
export function tauExpectation(
  actions: readonly Action[],
  outputs: readonly string[],
  isWrite: (name: string) => boolean,
): JsonObject {
  const calls = actions
    .filter(({ name }) => isWrite(name))
    .map(({ name, args }): JsonObject => ({ name, args: literals(args) }));
  return {
    ...(calls.length > 0
      ? { calls, match: { calls: 'any_order', extra_calls: 'reads' } }
      : { tool_behavior: 'no_write' }),
    ...(outputs.length > 0 && { must_mention: [...outputs] }),
  };
}

export const literals = (args: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(args).map(([key, value]) => [key, literal(value)]));

/** Errors are texts by convention, and nothing says which tools write. */
export const tauConfig = (names: Iterable<string>): JsonObject => ({
  traces: { error_pattern: '^Error' },
  policies: policiesFor(names),
});

/** The actions of a tau-bench task. */
export const tauActions = (task: JsonObject): Action[] =>
  objectsOf(task.actions).flatMap(({ name, kwargs, arguments: args }) => {
    const known = textOf(name);
    return known === undefined ? [] : [{ name: known, args: objectOf(kwargs ?? args) }];
  });

/** Reads a list of tasks, or of results, each of which holds its task. */
export const importTauBench: Importer = (source) => {
  const items = objectsOf(
    source.values.flatMap((value) => (Array.isArray(value) ? value : [value])),
  );
  if (items.length > 0 && items.every((item) => Array.isArray(item.traj))) {
    return fromResults(source, items);
  }
  if (items.length > 0 && items.every((item) => Array.isArray(item.actions))) {
    return importTasks(
      source,
      items.map((task, index) => ({ task, id: idOf(source, index) })),
    );
  }
  return 'it holds neither tasks (with "actions") nor results (with "traj") of tau-bench';
};

const idOf = ({ stem }: ImportSource, task: Json): string => `${stem}-${labelOf(task) ?? '?'}`;

function importTasks(
  source: ImportSource,
  tasks: readonly { readonly task: JsonObject; readonly id: string }[],
  trace?: string,
) {
  const losses = new Losses();
  const cases = tasks.map(({ task, id }) => {
    losses.unread(id, task, ['user_id', 'actions', 'outputs', 'instruction', 'annotator']);
    const instruction = textOf(task.instruction);
    if (instruction !== undefined) {
      losses.add(
        id,
        'instruction',
        'the script of a simulated user stands as the one user message',
      );
    }
    const outputs = listOf(task.outputs).flatMap((output) => labelOf(output) ?? []);
    return {
      case_id: id,
      ...(instruction !== undefined && { user_message: instruction }),
      ...(source.tools && { tools: source.tools.path }),
      ...(trace !== undefined && { trace }),
      expected: tauExpectation(tauActions(task), outputs, seemsToWrite),
    };
  });
  losses.add(undefined, 'database', 'the end state is compared by the calls that change it');
  const used = tasks.flatMap(({ task }) => tauActions(task).map(({ name }) => name));
  return {
    ...NOTHING,
    cases,
    config: tauConfig([...(source.tools?.names ?? []), ...used]),
    losses: losses.all,
  };
}

/** Results bring their runs: the trace is the file as it is, with the cases' ids for the tasks'. */
function fromResults(source: ImportSource, results: readonly JsonObject[]) {
  const path = `${source.stem}.trace.json`;
  const tasks = new Map<string, JsonObject>();
  for (const { task_id, info } of results) {
    const { task } = objectOf(info);
    if (isObject(task)) tasks.set(idOf(source, task_id ?? null), task);
  }
  const made = importTasks(
    source,
    [...tasks].map(([id, task]) => ({ id, task })),
    `./${path}`,
  );
  const runs = results.map((result) => ({
    ...result,
    task_id: idOf(source, result.task_id ?? null),
  }));
  const without = results.filter(({ info }) => !isObject(objectOf(info).task));
  return {
    ...made,
    traces: [{ path, value: runs }],
    losses: [
      ...made.losses,
      ...without.map(({ task_id }) => ({
        key: 'info.task',
        reason: `the result of task ${labelOf(task_id) ?? '?'} does not say what was expected`,
      })),
    ],
  };
}
