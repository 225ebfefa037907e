import type { Run } from '../../model/run.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import type { RunBuilder } from '../builder.ts';
import { type Context, newRun, type TraceDialect } from '../dialect.ts';
import { defined, label, listOf, member, number, object, text, unfold } from '../json.ts';
import { byTrace, listUnder, readSpans, type Span } from '../spans.ts';
import { addChatMessage } from './openai-chat.ts';
import { addPartsMessage, isPartsMessage } from './otel-messages.ts';

/** The names under which a convention records what we read. */
interface Vocabulary {
  isTool(attributes: JsonObject): boolean;
  isModel(attributes: JsonObject): boolean;
  readonly toolName: readonly string[];
  readonly toolCallId: readonly string[];
  readonly toolArguments: readonly string[];
  readonly toolResult: readonly string[];
  readonly model: readonly string[];
  readonly inputTokens: string;
  readonly outputTokens: string;
  /** The conversation that a span of a model shows, its answer last. */
  messages(attributes: JsonObject): readonly JsonObject[];
}

const GENERATION = ['chat', 'generate_content', 'text_completion'];

const genAi: Vocabulary = {
  isTool: (attributes) =>
    attributes['gen_ai.operation.name'] === 'execute_tool' ||
    (attributes['gen_ai.tool.name'] !== undefined &&
      attributes['gen_ai.operation.name'] === undefined),
  isModel: (attributes) => GENERATION.includes(text(attributes['gen_ai.operation.name']) ?? ''),
  toolName: ['gen_ai.tool.name'],
  toolCallId: ['gen_ai.tool.call.id'],
  toolArguments: ['gen_ai.tool.call.arguments', 'input'],
  toolResult: ['gen_ai.tool.call.result', 'output'],
  model: ['gen_ai.response.model', 'gen_ai.request.model'],
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  messages: (attributes) => [
    ...conversation(member(attributes, 'gen_ai.input.messages', 'gen_ai.prompt', 'input')),
    ...answer(member(attributes, 'gen_ai.output.messages', 'gen_ai.completion', 'output')),
  ],
};

const openInference: Vocabulary = {
  isTool: (attributes) => attributes['openinference.span.kind'] === 'TOOL',
  isModel: (attributes) => attributes['openinference.span.kind'] === 'LLM',
  toolName: ['tool.name'],
  toolCallId: ['tool.id', 'tool_call.id'],
  toolArguments: ['tool.parameters', 'input.value'],
  toolResult: ['output.value'],
  model: ['llm.model_name'],
  inputTokens: 'llm.token_count.prompt',
  outputTokens: 'llm.token_count.completion',
  messages: (attributes) => {
    const input = listUnder(attributes, 'llm.input_messages').map(fromInference);
    const output = listUnder(attributes, 'llm.output_messages').map(fromInference);
    return [
      ...(input.length > 0 ? input : conversation(attributes['input.value'])),
      ...(output.length > 0 ? output : answer(attributes['output.value'])),
    ];
  },
};

/** A list of messages, or a request that holds one, also as JSON text. */
function conversation(value: Json | undefined): readonly JsonObject[] {
  const unfolded = unfold(value);
  const messages = object(unfolded)?.messages ?? unfolded;
  return messages !== undefined && listOf(messages, (item) => typeof item.role === 'string')
    ? messages
    : [];
}

/** The assistant's messages, or an object with its text. */
function answer(value: Json | undefined): readonly JsonObject[] {
  const messages = conversation(value);
  if (messages.length > 0) return messages;
  const content = text(object(unfold(value))?.text);
  return content === undefined ? [] : [{ role: 'assistant', content }];
}

/** A message of OpenInference, written out key by key, as Chat Completions has it. */
function fromInference(item: JsonObject): JsonObject {
  const contents = listUnder(item, 'message.contents');
  const parts = contents.flatMap((part) => text(part['message_content.text']) ?? []);
  const calls = listUnder(item, 'message.tool_calls').map((call) => ({
    id: call['tool_call.id'] ?? null,
    function: {
      name: call['tool_call.function.name'] ?? null,
      arguments: call['tool_call.function.arguments'] ?? '',
    },
  }));
  return defined({
    role: item['message.role'] ?? 'other',
    content: item['message.content'] ?? parts.join('\n'),
    name: item['message.name'],
    tool_call_id: item['message.tool_call_id'],
    tool_calls: calls.length > 0 ? calls : undefined,
  }) as JsonObject;
}

