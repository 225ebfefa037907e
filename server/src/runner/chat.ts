import OpenAI, { APIConnectionError, APIError } from 'openai';
import type {
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources/chat/completions';
import { say } from '../l10n/say.ts';
import { isObject, type Json, type JsonObject } from '../model/value.ts';
import type { ChatModel, ModelMessage, ModelTurn } from './agent-loop.ts';
import type { ChatSpec } from './chat-spec.ts';
import { TransportFailure } from './runner.ts';
import { ToolNames } from './tool-names.ts';

/** How often the client itself tries again, after the time that the service asks for. */
const RETRIES = 2;

/** A model behind an address that speaks chat completions. The key goes nowhere but to that address. */
export function chatModel(spec: ChatSpec): ChatModel {
  const { baseUrl, model, apiKey, temperature } = spec;
  const client = new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    organization: null,
    project: null,
    maxRetries: RETRIES,
    logLevel: 'off',
    ...(apiKey === undefined && { defaultHeaders: { Authorization: null } }),
  });
  return {
    name: model,
    async complete(messages, tools, seed, signal) {
      const names = new ToolNames(tools);
      try {
        const asked = client.chat.completions.create(
          {
            model,
            temperature,
            seed: spec.seed ?? seed,
            messages: messages.map((message) => asParam(message, names)),
            ...(tools.length > 0 && { tools: tools.map((tool) => asTool(tool, names)) }),
            stream: true,
            stream_options: { include_usage: true },
          },
          { signal },
        );
        const { data, response } = await asked.withResponse();
        const isStream = !/\bjson\b/.test(response.headers.get('content-type') ?? '');
        return await turnOf(isStream ? data : wholeMessage(await response.json()), names);
      } catch (error) {
        throw failureOf(error, spec);
      }
    },
  };
}

function asTool(
  { name, description, inputSchema }: JsonObject,
  names: ToolNames,
): ChatCompletionTool {
  return {
    type: 'function',
    function: {
      name: names.sent(String(name)),
      ...(typeof description === 'string' && { description }),
      parameters: isObject(inputSchema) ? (inputSchema as Record<string, unknown>) : {},
    },
  };
}

function asParam(
  { role, content, toolCalls, toolCallId }: ModelMessage,
  names: ToolNames,
): ChatCompletionMessageParam {
  if (role === 'tool') return { role, content, tool_call_id: toolCallId ?? '' };
  if (role === 'assistant' && toolCalls) {
    return {
      role,
      content: content === '' ? null : content,
      tool_calls: toolCalls.map(({ id, name, arguments: args }) => ({
        id,
        type: 'function',
        function: { name: names.sent(name), arguments: args },
      })),
    };
  }
  return { role: role as 'user', content };
}

type Chunks = AsyncIterable<OpenAI.Chat.Completions.ChatCompletionChunk>;

/** The one piece of a service that does not stream, though it was asked to. */
async function* wholeMessage({ choices, usage }: OpenAI.ChatCompletion): Chunks {
  const pieces = choices.map(({ message, finish_reason, index }) => {
    const calls = message.tool_calls?.map((call, at) => ({ ...call, index: at }));
    return { index, finish_reason, delta: { ...message, tool_calls: calls } };
  });
  yield { choices: pieces, usage } as OpenAI.ChatCompletionChunk;
}

interface Growing {
  id: string;
  name: string;
  arguments: string;
}

/** Puts a message together of its pieces. One that breaks off before its end is no message. */
async function turnOf(chunks: Chunks, names: ToolNames): Promise<ModelTurn> {
  let content = '';
  let isWhole = false;
  let usage: Json | undefined;
  const calls = new Map<number, Growing>();
  for await (const { choices, usage: told } of chunks) {
    if (told) usage = told as unknown as Json;
    const [choice] = choices;
    if (!choice) continue;
    content += choice.delta?.content ?? '';
    for (const piece of choice.delta?.tool_calls ?? []) {
      const call = calls.get(piece.index) ?? { id: '', name: '', arguments: '' };
      calls.set(piece.index, call);
      call.id ||= piece.id ?? '';
      call.name += piece.function?.name ?? '';
      call.arguments += piece.function?.arguments ?? '';
    }
    if (choice.finish_reason) isWhole = true;
  }
  if (!isWhole) throw new TransportFailure(say`the answer of the model was cut off`);
  return {
    content,
    calls: [...calls]
      .sort(([a], [b]) => a - b)
      .map(([index, { id, name, arguments: args }]) => ({
        id: id || `call_${index}`,
        name: names.real(name),
        arguments: args,
      })),
    ...figuresOf(usage),
  };
}

function figuresOf(usage: Json | undefined): Partial<ModelTurn> {
  if (!isObject(usage)) return {};
  const { prompt_tokens: input, completion_tokens: output, cost } = usage;
  return {
    ...(typeof input === 'number' && { inputTokens: input }),
    ...(typeof output === 'number' && { outputTokens: output }),
    ...(typeof cost === 'number' && { costUsd: cost }),
  };
}

/** Statuses that say nothing of the request: it may be made again. */
const isPassing = (status: number | undefined): boolean =>
  status === undefined || status === 408 || status === 409 || status === 429 || status >= 500;

function failureOf(error: unknown, { baseUrl, apiKey, model }: ChatSpec): Error {
  if (error instanceof TransportFailure) return error;
  const status = error instanceof APIError ? error.status : undefined;
  const said = error instanceof Error ? error.message : String(error);
  const reason = apiKey ? said.replaceAll(apiKey, '…') : said;
  const text = `${model} at ${baseUrl}: ${reason}`;
  const isTransport =
    error instanceof APIConnectionError || !(error instanceof APIError) || isPassing(status);
  return isTransport ? new TransportFailure(text) : new Error(text);
}
