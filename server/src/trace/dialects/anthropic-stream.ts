import type { Json, JsonObject } from '../../model/value.ts';
import { listOf, number, object, text } from '../json.ts';

const isEvent = (value: JsonObject): boolean =>
  typeof value.type === 'string' &&
  /^(?:message_(?:start|delta|stop)|content_block_(?:start|delta|stop)|ping|error)$/.test(
    value.type,
  );

/** The message that streamed events add up to; undefined where the value is no list of such events. */
export function joinEvents(value: Json): JsonObject | undefined {
  if (!listOf(value, isEvent)) return undefined;
  let message: JsonObject = { role: 'assistant' };
  let usage: JsonObject = {};
  const blocks = new Map<number, JsonObject>();
  for (const event of value) {
    const index = number(event.index) ?? 0;
    switch (event.type) {
      case 'message_start':
        message = { ...object(event.message) };
        usage = { ...object(message.usage) };
        break;
      case 'message_delta':
        usage = { ...usage, ...object(event.usage) };
        break;
      case 'content_block_start':
        blocks.set(index, { ...object(event.content_block) });
        break;
      case 'content_block_delta':
        addDelta(blocks.get(index), object(event.delta));
        break;
    }
  }
  const content = [...blocks.entries()].sort(([a], [b]) => a - b).map(([, block]) => block);
  return { ...message, usage, content };
}

function addDelta(block: JsonObject | undefined, delta: JsonObject | undefined): void {
  if (!block || !delta) return;
  if (typeof delta.text === 'string') block.text = (text(block.text) ?? '') + delta.text;
  if (typeof delta.partial_json === 'string') {
    // The start carries an empty object, in the place of which the pieces of text come.
    block.input = (text(block.input) ?? '') + delta.partial_json;
  }
}
