import { parseJson } from './json-text.ts';
import type { SubjectNode } from './located.ts';
import type { Message, ToolCallMessage } from './run.ts';
import { isObject, type Json } from './value.ts';

/** The conversation of a case or golden: `messages`, or the one that `user_message` stands for. */
export function conversationOf(subject: SubjectNode): readonly Message[] {
  if (subject.userMessage) return [{ role: 'user', content: subject.userMessage.value }];
  const messages = subject.messages?.value;
  return Array.isArray(messages) ? messages.flatMap(asMessage) : [];
}

function asMessage(value: Json): Message[] {
  if (!isObject(value) || typeof value.role !== 'string') return [];
  const { role, content, tool_calls: calls, tool_call_id: id } = value;
  return [
    {
      role,
      content: typeof content === 'string' ? content : '',
      toolCalls: Array.isArray(calls) ? calls.flatMap(asToolCall) : undefined,
      toolCallId: typeof id === 'string' ? id : undefined,
    },
  ];
}

/** As OpenAI Chat writes it, or bare. Arguments given as text are parsed where they can be. */
function asToolCall(value: Json): ToolCallMessage[] {
  if (!isObject(value)) return [];
  const { name, arguments: given } = isObject(value.function) ? value.function : value;
  if (typeof name !== 'string') return [];
  const parsed = typeof given === 'string' ? parseJson(given) : undefined;
  return [
    {
      id: typeof value.id === 'string' ? value.id : undefined,
      name,
      arguments: parsed?.ok ? parsed.value : (given ?? {}),
    },
  ];
}
