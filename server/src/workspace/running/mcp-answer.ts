import { parseJson } from '../../model/json-text.ts';
import { isObject, type Json, type JsonObject } from '../../model/value.ts';
import type { ToolAnswer } from '../../runner/runner.ts';

/** What a sandbox says beside a result: how often the call's effect happened, and that it timed out. */
const EFFECTS = 'callsheet/effects';
const STATUS = 'callsheet/status';

/**
 * A result of MCP's `tools/call` as an answer: its structured content, else its text, read as JSON where
 * it is some.
 */
export function mcpAnswer(result: JsonObject): ToolAnswer {
  const meta = isObject(result._meta) ? result._meta : {};
  const output = outputOf(result);
  const isTimeout = meta[STATUS] === 'timeout';
  const answer: ToolAnswer =
    result.isError === true
      ? { status: isTimeout ? 'timeout' : 'error', error: output }
      : { status: 'ok', output };
  const effects = meta[EFFECTS];
  return typeof effects === 'number' ? { ...answer, effects } : answer;
}

function outputOf({ structuredContent, content }: JsonObject): Json {
  if (structuredContent !== undefined) return structuredContent;
  const blocks = Array.isArray(content) ? content : [];
  const [only] = blocks;
  if (blocks.length !== 1 || !isObject(only) || typeof only.text !== 'string') {
    return { content: blocks };
  }
  const parsed = parseJson(only.text);
  return parsed.ok ? parsed.value : only.text;
}
