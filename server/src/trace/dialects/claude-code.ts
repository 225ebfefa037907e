import { isObject, type JsonObject } from '../../model/value.ts';
import { contentText } from '../builder.ts';
import { newRun, type TraceDialect } from '../dialect.ts';
import { defined, list, listOf, object, objects, text, timeMs } from '../json.ts';
import { addMessage } from './anthropic.ts';

const isTurn = (value: JsonObject): boolean =>
  (value.type === 'user' || value.type === 'assistant') && isObject(value.message);

const isLine = (value: JsonObject): boolean =>
  typeof value.type === 'string' && !Object.hasOwn(value, 'payload');

/** A session of Claude Code: lines of which some wrap messages of the Messages API. */
export const claudeCode: TraceDialect = {
  id: 'claude-code',
  read(value, context) {
    const lines = isObject(value) && Array.isArray(value.loglines) ? value.loglines : value;
    if (!listOf(lines, isLine) || !lines.some(isTurn)) return null;
    const run = newRun(context);
    // A sub-agent's turns are its own run.
    const turns = joined(lines.filter((line) => isTurn(line) && line.isSidechain !== true));
    for (const { message, timestamp, isMeta, isCompactSummary } of turns) {
      const atMs = timeMs(timestamp);
      if (!isObject(message)) continue;
      const isNoise = isMeta === true || isCompactSummary === true;
      if (isNoise) run.other('system', contentText(message.content));
      else addMessage(run, message, { startedMs: atMs, endedMs: atMs });
    }
    const first = turns[0];
    const model = turns.map(({ message }) => text(object(message)?.model)).findLast(Boolean);
    const runId = text(first?.sessionId) ?? '1';
    return [run.finish({ runId, ...defined({ model, startedAt: text(first?.timestamp) }) })];
  },
};

/** One message of the assistant may be written over several lines, each with some of its blocks. */
function joined(lines: readonly JsonObject[]): JsonObject[] {
  const turns: JsonObject[] = [];
  for (const line of lines) {
    const last = turns.at(-1);
    const before = object(last?.message);
    const message = object(line.message);
    const same = message?.id !== undefined && message.id === before?.id;
    if (last && before && message && same && line.type === 'assistant') {
      const content = [...list(before.content), ...objects(message.content)];
      turns[turns.length - 1] = { ...last, message: { ...before, content } };
    } else {
      turns.push(line);
    }
  }
  return turns;
}
