import type { ErrorCode, YAMLParseError } from 'yaml';
import { phrase, say } from '../l10n/say.ts';
import { bracketedValue } from './bracketed-value.ts';
import type { Node, Span, SyntaxProblem } from './node.ts';
import { readLine } from './scan-yaml.ts';

/**
 * The library's messages in a person's words: the first pattern that its message matches decides.
 * Capture groups stand in for `$1`.
 */
const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/^Missing closing (["'])/, phrase`This quote is never closed: a $1 is missing.`],
  [
    /^Implicit keys need to be on a single line/,
    phrase`A key is written on one line and followed by ":".`,
  ],
  [
    /^Implicit map keys need to be followed/,
    phrase`A ":" and a value are expected after this key.`,
  ],
  [
    /^Nested mappings are not allowed in compact/,
    phrase`A mapping cannot begin in the middle of a value: quote the value, or check the indentation.`,
  ],
  [
    /^All mapping items must start at the same column/,
    phrase`The keys of a mapping start at the same column.`,
  ],
  [
    /^All sequence items must start at the same column/,
    phrase`The dashes of a list start at the same column.`,
  ],
  [/^Missing space after :/, phrase`A space is missing behind this ":".`],
  [/^Unexpected (?:empty item|,) in/, phrase`This "," stands behind nothing.`],
  [/^Tags and anchors must be separated/, phrase`A space is missing behind the tag or anchor.`],
  [/^Missing directives-end/, phrase`A "---" is missing here.`],
  [/^Sequence item without - indicator/, phrase`A list item begins with "- ".`],
  [
    /^A block sequence may not be used as an implicit map key/,
    phrase`A list cannot be a key: is a ":" or an indentation missing?`,
  ],
  [
    /^Flow (map|sequence) in block collection must be sufficiently indented and end with a ([\]}])/,
    phrase`The closing "$2" is missing.`,
  ],
  [
    /^(?:Flow (?:map|sequence)|.*) expected to end with ([\]}])/,
    phrase`The closing "$1" is missing.`,
  ],
  [/^Missing , (?:between|or : between)/, phrase`A "," is missing between these items.`],
  [
    /^Unexpected [a-z-]+ at node end/,
    phrase`This text belongs to nothing: is the indentation or a ":" missing?`,
  ],
  [/^Unexpected flow-(?:seq|map)-end token.*"(.)"/, phrase`This "$1" closes nothing.`],
  [/^Unexpected .*: "(.{1,40}?)\\?"?$/, 'Unexpected "$1".'],
  [/^Unexpected (?:[a-z-]+-)?scalar(?: token)?$/, phrase`This text is unexpected here.`],
  [
    /^Plain value cannot start with .*character (.)/,
    phrase`A value that begins with "$1" needs quotes.`,
  ],
  [/^Plain value cannot start with (?:a )?(?:tab|block)/, phrase`This value needs quotes.`],
  [
    /^Plain value cannot start with .*indicator character (.)/,
    phrase`A value that begins with "$1" needs quotes.`,
  ],
  [/^Invalid escape sequence (.*)$/, phrase`The escape $1 is unknown in double quotes.`],
  [
    /^Alias cannot be an empty string/,
    phrase`An alias needs a name: "*" alone is none. Quote it if it is text.`,
  ],
  [
    /^Anchor cannot be an empty string/,
    phrase`An anchor needs a name: "&" alone is none. Quote it if it is text.`,
  ],
  [
    /^Block scalar header includes extra characters/,
    phrase`Nothing but a comment may follow the sign of a block text.`,
  ],
  [
    /^Block scalar (?:values|lines) (?:in collections )?must/,
    phrase`The lines of a block text are indented deeper than its key.`,
  ],
  [/^Comments must be separated/, phrase`A comment needs a space before its "#".`],
  [/^Tabs are not allowed as indentation/, phrase`Tabs cannot indent YAML.`],
];

/** What is said where no pattern matches: the library speaks of its tokens then. */
const BY_CODE: Readonly<Record<ErrorCode, string>> = {
  ALIAS_PROPS: phrase`An alias takes no anchor and no tag.`,
  BAD_ALIAS: phrase`This alias cannot be read.`,
  BAD_COLLECTION_TYPE: phrase`The tag does not fit the mapping or list behind it.`,
  BAD_DIRECTIVE: phrase`This line with "%" cannot be read.`,
  BAD_DQ_ESCAPE: phrase`This escape is unknown in double quotes.`,
  BAD_INDENT: phrase`The indentation fits nothing above.`,
  BAD_PROP_ORDER: phrase`Anchors and tags stand before the value, behind its key.`,
  BAD_SCALAR_START: phrase`This value needs quotes.`,
  BLOCK_AS_IMPLICIT_KEY: phrase`This cannot be a key: is a ":" or an indentation missing?`,
  BLOCK_IN_FLOW: phrase`Inside of brackets, values are written in brackets or on one line.`,
  DUPLICATE_KEY: phrase`This key is already used in this mapping.`,
  IMPOSSIBLE: phrase`This cannot be read.`,
  KEY_OVER_1024_CHARS: phrase`The ":" of a key follows within 1024 characters.`,
  MISSING_CHAR: phrase`A sign is missing here.`,
  MULTILINE_IMPLICIT_KEY: phrase`A key is written on one line and followed by ":".`,
  MULTIPLE_ANCHORS: phrase`A value has one anchor at most.`,
  MULTIPLE_DOCS: phrase`A second document begins here.`,
  MULTIPLE_TAGS: phrase`A value has one tag at most.`,
  NON_STRING_KEY: phrase`This key is no text.`,
  RESOURCE_EXHAUSTION: phrase`This nests too deeply to be read.`,
  TAB_AS_INDENT: phrase`Tabs cannot indent YAML.`,
  TAG_RESOLVE_FAILED: phrase`This tag is unknown, or its value does not fit it.`,
  UNEXPECTED_TOKEN: phrase`This is unexpected here.`,
};

