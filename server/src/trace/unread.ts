import { isObject, type Json, type JsonObject } from '../model/value.ts';
import { objects } from './json.ts';

/** By these names other libraries' messages hold calls, such as those of the AI SDK. No dialect reads them. */
const LISTS = ['toolCalls', 'toolInvocations'];
const MARKS = ['toolCallId', 'toolName'];

const holdsAny = (value: Json | undefined): boolean =>
  Array.isArray(value) ? value.length > 0 : isObject(value);

/**
 * Whether a message holds calls that its dialect does not know. It must not be read as one that calls
 * nothing.
 */
export const holdsUnreadCall = (message: JsonObject): boolean =>
  LISTS.some((name) => holdsAny(message[name])) ||
  [...objects(message.content), ...objects(message.parts)].some((part) =>
    MARKS.some((name) => part[name] !== undefined),
  );
