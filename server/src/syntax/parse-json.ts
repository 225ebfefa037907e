import { type ParseErrorCode, visit } from 'jsonc-parser';
import { phrase, say } from '../l10n/say.ts';
import { MAX_DEPTH, ofBearableSize, tooDeep } from './depth.ts';
import type { Entry, MapNode, Node, ScalarNode, SegmentTree, Span, SyntaxProblem } from './node.ts';
import { findTooDeep, skipTrivia } from './scan-json.ts';

const MAX_PROBLEMS = 20;

/** By the library's error code. */
const MESSAGES: Record<number, string> = {
  1: phrase`This is no JSON value.`,
  2: phrase`This is no JSON number.`,
  3: phrase`A property name in double quotes is expected.`,
  4: phrase`A value is expected.`,
  5: phrase`A ":" is expected.`,
  6: phrase`A "," is expected.`,
  7: phrase`The closing "}" is missing.`,
  8: phrase`The closing "]" is missing.`,
  9: phrase`Nothing is expected after the end of the value.`,
  11: phrase`This comment is never closed.`,
  12: phrase`This string is never closed: a " is missing.`,
  13: phrase`This number ends too early.`,
  14: phrase`A \\u escape takes four hexadecimal digits.`,
  15: phrase`This escape is unknown in JSON.`,
  16: phrase`Control characters are written as escapes in a string.`,
};

/** A container under construction. */
interface Open {
  readonly start: number;
  readonly entries?: Entry[];
  readonly items?: Node[];
  readonly names: Set<string>;
  key?: ScalarNode;
  /** Where an unwritten value of `key` would stand. */
  valueAt: number;
}

/**
 * Parses one JSON text; comments pass. Broken text yields the tree that can be had, and problems.
 *
 * @param part `item` where the text is one item of an array, the comma behind it included.
 */
export function parseJson(text: string, part: 'document' | 'item' = 'document'): SegmentTree {
  const deep = findTooDeep(text, MAX_DEPTH);
  if (deep !== undefined) {
    return { text, root: null, problems: [tooDeep({ start: deep, end: deep + 1 })] };
  }
  const builder = new JsonBuilder(text);
  const body = part === 'item' && text.endsWith(',') ? text.slice(0, -1) : text;
  const readable = body.startsWith('\uFEFF') ? ` ${body.slice(1)}` : body;
  if (part === 'item' || skipTrivia(readable, 0) < readable.length) builder.read(readable);
  const problems = builder.problems.sort((a, b) => a.start - b.start).slice(0, MAX_PROBLEMS);
  return ofBearableSize({ text, root: builder.root, problems });
}

class JsonBuilder {
  root: Node | null = null;
  readonly problems: SyntaxProblem[] = [];
  private readonly open: Open[] = [];
  private readonly text: string;
  /** The last comma, while nothing but trivia followed it. */
  private comma: number | undefined;
  private badLineEnd = -1;

  constructor(text: string) {
    this.text = text;
  }

  read(text: string): void {
    visit(
      text,
      {
        onObjectBegin: (offset) =>
          this.begin({ start: offset, entries: [], names: new Set(), valueAt: offset }),
        onArrayBegin: (offset) =>
          this.begin({ start: offset, items: [], names: new Set(), valueAt: offset }),
        onObjectEnd: (offset, length) => this.end(offset + length),
        onArrayEnd: (offset, length) => this.end(offset + length),
        onObjectProperty: (name, offset, length) => this.property(name, offset, offset + length),
        onLiteralValue: (value, offset, length) => this.literal(value, offset, offset + length),
        onSeparator: (char, offset) => this.separator(char, offset),
        onError: (code, offset, length) => this.error(code, offset, offset + length),
      },
      { allowTrailingComma: false, allowEmptyContent: false },
    );
    while (this.open.length > 0) this.end(this.lastInk() + 1);
  }

  private begin(open: Open): void {
    this.comma = undefined;
    this.open.push(open);
  }

  private end(end: number): void {
    this.comma = undefined;
    const open = this.open.pop();
    if (!open) return;
    this.finishKey(open);
    const { start, entries, items } = open;
    if (entries) this.add({ kind: 'map', entries, flow: true, start, end });
    else this.add({ kind: 'seq', items: items ?? [], flow: true, start, end });
  }

  private property(name: string, start: number, end: number): void {
    this.comma = undefined;
    const open = this.open.at(-1);
    if (!open?.entries) return;
    this.finishKey(open);
    const key: ScalarNode = { kind: 'scalar', value: name, style: 'double', start, end };
    if (open.names.has(name)) {
      this.report(key, say`The key ${JSON.stringify(name)} is already used in this object.`);
    }
    open.names.add(name);
    open.key = key;
    open.valueAt = end;
  }

  private literal(value: unknown, start: number, end: number): void {
    this.comma = undefined;
    const source = this.text.slice(start, end);
    const exact =
      typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
        ? BigInt(source)
        : (value as ScalarNode['value']);
    const style = typeof value === 'string' ? 'double' : 'plain';
    this.add({ kind: 'scalar', value: exact, style, start, end });
  }

  private separator(char: string, offset: number): void {
    const open = this.open.at(-1);
    if (char === ',') {
      if (open) this.finishKey(open);
      this.comma = offset;
    } else if (open) {
      open.valueAt = offset + 1;
    }
  }

  private add(node: Node): void {
    const open = this.open.at(-1);
    if (!open) {
      this.root ??= node;
    } else if (open.items) {
      open.items.push(node);
    } else if (open.entries && open.key) {
      open.entries.push(entryOf(open.key, node));
      open.key = undefined;
    }
  }

  /** A key without a value keeps its place in the tree. */
  private finishKey(open: Open): void {
    if (!open.key) return;
    const at = open.valueAt;
    open.entries?.push(
      entryOf(open.key, { kind: 'scalar', value: null, style: 'plain', start: at, end: at }),
    );
    open.key = undefined;
  }

  /** The first error of each line is kept: what follows on it is most often the same mistake. */
  private error(code: ParseErrorCode, start: number, end: number): void {
    // A line may be all the text: its end is looked for once.
    if (start <= this.badLineEnd) return;
    const newline = this.text.indexOf('\n', start);
    const lineEnd = newline < 0 ? this.text.length : newline;
    this.badLineEnd = lineEnd;
    const closer = this.text[start] ?? ' ';
    if (this.comma !== undefined && '}]'.includes(closer) && (code === 3 || code === 4)) {
      const span = { start: this.comma, end: this.comma + 1 };
      this.report(span, say`The comma before this "${closer}" is one too many.`);
      return;
    }
    const span =
      end > start && start < this.text.length
        ? { start, end: Math.max(start + 1, Math.min(end, lineEnd)) }
        : { start: Math.max(0, this.lastInk()), end: this.lastInk() + 1 };
    this.report(span, say(MESSAGES[code] ?? phrase`This is no JSON.`));
  }

  private report(span: Span, message: string): void {
    this.problems.push({ code: 'yaml-syntax', message, start: span.start, end: span.end });
  }

  /** The offset of the last character that is not white space, or -1. */
  private lastInk(): number {
    return this.text.trimEnd().length - 1;
  }
}

const entryOf = (key: ScalarNode, value: Node): MapNode['entries'][number] => ({
  key,
  value,
  start: key.start,
  end: Math.max(key.end, value.end),
});
