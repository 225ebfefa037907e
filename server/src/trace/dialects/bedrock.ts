import type { CallStatus } from '../../model/run.ts';
import { isObject, type Json, type JsonObject } from '../../model/value.ts';
import { contentText, type RunBuilder } from '../builder.ts';
import { newRun, type TraceDialect } from '../dialect.ts';
import { defined, each, label, listOf, number, object, objects, text } from '../json.ts';

const isMessage = (value: JsonObject): boolean =>
  typeof value.role === 'string' &&
  Array.isArray(value.content) &&
  value.content.every((block) => isObject(block) && block.type === undefined);

const conversation = (value: Json | undefined): readonly JsonObject[] | undefined =>
  value !== undefined && listOf(value, isMessage) ? value : undefined;

/** Amazon Bedrock's Converse API: messages, a request, or a response. */
export const bedrock: TraceDialect = {
  id: 'bedrock',
  read(value, context) {
    const holder = isObject(value) ? value : undefined;
    const answer = object(object(holder?.output)?.message);
    const messages =
      conversation(value) ??
      conversation(holder?.messages) ??
      (answer && isMessage(answer) ? [answer] : undefined);
    if (!messages) return null;
    const run = newRun(context);
    for (const message of messages) addMessage(run, message);
    const usage = object(holder?.usage);
    const tokens =
      usage &&
      defined({ inputTokens: number(usage.inputTokens), outputTokens: number(usage.outputTokens) });
    return [run.finish({ runId: '1', ...defined({ usage: tokens }) })];
  },
};

function addMessage(run: RunBuilder, message: JsonObject): void {
  const blocks = objects(message.content);
  const said = contentText(blocks.filter((block) => typeof block.text === 'string'));
  const results = each(blocks, 'toolResult');
  for (const result of results) {
    const output = outputOf(result.content);
    const status: CallStatus = result.status === 'error' ? 'error' : 'ok';
    run.result({
      id: label(result.toolUseId),
      output,
      ...(status === 'error' && { status, error: output ?? null }),
    });
  }
  if (message.role === 'assistant') {
    const calls = each(blocks, 'toolUse').map((call) => ({
      id: label(call.toolUseId),
      name: text(call.name),
      arguments: call.input ?? {},
    }));
    run.assistant(said, calls);
  } else if (said !== '' || results.length === 0) {
    run.user(said);
  }
}

/** A result of one block is that block's value. */
function outputOf(content: Json | undefined): Json | undefined {
  const values = objects(content).flatMap((block) => block.json ?? block.text ?? []);
  return values.length > 1 ? values : values[0];
}
