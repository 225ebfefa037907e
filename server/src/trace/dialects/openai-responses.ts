import type { Run } from '../../model/run.ts';
import { isObject, type Json, type JsonObject } from '../../model/value.ts';
import { type CallInput, contentText, type RunBuilder } from '../builder.ts';
import { type Context, newRun, type TraceDialect } from '../dialect.ts';
import { defined, label, listOf, number, object, objects, text } from '../json.ts';

/** An item of a conversation, and when it was written, where that is known. */
export interface TimedItem {
  readonly item: JsonObject;
  readonly atMs?: number;
}

const CALLS = ['function_call', 'custom_tool_call', 'mcp_call'];
const OUTPUTS = ['function_call_output', 'custom_tool_call_output'];
const OTHERS = ['reasoning', 'message', 'item_reference', 'mcp_list_tools'];

const isItem = (value: JsonObject): boolean =>
  typeof value.type === 'string'
    ? [...CALLS, ...OUTPUTS, ...OTHERS].includes(value.type) || value.type.endsWith('_call')
    : typeof value.role === 'string' && Object.hasOwn(value, 'content');

/** Marks of the Responses API, where messages alone could be another's. */
const isTelling = ({ type, content }: JsonObject): boolean =>
  (typeof type === 'string' && type !== 'message') ||
  objects(content).some((part) => part.type === 'input_text' || part.type === 'output_text');

const isConversation = (value: Json): value is JsonObject[] =>
  listOf(value, isItem) && value.some(isTelling);

/** The Responses API: items, a request's input, or a response's output. */
export const openaiResponses: TraceDialect = {
  id: 'openai-responses',
  read(value, context) {
    if (isConversation(value)) return [runOfItems(timed(value), newRun(context)).finish(FIRST)];
    if (!isObject(value)) return null;
    const parts = [value.input, value.output].filter((part) => part !== undefined);
    const isResponse = value.object === 'response' || parts.some((part) => isConversation(part));
    if (!isResponse) return null;
    const run = newRun(context);
    if (typeof value.input === 'string') run.user(value.input);
    return [{ ...runOfItems(timed(parts.flatMap(objects)), run).finish(FIRST), ...factsOf(value) }];
  },
};

const FIRST = { runId: '1' };

const timed = (items: readonly JsonObject[]): TimedItem[] => items.map((item) => ({ item }));

function factsOf(value: JsonObject): Partial<Run> {
  const usage = object(value.usage);
  return defined({
    runId: label(value.id),
    model: text(value.model),
    usage:
      usage &&
      defined({
        inputTokens: number(usage.input_tokens),
        outputTokens: number(usage.output_tokens),
      }),
  }) as Partial<Run>;
}

/** Items of the assistant between two answers are one message: its calls are simultaneous. */
export function runOfItems(items: readonly TimedItem[], run: RunBuilder): RunBuilder {
  let texts: string[] = [];
  let calls: CallInput[] = [];
  const flush = () => {
    if (texts.length > 0 || calls.length > 0) run.assistant(texts.join('\n'), calls);
    texts = [];
    calls = [];
  };
  for (const { item, atMs } of items) {
    const type = text(item.type) ?? 'message';
    const name = text(item.name);
    const id = label(item.call_id ?? item.id);
    if (CALLS.includes(type)) {
      calls.push({ id, name, arguments: item.arguments ?? item.input, startedMs: atMs });
      if (type === 'mcp_call') {
        flush();
        const { output, error } = item;
        run.result({ id, output: output ?? undefined, error: error ?? undefined });
      }
    } else if (OUTPUTS.includes(type)) {
      flush();
      run.result({ id, output: outputOf(item.output), endedMs: atMs });
    } else if (type === 'message') {
      const content = contentText(item.content);
      if (item.role === 'assistant') {
        texts.push(content);
        continue;
      }
      flush();
      if (item.role === 'user') run.user(content);
      else run.other(text(item.role) ?? 'system', content);
    }
  }
  flush();
  return run;
}

const outputOf = (output: Json | undefined): Json | undefined =>
  Array.isArray(output) ? contentText(output) : output;

export const runOfTimedItems = (items: readonly TimedItem[], context: Context): RunBuilder =>
  runOfItems(items, newRun(context));
