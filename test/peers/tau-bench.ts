/** tau-bench's tasks and recorded conversations in the words of a case and a run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tauActions, tauExpectation } from '../../server/src/convert/tau-bench.ts';
import { parseJson } from '../../server/src/model/json-text.ts';
import type { Message } from '../../server/src/model/run.ts';
import type { Json, JsonObject } from '../../server/src/model/value.ts';
import type {
  EmittedSpec,
  ExpectationSpec,
  RunSpec,
  ToolSpec,
} from '../../server/src/scoring/testing.ts';

interface Action {
  readonly name: string;
  readonly kwargs: JsonObject;
}

export interface Task {
  readonly actions: readonly Action[];
  readonly outputs: readonly string[];
}

interface ToolCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

interface Turn {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly ToolCall[] | null;
  readonly tool_call_id?: string;
}

export interface Recorded {
  readonly task_id: number;
  readonly trial: number;
  readonly reward: number;
  readonly traj: readonly Turn[];
}

const read = <T>(folder: string, file: string): T =>
  JSON.parse(readFileSync(join(folder, file), 'utf8')) as T;

export const readTasks = (folder: string): Task[] => read(folder, 'airline.tasks.json');
export const readRuns = (folder: string): Recorded[] =>
  read(folder, 'gpt-4o-airline.tasks-0-24.json');

/** The policies that the airline's tools need: what changes the database writes, all else is free. */
const WRITES = /^(book|cancel|update|send)_/;

export function readTools(folder: string): ToolSpec[] {
  type Parameters = {
    properties: Record<string, { type?: string; default?: Json }>;
    required?: string[];
  };
  return read<{ function: { name: string; parameters: Parameters } }[]>(
    folder,
    'airline.tools.json',
  ).map(({ function: { name, parameters } }) => ({
    name,
    consequence: WRITES.test(name) ? 'write' : 'read',
    properties: parameters.properties,
    required: parameters.required ?? [],
  }));
}

/** What a task expects, as it is imported. */
export const taskExpectation = (task: Task): ExpectationSpec =>
  tauExpectation(tauActions(task as unknown as JsonObject), task.outputs, (name) =>
    WRITES.test(name),
  ) as ExpectationSpec;

const jsonOr = (text: string): Json => {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
};

/** A recorded conversation; an output that begins with `Error` is a failed call. */
export function tauRun({ traj }: Recorded): { calls: EmittedSpec[]; spec: RunSpec } {
  const calls: EmittedSpec[] = [];
  const messages: Message[] = [];
  for (const [i, turn] of traj.entries()) {
    if (turn.role === 'tool') continue;
    messages.push({ role: turn.role, content: turn.content ?? '' });
    for (const { id, function: made } of turn.tool_calls ?? []) {
      const answer = traj[i + 1]?.role === 'tool' ? traj[i + 1]!.content : undefined;
      calls.push({
        id,
        name: made.name,
        arguments: jsonOr(made.arguments),
        batch: i,
        ...(typeof answer === 'string' && {
          status: /^Error/.test(answer) ? 'error' : 'ok',
          output: jsonOr(answer),
        }),
      });
    }
  }
  return { calls, spec: { messages } };
}
