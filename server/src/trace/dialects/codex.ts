import { isObject, type JsonObject } from '../../model/value.ts';
import { contentText } from '../builder.ts';
import type { TraceDialect } from '../dialect.ts';
import { defined, each, listOf, object, text, timeMs } from '../json.ts';
import { runOfTimedItems } from './openai-responses.ts';

const TYPES = ['session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted'];

const isLine = (value: JsonObject): boolean =>
  typeof value.type === 'string' && TYPES.includes(value.type) && isObject(value.payload);

/** What the tool tells the model under the user's role is no turn of the user. */
const isSetting = (item: JsonObject): boolean =>
  item.role === 'user' &&
  /^\s*<(?:environment_context|user_instructions)>/.test(contentText(item.content));

/** A rollout of Codex: lines that wrap items of the Responses API. */
export const codex: TraceDialect = {
  id: 'codex',
  read(value, context) {
    if (!listOf(value, isLine)) return null;
    const payloads = (type: string) =>
      each(
        value.filter((line) => line.type === type),
        'payload',
      );
    const items = value
      .filter((line) => line.type === 'response_item')
      .flatMap((line) => {
        const item = object(line.payload);
        const atMs = timeMs(line.timestamp);
        return item && !isSetting(item) ? [{ item, ...defined({ atMs }) }] : [];
      });
    const [session] = payloads('session_meta');
    return [
      runOfTimedItems(items, context).finish({
        runId: text(session?.id) ?? '1',
        ...defined({
          startedAt: text(session?.timestamp),
          model: text(payloads('turn_context').at(-1)?.model),
        }),
      }),
    ];
  },
};
