import { isObject, type Json, type JsonObject } from '../../model/value.ts';
import type { RunBuilder } from '../builder.ts';
import { label, objects, text } from '../json.ts';

/** A message of OpenTelemetry's conventions: `{role, parts: [{type, …}]}`. */
export const isPartsMessage = (value: JsonObject): boolean =>
  typeof value.role === 'string' &&
  Array.isArray(value.parts) &&
  value.parts.every((part: Json) => isObject(part) && typeof part.type === 'string');

export function addPartsMessage(run: RunBuilder, message: JsonObject): void {
  run.reads(message);
  const parts = objects(message.parts);
  const said = parts
    .filter((part) => part.type === 'text')
    .map((part) => text(part.content) ?? '')
    .join('\n');
  const answers = parts.filter((part) => part.type === 'tool_call_response');
  for (const part of answers) {
    run.result({ id: label(part.id), name: text(part.name), output: part.response ?? part.result });
  }
  if (message.role === 'assistant') {
    const calls = parts
      .filter((part) => part.type === 'tool_call')
      .map((part) => ({ id: label(part.id), name: text(part.name), arguments: part.arguments }));
    run.assistant(said, calls);
  } else if (message.role === 'user') {
    if (said !== '' || answers.length === 0) run.user(said);
  } else if (answers.length === 0) {
    run.other(text(message.role) ?? 'other', said);
  }
}
