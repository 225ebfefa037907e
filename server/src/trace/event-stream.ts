import { say } from '../l10n/say.ts';
import { parseJson } from '../model/json-text.ts';
import type { TraceProblem } from '../model/run.ts';
import type { Json } from '../model/value.ts';

/** Whether a text is a stream of server-sent events, as streaming APIs answer. */
export const isEventStream = (text: string): boolean =>
  /^\uFEFF?\s*(?:event|data|id|retry):/.test(text);

/** The events' data, as one list; what does not parse is a problem. */
export function fromEventStream(text: string, problems: TraceProblem[]): Json[] {
  const events: Json[] = [];
  let data: string[] = [];
  const flush = (line: number) => {
    const source = data.join('\n');
    data = [];
    if (source === '' || source === '[DONE]') return;
    const parsed = parseJson(source);
    if (parsed.ok) events.push(parsed.value);
    else {
      const message = say`an event's data is no JSON: ${parsed.message}`;
      problems.push({ message, line, isLoss: true });
    }
  };
  const lines = text.split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') flush(index);
    else if (line.startsWith('data:')) data.push(line.slice(5).trimStart());
  }
  flush(lines.length - 1);
  return events.length > 0 ? [events] : [];
}
