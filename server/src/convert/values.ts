/** Reading files of other tools: JSON, lines of JSON, YAML. */
import { parseJson } from '../model/json-text.ts';
import { isObject, type Json, type JsonObject } from '../model/value.ts';
import { parseFile, toValue } from '../syntax/index.ts';

export type ReadValues =
  | { readonly ok: true; readonly values: readonly Json[] }
  | { readonly ok: false; readonly reason: string };

/** The value of a file, or its values: one a line, or one a document of YAML. */
export function readValues(text: string): ReadValues {
  const whole = parseJson(text);
  if (whole.ok) return { ok: true, values: [whole.value] };
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length > 1 && parseJson(lines[0]!).ok) {
    const values: Json[] = [];
    for (const [index, line] of lines.entries()) {
      const parsed = parseJson(line);
      if (!parsed.ok) return { ok: false, reason: `value ${index + 1}: ${parsed.message}` };
      values.push(parsed.value);
    }
    return { ok: true, values };
  }
  const trees = parseFile(text, 'yaml').documents.map(({ frame }) => frame.tree);
  const problem = trees.flatMap(({ problems }) => problems)[0];
  if (problem) return { ok: false, reason: problem.message };
  return { ok: true, values: trees.flatMap(({ root }) => (root ? [toValue(root) as Json] : [])) };
}

export const listOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? value : [];

export const objectsOf = (value: Json | undefined): readonly JsonObject[] =>
  listOf(value).filter(isObject);

export const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

/** A text that is not empty. */
export const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** An identifier: a text, or a number as it is written. */
export const labelOf = (value: Json | undefined): string | undefined =>
  typeof value === 'number' || typeof value === 'bigint' ? String(value) : textOf(value);
