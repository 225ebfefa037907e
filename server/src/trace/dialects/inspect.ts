import { say } from '../../l10n/say.ts';
import type { CallStatus, Run } from '../../model/run.ts';
import { isObject, type JsonObject } from '../../model/value.ts';
import { type CallInput, contentText, type RunBuilder } from '../builder.ts';
import { type Context, newRun, type TraceDialect } from '../dialect.ts';
import { defined, each, label, member, number, object, objects, text } from '../json.ts';

const ERROR_STATUS: Readonly<Record<string, CallStatus>> = {
  timeout: 'timeout',
  approval: 'denied',
};

/** Logs of Inspect: one run a sample and epoch, by its messages or, without them, its events. */
export const inspect: TraceDialect = {
  id: 'inspect',
  read(value, context) {
    if (!isObject(value)) return null;
    const isEvents =
      Array.isArray(value.events) && objects(value.events).some(({ event }) => text(event));
    if (isEvents && value.samples === undefined) return readSamples([value], undefined, context);
    const isLog = Array.isArray(value.samples) && isObject(value.eval);
    return isLog ? readSamples(objects(value.samples), object(value.eval), context) : null;
  },
};

function readSamples(
  samples: readonly JsonObject[],
  evaluation: JsonObject | undefined,
  context: Context,
): Run[] {
  return samples.flatMap((sample, index) => {
    const run = newRun(context);
    const messages = messagesOf(sample);
    const events = messages.length > 0 ? [] : objects(sample.events).filter(isToolEvent);
    for (const message of messages) addMessage(run, message);
    for (const event of events) addEvent(run, event);
    const caseId = label(sample.id);
    if (messages.length === 0 && events.length === 0) {
      context.report(say`sample ${caseId ?? index + 1} holds no messages`);
      return [];
    }
    const seconds = number(sample.total_time);
    return run.finish({
      runId: [caseId ?? String(index + 1), label(sample.epoch)].filter(Boolean).join('-'),
      ...defined({
        caseId,
        model: text(evaluation?.model),
        latencyMs: seconds === undefined ? undefined : seconds * 1000,
      }),
      meta: defined({ scores: sample.scores ?? undefined, epoch: sample.epoch }),
    });
  });
}

const isToolEvent = ({ event, function: name }: JsonObject): boolean =>
  event === 'tool' && typeof name === 'string';

/** Without messages, what its last model was shown and answered. */
function messagesOf(sample: JsonObject): readonly JsonObject[] {
  const messages = objects(sample.messages);
  if (messages.length > 0) return messages;
  const last = objects(sample.events).findLast(({ event }) => event === 'model');
  const answers = each(objects(object(last?.output)?.choices), 'message');
  return [...objects(last?.input), ...answers.slice(0, 1)];
}

function addMessage(run: RunBuilder, message: JsonObject): void {
  const content = contentText(message.content);
  if (message.role === 'user') run.user(content);
  else if (message.role === 'assistant') run.assistant(content, callsOf(message));
  else if (message.role === 'tool') addResult(run, message, label(message.tool_call_id), content);
  else run.other(text(message.role) ?? 'system', content);
}

const callsOf = (message: JsonObject): CallInput[] =>
  objects(message.tool_calls).map((call) => {
    const body = object(call.function);
    const name = text(call.function) ?? text(body?.name);
    return { id: label(call.id), name, arguments: call.arguments ?? body?.arguments ?? {} };
  });

function addResult(
  run: RunBuilder,
  result: JsonObject,
  id: string | undefined,
  output: string,
): void {
  const name = text(result.function);
  // The message that made the call can be cut off: what it was called with is then not known.
  if (name !== undefined && !run.knows(id)) run.add({ id, name, arguments: undefined }, 'own');
  const error = object(result.error);
  const kind = text(error?.type) ?? '';
  run.result({
    id,
    name,
    output,
    ...(error && {
      status: ERROR_STATUS[kind] ?? 'error',
      error: text(error.message) ?? error,
    }),
  });
}

function addEvent(run: RunBuilder, event: JsonObject): void {
  const id = label(event.id);
  const name = text(event.function) ?? '';
  run.add({ id, name, arguments: event.arguments ?? {} }, 'own');
  addResult(run, event, id, contentText(member(event, 'result')));
}
