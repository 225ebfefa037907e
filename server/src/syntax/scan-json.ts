import type { State, Step } from './scan.ts';
import { isConflict, readLine } from './scan-yaml.ts';

/** The offset after the string that opens at `at`; a string that is not closed ends with its line. */
function skipString(text: string, at: number): number {
  for (let pos = at + 1; pos < text.length; pos++) {
    const char = text.charCodeAt(pos);
    if (char === 92) pos++;
    else if (char === 34) return pos + 1;
    else if (char === 10) return pos;
  }
  return text.length;
}

/** The offset after a comment at `at`, or `at` where none stands. */
function skipComment(text: string, at: number): number {
  const end = text[at + 1] === '/' ? '\n' : text[at + 1] === '*' ? '*/' : undefined;
  if (end === undefined) return at;
  const found = text.indexOf(end, at + 2);
  return found < 0 ? text.length : end === '\n' ? found : found + 2;
}

/** The offset of the next character that is neither white space nor in a comment. */
export function skipTrivia(text: string, at: number): number {
  let pos = at;
  while (pos < text.length) {
    const char = text.charCodeAt(pos);
    if (char === 32 || char === 9 || char === 10 || char === 13 || char === 0xfeff) pos++;
    else if (char === 47) {
      const end = skipComment(text, pos);
      if (end === pos) return pos;
      pos = end;
    } else return pos;
  }
  return pos;
}

/**
 * Steps through the tokens from `start` and calls `visit` with each (a string is one token, anything
 * else one character), until it answers an offset.
 */
function walk<T>(
  text: string,
  start: number,
  visit: (char: string, at: number, end: number) => T | undefined,
): T | undefined {
  for (let pos = skipTrivia(text, start); pos < text.length; ) {
    const char = text[pos]!;
    const end = char === '"' ? skipString(text, pos) : pos + 1;
    const result = visit(char, pos, end);
    if (result !== undefined) return result;
    pos = skipTrivia(text, end);
  }
  return undefined;
}

const atLineStart = (text: string, at: number): boolean => at === 0 || text[at - 1] === '\n';

/** The offset of the first bracket that opens more than `limit` levels, if one does. */
export function findTooDeep(text: string, limit: number): number | undefined {
  let depth = 0;
  return walk(text, 0, (char, at) => {
    if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    return depth > limit ? at : undefined;
  });
}

/**
 * Whether a text holds one JSON value a line, whatever its name says: the first value ends on the line
 * that it begins on, and another begins on a later one.
 */
export function isJsonLines(text: string): boolean {
  const first = skipTrivia(text, 0);
  const feed = text.indexOf('\n', first);
  if (feed < 0 || (text[first] !== '{' && text[first] !== '[')) return false;
  let depth = 0;
  const end = walk(text, first, (char, at, stop) => {
    if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    return depth <= 0 || at > feed ? stop : undefined;
  });
  if (end === undefined || end > feed) return false;
  const next = skipTrivia(text, end);
  return (text[next] === '{' || text[next] === '[') && text.slice(end, next).includes('\n');
}

/** Scans one piece of a JSON text, see {@link State}. */
export function scanJson(text: string, start: number, state: State, splitKey?: string): Step {
  if (state === 'start') return scanHead(text, start, splitKey);
  return state === 'tail' ? scanTail(text, start) : scanItem(text, start);
}

function scanHead(text: string, start: number, splitKey: string | undefined): Step {
  let depth = 0;
  let conflict: number | undefined;
  const quoted = JSON.stringify(splitKey ?? '');
  const inObject = splitKey !== undefined && text[skipTrivia(text, start)] === '{';
  const found = walk(text, start, (char, at, end): Step | undefined => {
    if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    else if (char === '<' && atLineStart(text, at) && isConflict(text, at)) conflict ??= at;
    else if (char === '"' && depth === 1 && inObject && text.slice(at, end) === quoted) {
      const colon = skipTrivia(text, end);
      const bracket = text[colon] === ':' ? skipTrivia(text, colon + 1) : colon;
      const first = text[bracket] === '[' ? skipTrivia(text, bracket + 1) : text.length;
      if (first < text.length && text[first] !== ']') {
        return { end: bracket + 1, next: 'item:0', conflict };
      }
    }
    return undefined;
  });
  return found ?? { end: text.length, next: 'tail', conflict };
}

function scanItem(text: string, start: number): Step {
  let depth = 0;
  let blank = true;
  let conflict: number | undefined;
  const found = walk(text, start, (char, at, end): Step | undefined => {
    if (depth === 0 && char === ']') return { end: at, next: 'tail', conflict };
    if (depth === 0 && char === ',') {
      const last = text[skipTrivia(text, end)] === ']';
      // A comma too many is left to the frame, which complains of it.
      return { end: last && !blank ? at : end, next: last ? 'tail' : 'item:0', conflict };
    }
    blank = false;
    if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth = Math.max(0, depth - 1);
    else if (char === '<' && atLineStart(text, at) && isConflict(text, at)) conflict ??= at;
    return undefined;
  });
  return found ?? { end: text.length, next: 'tail', conflict };
}

function scanTail(text: string, start: number): Step {
  const conflict = walk(text, start, (char, at) =>
    char === '<' && atLineStart(text, at) && isConflict(text, at) ? at : undefined,
  );
  return { end: text.length, next: 'tail', conflict };
}

/** Scans one line of JSON lines, with the blank lines behind it (the first: also those before it). */
export function scanJsonLine(text: string, start: number): Step {
  let conflict: number | undefined;
  let seen = false;
  let pos = start;
  while (pos < text.length) {
    const line = readLine(text, pos);
    // A comment is no JSON, and so is content here.
    if (line.kind !== 'blank') {
      if (seen) break;
      seen = true;
      if (isConflict(text, pos)) conflict = pos;
    }
    pos = line.end;
  }
  return { end: pos, next: 'document', conflict };
}
