import type { Toolset } from '../../model/tool.ts';
import type { Json } from '../../model/value.ts';
import { plainText } from '../markdown.ts';

const MAX_PREVIEW = 60;
const MAX_NAMES = 8;

/** A JSON value on one line, short enough for a list. */
export function preview(value: Json): string {
  const text =
    JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)) ?? '';
  return plainText(text.length > MAX_PREVIEW ? `${text.slice(0, MAX_PREVIEW)}…` : text);
}

/** A tool's arguments in brackets; those that may be left out have a question mark. */
export function signature(toolset: Toolset, name: string): string {
  const schema = toolset.schema(name);
  if (!schema) return '';
  const names = schema.argumentNames.map((each) => (schema.required.has(each) ? each : `${each}?`));
  const more = names.length > MAX_NAMES ? ', …' : '';
  return plainText(`(${names.slice(0, MAX_NAMES).join(', ')}${more})`);
}

const MAX_PRETTY = 1_000;

/** A JSON value over several lines, cut to what a pop-up shows. */
export function prettyPreview(value: Json): string {
  const text = JSON.stringify(
    value,
    (_, each) => (typeof each === 'bigint' ? String(each) : each),
    2,
  );
  return text.length > MAX_PRETTY ? `${text.slice(0, MAX_PRETTY)}…` : text;
}
