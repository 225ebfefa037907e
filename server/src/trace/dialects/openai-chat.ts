import type { Run } from '../../model/run.ts';
import { isObject, type Json, type JsonObject } from '../../model/value.ts';
import { type CallInput, contentText, type RunBuilder } from '../builder.ts';
import { type Context, newRun, type TraceDialect } from '../dialect.ts';
import { defined, each, label, listOf, number, object, objects, text } from '../json.ts';

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];

const isMessage = (value: JsonObject): boolean =>
  typeof value.role === 'string' &&
  ROLES.includes(value.role) &&
  !Object.hasOwn(value, 'parts') &&
  (value.type === undefined || value.type === 'message');

/** Parts by which other dialects with `role` and `content` are told from this one. */
const FOREIGN_PARTS = ['tool_use', 'tool_result', 'input_text', 'output_text'];

const isForeign = (message: JsonObject): boolean =>
  objects(message.content).some(
    (part) =>
      (typeof part.type === 'string' && FOREIGN_PARTS.includes(part.type)) ||
      part.toolUse !== undefined ||
      part.toolResult !== undefined ||
      (part.type === undefined && part.text !== undefined),
  );

const conversation = (value: Json | undefined): readonly JsonObject[] | undefined =>
  value !== undefined && listOf(value, isMessage) && !value.some(isForeign) ? value : undefined;

/** Chat Completions: messages, a request that holds them, or a response's choices. */
export const openaiChat: TraceDialect = {
  id: 'openai-chat',
  read(value, context) {
    const bare = conversation(value);
    if (bare) return [runOfMessages(bare, context)];
    if (!isObject(value)) return null;
    const facts = factsOf(value);
    const messages = conversation(value.messages);
    if (messages) return [{ ...runOfMessages(messages, context), ...facts }];
    if (!Array.isArray(value.choices)) return null;
    const choices = each(objects(value.choices), 'message');
    return choices.map((message, index) => ({
      ...runOfMessages([message], context),
      ...facts,
      ...(choices.length > 1 && { runId: String(index + 1) }),
    }));
  },
};

function factsOf(value: JsonObject): Partial<Run> {
  const usage = object(value.usage);
  return defined({
    runId: label(value.run_id) ?? label(value.id),
    caseId: label(value.case_id),
    model: text(value.model),
    meta: object(value.meta) ?? object(value.metadata),
    usage:
      usage &&
      defined({
        inputTokens: number(usage.prompt_tokens),
        outputTokens: number(usage.completion_tokens),
      }),
  }) as Partial<Run>;
}

/** One run of Chat messages; each message of the assistant is a batch. */
export function runOfMessages(messages: readonly JsonObject[], context: Context): Run {
  const run = newRun(context);
  for (const message of messages) addChatMessage(run, message);
  return run.finish({ runId: '1' });
}

/** Adds one Chat message to a run. */
export function addChatMessage(run: RunBuilder, message: JsonObject): void {
  run.reads(message);
  const content = contentText(message.content);
  switch (message.role) {
    case 'user':
      run.user(content);
      break;
    case 'assistant':
      run.assistant(content, callsOf(message));
      break;
    case 'tool':
    case 'function':
      run.result({
        id: label(message.tool_call_id),
        name: text(message.name),
        output: outputOf(message.content),
        // Beyond the API, some records mark errors so.
        status: message.error === true || message.is_error === true ? 'error' : undefined,
      });
      break;
    default:
      run.other(text(message.role) ?? 'other', content);
  }
}

/** Parts that are texts are one text; anything else is kept as it is. */
const outputOf = (content: Json | undefined): Json | undefined =>
  Array.isArray(content) && content.every((part) => isObject(part) && part.type === 'text')
    ? contentText(content)
    : content;

function callsOf(message: JsonObject): CallInput[] {
  const legacy = object(message.function_call);
  return [
    ...objects(message.tool_calls ?? null).flatMap((call) => callOf(call) ?? []),
    ...(legacy ? (callOf({ function: legacy }) ?? []) : []),
  ].flat();
}

/** `{id, function: {name, arguments}}`, a custom tool's `{custom: {name, input}}`, or `{name, arguments}`. */
function callOf(call: JsonObject): CallInput[] {
  const body = object(call.function) ?? object(call.custom) ?? call;
  const name = text(body.name) ?? text(call.function);
  return [{ id: label(call.id), name, arguments: body.arguments ?? body.args ?? body.input ?? {} }];
}
