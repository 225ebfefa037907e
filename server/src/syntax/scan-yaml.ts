import type { State, Step } from './scan.ts';

/** One line of YAML, as far as indentation tells. */
export interface Line {
  readonly kind: 'blank' | 'comment' | 'content';
  /** Columns of leading spaces; infinite where a tab follows, which is no indentation to YAML. */
  readonly indent: number;
  /** Offset of the first character that is no space or tab. */
  readonly at: number;
  /** Offset of the next line. */
  readonly end: number;
}

/** Reads the line that begins at `start`. */
export function readLine(text: string, start: number): Line {
  let at = start;
  while (text.charCodeAt(at) === 32) at++;
  const spaces = at - start;
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at++;
  const newline = text.indexOf('\n', at);
  const end = newline < 0 ? text.length : newline + 1;
  const char = text[at];
  const blank = at >= text.length || char === '\n' || (char === '\r' && text[at + 1] === '\n');
  return {
    kind: blank ? 'blank' : char === '#' ? 'comment' : 'content',
    indent: at - start === spaces ? spaces : Number.POSITIVE_INFINITY,
    at,
    end,
  };
}

const isGap = (char: string | undefined): boolean =>
  char === undefined || char === ' ' || char === '\t' || char === '\n' || char === '\r';

const isMarker = (text: string, at: number, marker: string): boolean =>
  text.startsWith(marker, at) && isGap(text[at + marker.length]);

const isDash = (text: string, line: Line): boolean =>
  line.kind === 'content' && text[line.at] === '-' && isGap(text[line.at + 1]);

const onlyComment = /^[ \t]*(?:[ \t]#.*)?\r?\n?$/;
const oddFirstKey = /^(?:[[{|>!&*?%@`]|- |"(?![^"\n]*"[ \t]*:)|'(?![^'\n]*'[ \t]*:))/;

/** Scans one piece of a YAML stream, see {@link State}. */
export function scanYaml(text: string, start: number, state: State, splitKey?: string): Step {
  if (state === 'tail') return scanTail(text, start);
  if (state.startsWith('item:')) return scanItem(text, start, Number(state.slice(5)));
  return scanHead(text, state === 'start' && text[0] === '\uFEFF' ? 1 : start, splitKey);
}

function scanHead(text: string, start: number, splitKey: string | undefined): Step {
  let begun = false;
  let firstLine = true;
  let cut = splitKey !== undefined;
  let conflict: number | undefined;
  for (let pos = start; pos < text.length; ) {
    const line = readLine(text, pos);
    if (isMarker(text, pos, '---')) {
      if (begun) return { end: pos, next: 'document', conflict };
      begun = true;
      cut &&= onlyComment.test(text.slice(pos + 3, line.end));
    } else if (begun && isMarker(text, pos, '...')) {
      return { end: endAfterDots(text, line.end), next: 'document', conflict };
    } else if (line.kind === 'content') {
      if (!begun && text[pos] === '%') {
        cut = false;
      } else {
        begun = true;
        if (firstLine) cut &&= line.indent === 0 && !oddFirstKey.test(text.slice(pos, line.end));
        firstLine = false;
        if (isConflict(text, pos)) conflict ??= pos;
        if (cut && isKeyOnly(text, pos, line.end, splitKey!)) {
          const dash = nextContent(text, line.end);
          if (dash && isDash(text, dash) && Number.isFinite(dash.indent)) {
            return { end: line.end, next: `item:${dash.indent}`, conflict };
          }
        }
      }
    }
    pos = line.end;
  }
  return { end: text.length, next: 'document', conflict };
}

function scanItem(text: string, start: number, dashIndent: number): Step {
  let seenDash = false;
  // Comments at the dash's column or left of it stand before the next item, or after the list.
  let pending: number | undefined;
  for (let pos = start; pos < text.length; ) {
    const line = readLine(text, pos);
    if (line.kind === 'comment') {
      if (seenDash && line.indent <= dashIndent) pending ??= pos;
    } else if (line.kind === 'content') {
      const end = pending ?? pos;
      if (seenDash && line.indent === dashIndent && isDash(text, line)) {
        return { end, next: `item:${dashIndent}` };
      }
      if (seenDash && line.indent === 0) {
        const next = end === pos && isMarker(text, pos, '---') ? 'document' : 'tail';
        return { end, next };
      }
      seenDash = true;
      pending = undefined;
    }
    pos = line.end;
  }
  return { end: pending ?? text.length, next: pending === undefined ? 'document' : 'tail' };
}

function scanTail(text: string, start: number): Step {
  let conflict: number | undefined;
  for (let pos = start; pos < text.length; ) {
    const line = readLine(text, pos);
    if (isMarker(text, pos, '---')) return { end: pos, next: 'document', conflict };
    if (isMarker(text, pos, '...')) {
      return { end: endAfterDots(text, line.end), next: 'document', conflict };
    }
    if (isConflict(text, pos)) conflict ??= pos;
    pos = line.end;
  }
  return { end: text.length, next: 'document', conflict };
}

/** Comments after the last `...` are no further document. */
function endAfterDots(text: string, end: number): number {
  return nextContent(text, end) ? end : text.length;
}

function nextContent(text: string, start: number): Line | undefined {
  for (let pos = start; pos < text.length; ) {
    const line = readLine(text, pos);
    if (line.kind === 'content') return line;
    pos = line.end;
  }
  return undefined;
}

function isKeyOnly(text: string, start: number, end: number, key: string): boolean {
  if (!text.startsWith(key, start)) return false;
  const rest = /^[ \t]*:/.exec(text.slice(start + key.length, end));
  return rest !== null && onlyComment.test(text.slice(start + key.length + rest[0].length, end));
}

/** Whether the line at `pos` opens a merge conflict that Git left behind. */
export function isConflict(text: string, pos: number): boolean {
  return isMarker(text, pos, '<<<<<<<');
}
