import type { CallStatus } from '../../model/run.ts';
import { isObject, type Json, type JsonObject } from '../../model/value.ts';
import { contentText } from '../builder.ts';
import { newRun, type TraceDialect } from '../dialect.ts';
import { defined, label, object, text, timeMs } from '../json.ts';

interface Line {
  readonly message: JsonObject;
  /** Who sent it, where the log says so: both sides number their requests from the same figure. */
  readonly from?: string;
  readonly atMs?: number;
}

function lineOf(value: Json): Line | undefined {
  if (!isObject(value)) return undefined;
  const message = object(value.msg) ?? object(value.message) ?? value;
  if (message.jsonrpc !== '2.0') return undefined;
  const from = text(value.dir ?? value.direction);
  return { message, ...defined({ from, atMs: timeMs(value.ts ?? value.timestamp) }) };
}

const TASK_STATUS: Readonly<Record<string, CallStatus>> = {
  working: 'working',
  input_required: 'input_required',
  completed: 'ok',
  failed: 'error',
  cancelled: 'cancelled',
};

/** What a result says of the call's state; a tool's own error is a result too. */
function statusOf(result: JsonObject): CallStatus | undefined {
  if (result.isError === true) return 'error';
  if (result.resultType === 'input_required') return 'input_required';
  const task = text(object(result.task)?.status);
  return task === undefined ? undefined : TASK_STATUS[task];
}

/** A log of the Model Context Protocol's messages, with or without direction and time. */
export const mcp: TraceDialect = {
  id: 'mcp',
  read(value, context) {
    const values = Array.isArray(value) ? value : [value];
    const lines = values.map(lineOf);
    if (lines.length === 0 || lines.includes(undefined)) return null;
    const run = newRun(context);
    const callers = new Map<string, string | undefined>();
    for (const line of lines) {
      if (!line) continue;
      const { message, from, atMs } = line;
      const params = object(message.params);
      const id = label(message.id);
      const name = text(params?.name);
      if (message.method === 'tools/call') {
        run.add({ id, name, arguments: params?.arguments ?? {}, startedMs: atMs }, 'own');
        if (id !== undefined) callers.set(id, from);
      } else if (message.method === 'notifications/cancelled') {
        const cancelled = label(params?.requestId);
        if (cancelled !== undefined && callers.delete(cancelled)) {
          run.result({ id: cancelled, status: 'cancelled', endedMs: atMs });
        }
      } else if (message.method === undefined && id !== undefined && callers.has(id)) {
        if (from !== undefined && callers.get(id) === from) continue;
        callers.delete(id);
        run.result({ id, endedMs: atMs, ...answerOf(message) });
      }
    }
    return [run.finish({ runId: '1', messages: [] })];
  },
};

function answerOf(message: JsonObject): { output?: Json; error?: Json; status?: CallStatus } {
  const result = object(message.result);
  if (!result) return { error: message.error ?? null, status: 'error' };
  const status = statusOf(result);
  const failed = status === 'error';
  return {
    output: result,
    ...defined({ status }),
    ...(failed && { error: contentText(result.content) }),
  };
}
