import { isObject, type Json, type JsonObject } from '../../model/value.ts';
import { type CallInput, contentText } from '../builder.ts';
import { newRun, type TraceDialect } from '../dialect.ts';
import { label, list, object, objects, text } from '../json.ts';

/** A message out of any of the serialisations: its kind, and its fields. */
interface Unwrapped {
  readonly kind: string;
  readonly fields: JsonObject;
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ['human', 'human'],
  ['HumanMessage', 'human'],
  ['HumanMessageChunk', 'human'],
  ['ai', 'ai'],
  ['AIMessage', 'ai'],
  ['AIMessageChunk', 'ai'],
  ['tool', 'tool'],
  ['ToolMessage', 'tool'],
  ['system', 'system'],
  ['SystemMessage', 'system'],
]);

/** `{lc, id, kwargs}`, `{type, data}`, or the fields themselves with a `type`. */
function unwrap(value: Json): Unwrapped | undefined {
  if (!isObject(value)) return undefined;
  const isConstructor = value.lc !== undefined && Array.isArray(value.id);
  const name = isConstructor ? text(list(value.id).at(-1)) : text(value.type);
  const kind = KINDS.get(name ?? '');
  const fields = isConstructor ? object(value.kwargs) : (object(value.data) ?? value);
  if (kind === undefined || !fields || !Object.hasOwn(fields, 'content')) return undefined;
  return { kind, fields };
}

/** Messages of LangChain. */
export const langchain: TraceDialect = {
  id: 'langchain',
  read(value, context) {
    const holder = isObject(value) ? (object(value.kwargs) ?? value).messages : value;
    const messages = list(holder).map(unwrap);
    if (messages.length === 0 || messages.includes(undefined)) return null;
    const run = newRun(context);
    for (const message of messages) {
      if (!message) continue;
      const { kind, fields } = message;
      const content = contentText(fields.content);
      if (kind === 'human') run.user(content);
      else if (kind === 'ai') run.assistant(content, callsOf(fields));
      else if (kind === 'system') run.other('system', content);
      else {
        const failed = fields.status === 'error';
        const output = Array.isArray(fields.content) ? content : fields.content;
        run.result({
          id: label(fields.tool_call_id),
          name: text(fields.name),
          output,
          ...(failed && { status: 'error', error: output ?? null }),
        });
      }
    }
    return [run.finish({ runId: '1' })];
  },
};

function callsOf(fields: JsonObject): CallInput[] {
  const own = [...objects(fields.tool_calls), ...objects(fields.invalid_tool_calls)];
  // What the provider sent is kept beside, and is all there is in old records.
  const raw = own.length > 0 ? [] : objects(object(fields.additional_kwargs)?.tool_calls);
  return [...own, ...raw].map((call) => {
    const body = object(call.function) ?? call;
    const args = body.args ?? body.arguments ?? {};
    return { id: label(call.id), name: text(body.name), arguments: args };
  });
}