const dialect = (id: string, words: Vocabulary): TraceDialect => ({
  id,
  read(value, context) {
    const spans = readSpans(value);
    const relevant = ({ attributes }: Span) =>
      words.isTool(attributes) || words.isModel(attributes);
    if (!spans?.some(relevant)) return null;
    return byTrace(spans)
      .filter((trace) => trace.some(relevant))
      .map((trace, index) => readRun(trace, words, String(index + 1), context));
  },
});

/** OpenTelemetry's conventions for generative AI: OTLP JSON, exported spans, or their attributes. */
export const otelGenAi = dialect('otel-genai', genAi);

export const openInferenceSpans = dialect('openinference', openInference);

/** Messages in OpenTelemetry's own shape, as its attributes carry them. */
export const otelMessages: TraceDialect = {
  id: 'otel-genai',
  read(value, context) {
    if (!listOf(value, isPartsMessage)) return null;
    const run = newRun(context);
    for (const message of value) addPartsMessage(run, message);
    return [run.finish({ runId: '1' })];
  },
};

/**
 * A run of a trace's spans. The longest conversation that a model was shown tells of calls and turns;
 * the spans of tools add how each call went, and those calls that no conversation shows.
 */
function readRun(spans: readonly Span[], words: Vocabulary, runId: string, context: Context): Run {
  const run = newRun(context);
  const models = spans.filter(({ attributes }) => words.isModel(attributes));
  const conversations = models.map(({ attributes }) => words.messages(attributes));
  const longest = conversations.reduce((a, b) => (b.length >= a.length ? b : a), []);
  for (const message of longest) {
    if (isPartsMessage(message)) addPartsMessage(run, message);
    else addChatMessage(run, message);
  }
  // Without a conversation, calls after a model's span are of one batch.
  const batch = longest.length === 0 && models.length > 0 ? 'last' : 'own';
  for (const span of spans) {
    if (words.isTool(span.attributes)) addToolSpan(run, span, words, batch);
    else if (longest.length === 0 && words.isModel(span.attributes)) run.assistant('');
  }
  const sum = (key: string) => {
    const counts = models.flatMap(({ attributes }) => number(attributes[key]) ?? []);
    return counts.length > 0 ? counts.reduce((a, b) => a + b, 0) : undefined;
  };
  const start = spans[0]?.startMs;
  const ends = spans.flatMap(({ endMs }) => endMs ?? []);
  return run.finish({
    runId: spans[0]?.traceId || runId,
    usage: defined({ inputTokens: sum(words.inputTokens), outputTokens: sum(words.outputTokens) }),
    ...defined({
      model: text(member(models.at(-1)?.attributes, ...words.model)),
      startedAt: start === undefined ? undefined : new Date(start).toISOString(),
      latencyMs:
        start !== undefined && ends.length > 0
          ? ends.reduce((a, b) => Math.max(a, b)) - start
          : undefined,
    }),
  });
}

function addToolSpan(run: RunBuilder, span: Span, words: Vocabulary, batch: 'last' | 'own'): void {
  const { attributes, startMs, endMs, failed, failure } = span;
  const name = text(member(attributes, ...words.toolName));
  if (name === undefined) return;
  const id = label(member(attributes, ...words.toolCallId));
  const took = startMs !== undefined && endMs !== undefined ? endMs - startMs : undefined;
  const facts = defined({
    status: failed ? ('error' as const) : undefined,
    error: failed ? (failure ?? 'error') : undefined,
    latencyMs: took,
  });
  const output = unfold(member(attributes, ...words.toolResult));
  if (run.enrich({ id, name, output, ...facts })) return;
  const args = unfold(member(attributes, ...words.toolArguments));
  run.add({ id, name, arguments: args }, batch);
  run.result({ id, name, output, ...facts });
}
