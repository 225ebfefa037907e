import { createScanner } from 'jsonc-parser';
import { type Draft, PLACEHOLDER, type Token } from './draft.ts';
import type { Span } from './node.ts';
import { skipTrivia } from './scan-json.ts';

interface Surroundings {
  readonly open: readonly string[];
  /** The last token before the cursor, or before the token that it is in: its first character. */
  readonly previous: string;
  /** The string or word at the cursor. */
  readonly word?: Span;
}

/** Undefined in a comment. */
function surroundingsAt(text: string, at: number): Surroundings | undefined {
  const scanner = createScanner(text, false);
  const open: string[] = [];
  let previous = '';
  for (;;) {
    scanner.scan();
    const start = scanner.getTokenOffset();
    const end = start + scanner.getTokenLength();
    if (start >= at || end === start) return { open, previous };
    const char = text[start]!;
    if (char === '/' && end > start + 1) {
      const isLine = text[start + 1] === '/';
      if (at < end || (isLine && at === end)) return undefined;
    } else if (/["\w-]/.test(char)) {
      const isOpen = char === '"' && (text[end - 1] !== '"' || end === start + 1);
      if (at <= end) {
        const rest = /^[\w.$/-]*/.exec(text.slice(at, end))![0].length;
        return { open, previous, word: { start, end: isOpen ? at + rest : end } };
      }
      previous = char;
    } else if (!/\s/.test(char)) {
      if (char === '{' || char === '[') open.push(char);
      else if (char === '}' || char === ']') open.pop();
      previous = char;
    }
  }
}

/**
 * The way to read JSON with a cursor at `at`; none in a comment. The indentation is left to the caller:
 * a segment of JSON need not begin with a line.
 */
export function draftJson(text: string, at: number): readonly Draft[] {
  const around = surroundingsAt(text, at);
  if (!around) return [];
  const { open, previous } = around;
  const replace = around.word ?? { start: at, end: at };
  const top = open.at(-1);
  const next = text[skipTrivia(text, replace.end)] ?? '';
  const isKey = top === '{' && previous !== ':';
  const needsComma = top !== undefined && !['{', '[', ',', ':'].includes(previous);
  const isQuoted = text[replace.start] === '"' && around.word !== undefined;
  const typed = text.slice(replace.start, at);
  const token: Token = {
    replace,
    prefix: isQuoted ? typed.slice(1).replace(/(?<=^(?:[^"\\]|\\.)*)"$/, '') : typed,
    ...(isQuoted ? { quote: '"' as const } : {}),
    ...{ inFlow: true, hasColon: next === ':', needsSpace: false, needsComma },
    ...{
      indent: 0,
      afterDash: false,
      alone: false,
    },
  };
  const value = isKey && next !== ':' ? ': null' : '';
  const separator = [',', '}', ']', ':', ''].includes(next) || top === undefined ? '' : ',';
  const insert = `${needsComma ? ',' : ''}"${PLACEHOLDER}"${value}${separator}`;
  return [{ token, text: text.slice(0, replace.start) + insert + text.slice(replace.end) }];
}
