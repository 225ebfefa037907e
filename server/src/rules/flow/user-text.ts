import { isObject, type Json } from '../../model/value.ts';
import { holdsNumber } from '../../scoring/values/numbers.ts';
import { fold, occursIn } from '../../scoring/values/text.ts';
import type { CaseContext } from '../rule.ts';

const textsIn = (content: Json | undefined): string[] => {
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((block) =>
    isObject(block) && typeof block.text === 'string' ? [block.text] : [],
  );
};

/** All that the user says in a case or golden: the task, earlier messages, scripted replies. */
export function userTexts({ subject }: CaseContext): string[] {
  const { userMessage, messages } = subject;
  const replies = subject.kind === 'case' ? subject.replies?.value : undefined;
  const spoken = [messages?.value, replies].flatMap((list) => (Array.isArray(list) ? list : []));
  return [
    ...(userMessage ? [userMessage.value] : []),
    ...spoken.flatMap((item) =>
      isObject(item) && (item.role === undefined || item.role === 'user')
        ? textsIn(item.content)
        : [],
    ),
  ];
}

/** Whether a value stands in one of the texts, whatever the case, not inside a longer word or number. */
export function mentions(texts: readonly string[], value: string | number): boolean {
  const sought = fold(String(value).trim());
  return texts.some((text) => occursIn(fold(text), sought)) || holdsNumber(texts, value);
}
