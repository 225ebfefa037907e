import type { Run } from '../../model/run.ts';
import { isObject, type Json, type JsonObject } from '../../model/value.ts';
import type { Context, TraceDialect } from '../dialect.ts';
import { defined, label, listOf, number, object, objects, text } from '../json.ts';
import { runOfMessages } from './openai-chat.ts';

const isResult = (value: JsonObject): boolean =>
  Array.isArray(value.traj) && Object.hasOwn(value, 'task_id');

/** tau-bench: a list of results, each with the messages of one trial of a task. */
export const tauBench: TraceDialect = {
  id: 'tau-bench',
  read(value, context) {
    if (isObject(value) && isResult(value)) return [readResult(value, context)];
    return listOf(value, isResult) ? value.map((result) => readResult(result, context)) : null;
  },
};

function readResult(result: JsonObject, context: Context): Run {
  const { reward, task_id: task, trial } = result;
  return {
    ...runOfMessages(objects(result.traj), context),
    ...defined({ caseId: label(task) }),
    runId: [label(task), label(trial)].filter((part) => part !== undefined).join('-'),
    meta: defined({ reward, task_id: task, trial }),
  };
}

/** tau2: one file of simulations, whose messages carry calls as `{id, name, arguments}`. */
export const tau2: TraceDialect = {
  id: 'tau2',
  read(value, context) {
    if (!isObject(value) || !Array.isArray(value.simulations)) return null;
    const model = modelOf(value);
    return objects(value.simulations).map((simulation, index) => ({
      ...runOfMessages(agentsMessages(simulation.messages), context),
      ...defined({
        runId: label(simulation.id) ?? String(index + 1),
        caseId: label(simulation.task_id),
        model,
        startedAt: label(simulation.start_time),
        costUsd: number(simulation.agent_cost),
        latencyMs: scaled(number(simulation.duration)),
      }),
      meta: defined({ reward: object(simulation.reward_info)?.reward, trial: simulation.trial }),
    }));
  },
};

const scaled = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : seconds * 1000;

const modelOf = (value: JsonObject): string | undefined =>
  label(object(object(value.info)?.agent_info)?.llm);

/** What the simulated user does with tools of its own is not the agent's: it is left out. */
function agentsMessages(messages: Json | undefined): JsonObject[] {
  return objects(messages)
    .flatMap((message) =>
      Array.isArray(message.tool_messages) ? objects(message.tool_messages) : message,
    )
    .filter(({ role, requestor, content, tool_calls }) =>
      role === 'user'
        ? text(content) || !Array.isArray(tool_calls)
        : role !== 'tool' || requestor !== 'user',
    )
    .map((message) =>
      message.role === 'tool' ? { ...message, tool_call_id: message.id ?? null } : message,
    );
}
