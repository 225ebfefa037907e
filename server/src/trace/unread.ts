import { isObject, type Json, type JsonObject } from '../model/value.ts';
import { objects } from './json.ts';

/** By these names other libraries' messages hold calls, such as those of the AI SDK. No dialect reads them. */
const LISTS = ['toolCalls', 'toolInvocations'];
const MARKS = ['toolCallId', 'toolName'];

/** The forms of Chat messages that are read; what else stands under these names is calls all the same. */
const CHAT_FORMS: Readonly<Record<string, (value: Json) => boolean>> = {
  tool_calls: (value) => Array.isArray(value) && value.every(isObject),
  function_call: isObject,
};

const isMisshapen = (message: JsonObject): boolean =>
  Object.entries(CHAT_FORMS).some(([name, isRead]) => {
    const value = message[name];
    return value !== undefined && value !== null && value !== '' && !isRead(value);
  });

const holdsAny = (value: Json | undefined): boolean =>
  Array.isArray(value) ? value.length > 0 : isObject(value);

/**
 * Whether a message holds calls that its dialect does not know. It must not be read as one that calls
 * nothing.
 */
export const holdsUnreadCall = (message: JsonObject): boolean =>
  isMisshapen(message) ||
  LISTS.some((name) => holdsAny(message[name])) ||
  [...objects(message.content), ...objects(message.parts)].some((part) =>
    MARKS.some((name) => part[name] !== undefined),
  );
