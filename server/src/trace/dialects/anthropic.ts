import type { Run } from '../../model/run.ts';
import { isObject, type Json, type JsonObject } from '../../model/value.ts';
import { type CallInput, contentText, type ResultInput, type RunBuilder } from '../builder.ts';
import { newRun, type TraceDialect } from '../dialect.ts';
import { defined, label, listOf, number, object, objects, text } from '../json.ts';
import { joinEvents } from './anthropic-stream.ts';

const CALLS = ['tool_use', 'server_tool_use', 'mcp_tool_use'];

const isResult = (block: JsonObject): boolean =>
  typeof block.type === 'string' && block.type.endsWith('tool_result');

const isBlock = (block: JsonObject): boolean =>
  (typeof block.type === 'string' && CALLS.includes(block.type)) || isResult(block);

const isMessage = (value: JsonObject): boolean =>
  (value.role === 'user' || value.role === 'assistant') && Object.hasOwn(value, 'content');

const conversation = (value: Json | undefined): readonly JsonObject[] | undefined =>
  value !== undefined &&
  listOf(value, isMessage) &&
  value.some((message) => objects(message.content).some(isBlock))
    ? value
    : undefined;

/** The Messages API: messages, a request, a response, or the events of a streamed one. */
export const anthropic: TraceDialect = {
  id: 'anthropic',
  read(value, context) {
    const streamed = joinEvents(value);
    const response = streamed ?? (isObject(value) && value.type === 'message' ? value : undefined);
    const holder = response ?? (isObject(value) ? value : undefined);
    const messages = response
      ? [response]
      : (conversation(value) ?? conversation(isObject(value) ? value.messages : undefined));
    if (!messages) return null;
    const run = newRun(context);
    if (!response && holder?.system !== undefined) run.other('system', contentText(holder.system));
    for (const message of messages) addMessage(run, message);
    return [run.finish({ runId: '1', ...(holder ? factsOf(holder) : {}) })];
  },
};

function factsOf(holder: JsonObject): Partial<Run> {
  const usage = object(holder.usage);
  return defined({
    runId: label(holder.id),
    model: text(holder.model),
    usage:
      usage &&
      defined({
        inputTokens: number(usage.input_tokens),
        outputTokens: number(usage.output_tokens),
      }),
  }) as Partial<Run>;
}

/** When the message was written, where the record tells. */
interface Timing {
  readonly startedMs?: number | undefined;
  readonly endedMs?: number | undefined;
}

/** Adds a message to a run: results stand in messages of the user, and are no turn. */
export function addMessage(run: RunBuilder, message: JsonObject, timing: Timing = {}): void {
  const blocks = objects(message.content);
  const results = blocks.filter(isResult).map((block) => resultOf(block, timing));
  const said = contentText(message.content);
  if (message.role === 'assistant') {
    run.assistant(said, callsOf(blocks, timing));
    for (const result of results) run.result(result);
  } else {
    for (const result of results) run.result(result);
    if (said !== '' || results.length === 0) run.user(said);
  }
}

const callsOf = (blocks: readonly JsonObject[], timing: Timing): CallInput[] =>
  blocks.flatMap((block) => {
    if (typeof block.type !== 'string' || !CALLS.includes(block.type)) return [];
    const [id, name] = [label(block.id), text(block.name)];
    return [{ id, name, arguments: block.input ?? {}, startedMs: timing.startedMs }];
  });

function resultOf(block: JsonObject, timing: Timing): ResultInput {
  const { content } = block;
  const isText =
    Array.isArray(content) && content.every((part) => isObject(part) && part.type === 'text');
  const output = isText ? contentText(content) : content;
  return {
    id: label(block.tool_use_id ?? block.toolUseId),
    output,
    endedMs: timing.endedMs,
    ...(block.is_error === true && { status: 'error', error: output ?? null }),
  };
}