/** What the library says of a bracket right behind a value. */
const BEHIND_VALUE = /^(?:Unexpected flow-(?:seq|map)-start at node end|Missing , or : between)/;
const UNQUOTED = phrase`Between brackets, a value that holds brackets itself needs quotes.`;

/** Findings about the syntax of one segment; the first are most often the cause of the rest. */
export const MAX_PROBLEMS = 20;

/** Sorted, tight, at most one a line: what follows on a line is most often the same mistake. */
export function cleanErrors(
  text: string,
  errors: readonly YAMLParseError[],
  root: Node | null,
): SyntaxProblem[] {
  const sorted = errors.toSorted((a, b) => a.pos[0] - b.pos[0]);
  const tabs = firstIndentTabs(text, sorted);
  if (tabs) {
    const message = say`Tabs cannot indent YAML: use spaces.`;
    return [{ code: 'yaml-syntax', message, ...tabs, tabs: true }];
  }
  const problems: SyntaxProblem[] = [];
  let lineEnd = -1;
  for (const error of sorted) {
    if (problems.length === MAX_PROBLEMS) break;
    // A line may be all the text: it is looked at once.
    if (error.pos[0] < lineEnd) continue;
    const value = BEHIND_VALUE.test(error.message) && bracketedValue(text, error.pos[0]);
    const span =
      value || tighten(text, quoteOf(error, root) ?? { start: error.pos[0], end: error.pos[1] });
    if (span.start < lineEnd) continue;
    lineEnd = lineEndOf(text, span.start);
    const code = 'yaml-syntax';
    if (value) problems.push({ code, message: say(UNQUOTED), ...value, unquoted: true });
    else problems.push({ code, message: describe(error), ...span });
  }
  return problems;
}

function describe({ message, code }: YAMLParseError): string {
  const line = message.split('\n', 1)[0]!.trim();
  for (const [pattern, words] of MESSAGES) {
    const match = pattern.exec(line);
    if (match)
      return say(words)
        .replace('$1', match[1] ?? '')
        .replace('$2', match[2] ?? '');
  }
  return say(BY_CODE[code]);
}

function firstIndentTabs(text: string, errors: readonly YAMLParseError[]): Span | undefined {
  let lineEnd = -1;
  for (const { pos } of errors) {
    if (pos[0] <= lineEnd) continue;
    const tabs = indentTabs(text, pos[0]);
    if (tabs) return tabs;
    lineEnd = lineEndOf(text, pos[0]);
  }
  return undefined;
}

/** The tabs among the indentation of the line at `offset`, if it has any. */
function indentTabs(text: string, offset: number): Span | undefined {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const line = readLine(text, start);
  const first = text.slice(start, line.at).indexOf('\t');
  if (line.kind === 'blank' || first < 0) return undefined;
  return { start: start + first, end: text.lastIndexOf('\t', line.at - 1) + 1 };
}

/** A quote that is not closed is reported where it opens. */
function quoteOf(error: YAMLParseError, root: Node | null): Span | undefined {
  if (!error.message.startsWith(say`Missing closing`) || !root) return undefined;
  const scalar = findEnding(root, error.pos[0]);
  return scalar && { start: scalar.start, end: scalar.end };
}

function findEnding(node: Node, end: number): Node | undefined {
  if (node.kind === 'scalar') {
    return node.end === end && (node.style === 'single' || node.style === 'double')
      ? node
      : undefined;
  }
  const children =
    node.kind === 'seq' ? node.items : node.entries.flatMap(({ key, value }) => [key, value]);
  for (const child of children) {
    const found = child.origin ? undefined : findEnding(child, end);
    if (found) return found;
  }
  return undefined;
}

function lineEndOf(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  const end = newline < 0 ? text.length : newline;
  return text[end - 1] === '\r' ? end - 1 : end;
}

/** The most characters that a finding about syntax underlines. */
const MAX_SPAN = 80;

/** On one line, at least one character where there is one, a whole word where one begins. */
function tighten(text: string, span: Span): Span {
  let { start } = span;
  // What is found missing at a line's or the text's end stands on the last character before it.
  while (start > 0 && start >= lineEndOf(text, start)) start--;
  const lineEnd = lineEndOf(text, start);
  const indented = start + /^[ \t]*/.exec(text.slice(start, lineEnd))![0].length;
  if (indented < lineEnd) start = indented;
  let end = Math.min(Math.max(span.end, start + 1), lineEnd, start + MAX_SPAN);
  const word = /^\w[\w-]*/.exec(text.slice(start, Math.min(lineEnd, start + MAX_SPAN)));
  if (end === start + 1 && word) end = start + word[0].length;
  while (end > start + 1 && /\s/.test(text[end - 1]!)) end--;
  return { start, end };
}
