import { scalarText } from '../model/json-text.ts';
import type { Json } from '../model/value.ts';
import type { ScoreReport } from '../scoring/set/score-report.ts';
import { type CheckReport, countSeverities, sortFindings } from './located.ts';

/** Levels that are indented; deeper ones stay there, so that the text grows with the value alone. */
const INDENTED = 40;

const indent = (depth: number): string => `\n${'  '.repeat(Math.min(depth, INDENTED))}`;

type Step = { readonly text: string } | { readonly value: unknown; readonly depth: number };

/**
 * JSON text, indented by two spaces, keys in their own order and those that are undefined left out. Big
 * integers are written by their digits; nesting may be as deep as it likes.
 */
export function jsonText(value: unknown): string {
  const out: string[] = [];
  const todo: Step[] = [{ value, depth: 0 }];
  for (let step = todo.pop(); step !== undefined; step = todo.pop()) {
    if ('text' in step) {
      out.push(step.text);
      continue;
    }
    const { value: now, depth } = step;
    if (typeof now !== 'object' || now === null) {
      out.push(scalarText((now ?? null) as Exclude<Json, object>));
      continue;
    }
    const list = Array.isArray(now);
    const parts: (readonly [string, unknown])[] = list
      ? now.map((item) => ['', item] as const)
      : Object.entries(now)
          .filter(([, item]) => item !== undefined)
          .map(([key, item]) => [`${JSON.stringify(key)}: `, item] as const);
    const [open, close] = list ? '[]' : '{}';
    if (parts.length === 0) {
      out.push(`${open}${close}`);
      continue;
    }
    out.push(open!);
    todo.push({ text: `${indent(depth)}${close}` });
    for (let i = parts.length - 1; i >= 0; i--) {
      const [key, item] = parts[i]!;
      todo.push({ value: item, depth: depth + 1 });
      todo.push({ text: `${i > 0 ? ',' : ''}${indent(depth + 1)}${key}` });
    }
  }
  return `${out.join('')}\n`;
}

/** `check --format json`. */
export const checkJson = (report: CheckReport): string =>
  jsonText({
    version: 1,
    files: report.files.length,
    diagnostics: sortFindings(report.findings).map(
      ({ file, range, severity, code, message, data, related }) => {
        return { file, range, severity, code, message, data: data as Json, related };
      },
    ),
    summary: countSeverities(report.findings),
  });

/** `score --format json`: the report itself. */
export const scoreJson = (report: ScoreReport): string => jsonText(report);
