import type { Run } from '../../model/run.ts';
import { isObject, type Json, type JsonObject } from '../../model/value.ts';
import type { CallInput, ResultInput, RunBuilder } from '../builder.ts';
import { newRun, type TraceDialect } from '../dialect.ts';
import { defined, label, listOf, member, number, object, objects, text } from '../json.ts';

const isPart = (part: JsonObject): boolean =>
  [
    'text',
    'functionCall',
    'function_call',
    'functionResponse',
    'function_response',
    'inlineData',
    'inline_data',
    'fileData',
    'file_data',
    'thought',
    'executableCode',
    'executable_code',
  ].some((key) => Object.hasOwn(part, key)) && !(typeof part.type === 'string');

const isContent = (value: JsonObject): boolean =>
  Array.isArray(value.parts) && value.parts.every((part) => isObject(part) && isPart(part));

const isEvent = (value: JsonObject): boolean =>
  typeof value.author === 'string' || (isObject(value.content) && isContent(value.content));

/** Gemini's contents, a request or a response with them, and sessions of its Agent Development Kit. */
export const gemini: TraceDialect = {
  id: 'gemini',
  read(value, context) {
    const run = newRun(context);
    if (listOf(value, isContent)) {
      for (const content of value) addContent(run, content);
      return [run.finish({ runId: '1' })];
    }
    if (!isObject(value)) return null;
    if (Array.isArray(value.contents) && objects(value.contents).every(isContent)) {
      for (const content of objects(value.contents)) addContent(run, content);
    } else if (isSession(value)) {
      for (const event of objects(value.events)) addEvent(run, event);
    } else if (!Array.isArray(value.candidates)) {
      return null;
    }
    // A response offers candidates: the first is the one that counts.
    const answer = object(objects(value.candidates)[0]?.content);
    if (answer) addContent(run, { role: 'model', ...answer });
    return [run.finish({ runId: '1', ...factsOf(value) })];
  },
};

const isSession = (value: JsonObject): boolean =>
  Array.isArray(value.events) &&
  objects(value.events).every(isEvent) &&
  (value.events.length > 0 || member(value, 'app_name', 'appName') !== undefined);

function factsOf(value: JsonObject): Partial<Run> {
  const usage = object(member(value, 'usageMetadata', 'usage_metadata'));
  return defined({
    runId: label(value.id),
    model: text(member(value, 'modelVersion', 'model_version', 'model')),
    finalState: Array.isArray(value.events) ? object(value.state) : undefined,
    usage:
      usage &&
      defined({
        inputTokens: number(member(usage, 'promptTokenCount', 'prompt_token_count')),
        outputTokens: number(member(usage, 'candidatesTokenCount', 'candidates_token_count')),
      }),
  }) as Partial<Run>;
}

function addEvent(run: RunBuilder, event: JsonObject): void {
  const content = object(event.content);
  // A partial event is sent again as a whole.
  if (!content || event.partial === true || object(event.options)?.partial === true) return;
  const seconds = number(event.timestamp);
  const atMs = seconds === undefined ? undefined : seconds * 1000;
  addContent(run, { ...content, role: event.author === 'user' ? 'user' : 'model' }, atMs);
}

/** Results stand under the user's role, or a role of their own, and are no turn. */
function addContent(run: RunBuilder, content: JsonObject, atMs?: number): void {
  run.reads(content);
  const parts = objects(content.parts).filter((part) => part.thought !== true);
  const calls = parts.flatMap((part) =>
    callOf(object(member(part, 'functionCall', 'function_call')), atMs),
  );
  const results = parts.flatMap((part) =>
    resultOf(object(member(part, 'functionResponse', 'function_response')), atMs),
  );
  const said = parts.flatMap((part) => text(part.text) ?? []).join('\n');
  for (const result of results) run.result(result);
  if (results.length > 0 && calls.length === 0 && said === '') return;
  if (content.role === 'model') run.assistant(said, calls);
  else run.user(said);
}

const callOf = (call: JsonObject | undefined, startedMs: number | undefined): CallInput[] => {
  if (!call) return [];
  return [{ id: label(call.id), name: text(call.name), arguments: call.args ?? {}, startedMs }];
};

const resultOf = (answer: JsonObject | undefined, endedMs: number | undefined): ResultInput[] => {
  if (!answer) return [];
  const { response } = answer;
  const error = isObject(response) ? errorOf(response) : undefined;
  return [{ id: label(answer.id), name: text(answer.name), output: response, error, endedMs }];
};

/** By convention an answer tells of an error under the one key `error`. */
const errorOf = (response: JsonObject): Json | undefined =>
  Object.keys(response).length === 1 ? (response.error ?? undefined) : undefined;
