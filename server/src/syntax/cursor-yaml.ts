import { Lexer } from 'yaml';
import { type Draft, PLACEHOLDER, type Token } from './draft.ts';
import type { Span } from './node.ts';

/** What encloses a cursor. */
interface Surroundings {
  /** The brackets that are open, outermost first. */
  readonly open: readonly string[];
  /** Where the quoted scalar begins that the cursor is in or right behind. */
  readonly quoteAt?: number;
  readonly inComment: boolean;
}

const CLOSED = /^(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*')$/;
const MARKS = new Set(['\u0002', '\u0018', '\u001F']);

/** Reads the text up to the cursor with the library's own lexer. */
function surroundingsAt(text: string, at: number): Surroundings {
  const open: string[] = [];
  let pos = 0;
  let last = '';
  let isText = false;
  let textNext = false;
  for (const lexeme of new Lexer().lex(text.slice(0, at))) {
    if (MARKS.has(lexeme)) {
      if (lexeme === '\u0018') open.length = 0;
      textNext = lexeme === '\u001F';
      continue;
    }
    isText = textNext;
    textNext = false;
    pos += lexeme.length;
    last = lexeme;
    if (isText) continue;
    if (lexeme === '{' || lexeme === '[') open.push(lexeme);
    else if (lexeme === '}' || lexeme === ']') open.pop();
  }
  const inScalar = !isText && (last[0] === '"' || last[0] === "'");
  return {
    open,
    inComment: !isText && last[0] === '#',
    ...(inScalar ? { quoteAt: pos - last.length } : {}),
  };
}

interface Line {
  readonly start: number;
  /** Without the line break. */
  readonly end: number;
}

function lineAt(text: string, at: number): Line {
  const start = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
  const newline = text.indexOf('\n', at);
  const end = newline < 0 ? text.length : text[newline - 1] === '\r' ? newline - 1 : newline;
  return { start: start === 0 && text[0] === '\uFEFF' ? 1 : start, end: Math.max(end, start) };
}

const NESTED =
  /^([ \t]*(?:-[ \t]+)*[^\s"'#:{[][^"'#:\n]*:[ \t]+)(?=[^\s"'{[|>&*!#])(.*:[ \t].*)$/gm;

/**
 * The text with the values that hold a colon and a space, which no plain value may (`note: see: this`),
 * read as one value each: such a line takes the keys of all that follow for its own. Nothing moves, and
 * the cursor's line stays.
 */
export function withoutNested(text: string, at: number): string {
  return text.replace(NESTED, (line, key: string, value: string, start: number) =>
    start <= at && at <= start + line.length ? line : key + value.replace(/:(?=[ \t])/g, '.'),
  );
}

/** The ways to read YAML with a cursor at `at`, the likeliest first; none in a comment. */
export function draftYaml(text: string, at: number): readonly Draft[] {
  const around = surroundingsAt(text, at);
  if (around.inComment) return [];
  const line = lineAt(text, Math.max(at, text[0] === '\uFEFF' ? 1 : 0));
  const { quoteAt } = around;
  if (quoteAt !== undefined && quoteAt < line.start) return draftBehindQuote(text, at, quoteAt);
  const quoted = quoteAt === undefined ? undefined : quotedSpan(text, at, quoteAt, line);
  return around.open.length > 0
    ? draftFlow(text, at, line, around.open, quoted)
    : draftBlock(text, at, line, quoted);
}

/** A cursor on a later line than the quote that encloses it: a text, or a quote left open. */
function draftBehindQuote(text: string, at: number, quoteAt: number): readonly Draft[] {
  const quote = text[quoteAt]!;
  const { end } = lineAt(text, quoteAt);
  const closed = text.slice(0, end) + quote + text.slice(end);
  const drafts = at > end ? draftYaml(closed, at + 1) : [];
  return drafts.map((draft) => {
    const { start, end: stop } = draft.token.replace;
    return { ...draft, token: { ...draft.token, replace: { start: start - 1, end: stop - 1 } } };
  });
}

/** The quoted scalar at the cursor; one that is not closed ends with the word. */
function quotedSpan(text: string, at: number, start: number, line: Line): Span {
  if (CLOSED.test(text.slice(start, at))) return { start, end: at };
  const rest = text.slice(start, line.end);
  const whole = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/.exec(rest);
  if (whole) return { start, end: start + whole[0].length };
  const word = /^[\w.$/-]*/.exec(text.slice(at, line.end));
  return { start, end: at + (word?.[0].length ?? 0) };
}

function prefixOf(text: string, at: number, replace: Span, quoted: Span | undefined): string {
  const typed = text.slice(replace.start, Math.max(at, replace.start));
  return quoted ? typed.slice(1).replace(CLOSED.test(typed) ? /["']$/ : /$^/, '') : typed;
}

const quoteOf = (text: string, quoted: Span | undefined) =>
  quoted ? { quote: text[quoted.start] as '"' | "'" } : {};

const patch = (text: string, { start, end }: Span, insert: string): string =>
  text.slice(0, start) + insert + text.slice(end);

const INDICATORS = /^[ \t]*(?:[-?](?:[ \t]+|$))*/;
const KEY = /^((?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#,[\]{}|>%@`][^#]*?)[ \t]*:)([ \t]+|$)/;
const PROPERTIES = /^(?:[&!][^\s,[\]{}]*[ \t]+)*/;
const COMMENT = /(?:^|[ \t])#.*$/;

function draftBlock(
  text: string,
  at: number,
  line: Line,
  quoted: Span | undefined,
): readonly Draft[] {
  const before = text.slice(line.start, quoted?.start ?? at);
  const after = text.slice(quoted?.end ?? at, line.end);
  const lead = INDICATORS.exec(before)![0];
  const body = before.slice(lead.length);
  const column = /^[ \t]*/.exec(lead)![0].length;
  const afterDash = lead.trim() !== '';
  const key = KEY.exec(body);
  const common = { ...quoteOf(text, quoted), inFlow: false, needsComma: false, indent: column };
  if (key) {
    const skip = lead.length + key[0].length;
    const properties = PROPERTIES.exec(before.slice(skip))![0].length;
    const start = quoted?.start ?? line.start + skip + properties;
    const stop = (quoted?.end ?? at) + (quoted ? 0 : after.replace(COMMENT, '').trimEnd().length);
    const replace = { start, end: stop };
    const needsSpace = key[2] === '' && body.length === key[0].length;
    const token: Token = {
      ...common,
      ...{ replace, prefix: prefixOf(text, at, replace, quoted), needsSpace },
      ...{ indent: lead.length, hasColon: false, afterDash, alone: false },
    };
    const filled = patch(text, replace, needsSpace ? ` ${PLACEHOLDER}` : PLACEHOLDER);
    return [{ token, text: filled }, ...draftChildless(text, line, replace, token, needsSpace)];
  }
  const colon = /^[^#]*?(?=[ \t]*:(?:[ \t]|$))/.exec(after);
  const rest = colon ? colon[0] : after.replace(COMMENT, '').trimEnd();
  const ahead = body === '' && !quoted ? /^[ \t]*/.exec(rest)![0].length : 0;
  const wordStart = quoted?.start ?? line.start + lead.length + ahead;
  const replace = { start: wordStart, end: (quoted?.end ?? at) + rest.length };
  const needsSpace = /[-?]$/.test(lead);
  const token: Token = {
    ...common,
    ...{ replace, prefix: prefixOf(text, at, replace, quoted), needsSpace },
    indent: afterDash ? column : replace.start - line.start,
    hasColon: colon !== null,
    afterDash,
    alone: !afterDash && !colon,
  };
  const gap = needsSpace ? ' ' : '';
  const asKey = patch(text, replace, gap + PLACEHOLDER + (colon ? '' : ':'));
  const drafts: Draft[] = [{ token, text: asKey }];
  if (!colon) {
    drafts.push({ token, text: patch(text, replace, gap + PLACEHOLDER) });
    if (!afterDash) {
      drafts.push({ token, text: patch(text, replace, `- ${PLACEHOLDER}`), needsDash: true });
    }
  }
  return drafts;
}

/** A value is asked for on the line of a key whose value stands on the lines below: read it alone. */
function draftChildless(
  text: string,
  line: Line,
  replace: Span,
  token: Token,
  needsSpace: boolean,
): readonly Draft[] {
  const indented = /^\r?\n(?:[ \t]*(?:#.*)?\r?\n)*( *)/.exec(text.slice(line.end));
  if (!indented || indented[1]!.length <= token.indent) return [];
  let end = line.end;
  while (end < text.length) {
    const next = text.indexOf('\n', end) + 1;
    if (next === 0) break;
    const child = /^( *)(\S?)/.exec(text.slice(next, next + 400))!;
    if (child[2] !== '' && child[1]!.length <= token.indent) break;
    const { end: stop } = lineAt(text, next);
    if (stop < next || stop === end) break;
    end = stop;
  }
  const placeholder = needsSpace ? ` ${PLACEHOLDER}` : PLACEHOLDER;
  return [{ token, text: text.slice(0, replace.start) + placeholder + text.slice(end) }];
}

const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\t';

/** Where a word begins that a line ends with: behind the last delimiter of flow style, and blanks. */
function wordStart(before: string): number {
  let at = before.length - 1;
  while (at >= 0) {
    const char = before[at]!;
    const next = before[at + 1];
    if (',{}[]'.includes(char) || (char === ':' && (next === undefined || isBlank(next)))) break;
    at--;
  }
  if (at < 0) return /^\s*/.exec(before)![0].length;
  do at++;
  while (isBlank(before[at]));
  return at;
}

function draftFlow(
  text: string,
  at: number,
  line: Line,
  open: readonly string[],
  quoted: Span | undefined,
): readonly Draft[] {
  const before = text.slice(line.start, quoted?.start ?? at);
  const wordAt = wordStart(before);
  const after = text.slice(quoted?.end ?? at, line.end);
  const word = quoted
    ? ''
    : /^(?:[^,{}[\]:#]|:(?![\s,{}[\]]|$)|(?<!\s)#)*/.exec(after)![0].trimEnd();
  const replace = quoted ?? { start: line.start + wordAt, end: at + word.length };
  const next = text.slice(replace.end, line.end).trimStart()[0];
  const needsSpace = text[replace.start - 1] === ':';
  const token: Token = {
    ...quoteOf(text, quoted),
    ...{ replace, prefix: prefixOf(text, at, replace, quoted), inFlow: true, needsSpace },
    ...{ indent: /^ */.exec(text.slice(line.start, line.end))![0].length, needsComma: false },
    ...{ hasColon: next === ':', afterDash: false, alone: false },
  };
  const placeholder = needsSpace ? ` ${PLACEHOLDER}` : PLACEHOLDER;
  const closers = open.map((bracket) => (bracket === '{' ? '}' : ']')).reverse();
  return [
    { token, text: patch(text, replace, placeholder) },
    // The brackets are not closed yet.
    {
      token,
      text: text.slice(0, replace.start) + placeholder + closers.join('') + text.slice(line.end),
    },
  ];
}
