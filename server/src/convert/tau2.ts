/** tau2: tasks with evaluation criteria of several kinds, alone or in one file with their simulations. */
import { isObject, type Json, type JsonObject } from '../model/value.ts';
import { type Importer, type ImportSource, Losses, NOTHING } from './imported.ts';
import { seemsToWrite } from './policies.ts';
import { literals, tauConfig } from './tau-bench.ts';
import { labelOf, listOf, objectOf, objectsOf, textOf } from './values.ts';

/** Reads a list of tasks, `{tasks: […]}`, or results with `tasks` and `simulations`. */
export const importTau2: Importer = (source) => {
  const whole = source.values.length === 1 ? source.values[0]! : [...source.values];
  const tasks = objectsOf(isObject(whole) ? whole.tasks : whole);
  if (tasks.length === 0 || !tasks.every((task) => isObject(task.evaluation_criteria))) {
    return 'it holds no tasks of tau2, which have "evaluation_criteria"';
  }
  const simulations = isObject(whole) ? objectsOf(whole.simulations) : [];
  const path = `${source.stem}.trace.json`;
  const losses = new Losses();
  const cases = tasks.map((task, index) =>
    caseOf(source, task, index, simulations.length > 0 ? `./${path}` : undefined, losses),
  );
  const used = tasks.flatMap((task) =>
    objectsOf(objectOf(task.evaluation_criteria).actions).flatMap(({ name }) => textOf(name) ?? []),
  );
  const own =
    isObject(whole) && simulations.length > 0 ? [{ path, value: traceOf(source, whole) }] : [];
  return {
    ...NOTHING,
    cases,
    traces: own,
    config: tauConfig([...(source.tools?.names ?? []), ...used]),
    losses: losses.all,
  };
};

const idOf = ({ stem }: ImportSource, id: Json | undefined, index: number): string =>
  `${stem}-${labelOf(id) ?? index}`;

/** The file as it is, with the cases' ids for the tasks'. */
const traceOf = (source: ImportSource, whole: JsonObject): JsonObject => ({
  ...whole,
  simulations: objectsOf(whole.simulations).map((simulation) => ({
    ...simulation,
    task_id: idOf(source, simulation.task_id, 0),
  })),
});

function caseOf(
  source: ImportSource,
  task: JsonObject,
  index: number,
  trace: string | undefined,
  losses: Losses,
): JsonObject {
  const id = idOf(source, task.id, index);
  losses.unread(id, task, ['id', 'description', 'user_scenario', 'evaluation_criteria']);
  const message = scriptOf(task);
  if (message !== '') {
    losses.add(
      id,
      'user_scenario',
      'the script of a simulated user stands as the one user message',
    );
  }
  const purpose = textOf(objectOf(task.description).purpose);
  return {
    case_id: id,
    ...(purpose !== undefined && { description: purpose }),
    ...(message !== '' && { user_message: message }),
    ...(source.tools && { tools: source.tools.path }),
    ...(trace !== undefined && { trace }),
    expected: expectationOf(id, objectOf(task.evaluation_criteria), losses),
  };
}

/** What the simulated user is told, part by part. */
function scriptOf({ user_scenario: scenario }: JsonObject): string {
  const { instructions } = objectOf(scenario);
  if (typeof instructions === 'string') return instructions;
  const parts = ['reason_for_call', 'known_info', 'task_instructions'];
  return parts.flatMap((key) => textOf(objectOf(instructions)[key]) ?? []).join('\n');
}

const READ = ['actions', 'communicate_info', 'reward_basis'];

function expectationOf(id: string, criteria: JsonObject, losses: Losses): JsonObject {
  losses.unread(id, criteria, READ, 'evaluation_criteria.');
  const basis = listOf(criteria.reward_basis);
  const isBasis = (name: string) => basis.length === 0 || basis.includes(name);
  for (const name of basis) {
    if (!['DB', 'ACTION', 'COMMUNICATE'].includes(String(name))) {
      losses.add(id, 'evaluation_criteria.reward_basis', `${labelOf(name)} is not judged`);
    }
  }
  const calls = isBasis('DB') || isBasis('ACTION') ? callsOf(id, criteria, losses) : [];
  const facts = isBasis('COMMUNICATE') ? listOf(criteria.communicate_info) : [];
  // Where only the database counts, calls that read are free.
  const due =
    isBasis('ACTION') && basis.length > 0
      ? calls
      : calls.filter(({ name }) => seemsToWrite(String(name)));
  return {
    ...(due.length > 0
      ? { calls: due, match: { calls: 'any_order', extra_calls: 'reads' } }
      : { tool_behavior: 'no_write' }),
    ...(facts.length > 0 && { must_mention: facts.flatMap((fact) => labelOf(fact) ?? []) }),
  };
}

function callsOf(id: string, criteria: JsonObject, losses: Losses): JsonObject[] {
  return objectsOf(criteria.actions).flatMap((action): JsonObject[] => {
    const name = textOf(action.name);
    if (name === undefined) return [];
    if (action.requestor === 'user') {
      losses.add(id, 'evaluation_criteria.actions', `${name} is a call of the simulated user's`);
      return [];
    }
    const compared = Array.isArray(action.compare_args) ? action.compare_args : undefined;
    const args = Object.entries(objectOf(action.arguments)).filter(
      ([key]) => !compared || compared.includes(key),
    );
    return [
      {
        name,
        args: literals(Object.fromEntries(args)),
        ...(compared && { match: { args: 'partial' } }),
      },
    ];
  });
}
