import { fitted } from './fitted.ts';
import type { Entry, Node, ScalarNode } from './node.ts';
import {
  CLOSE_LIST,
  CLOSE_MAP,
  COLON,
  COMMA,
  CR,
  DASH,
  HASH,
  isSign,
  LF,
  OPEN_LIST,
  OPEN_MAP,
  readScalar,
  SPACE,
  UNUSUAL,
  unusual,
} from './plain-scalar.ts';
import { keyText } from './yaml-nodes.ts';

/** Levels of nesting beyond which nothing is plain. */
const MAX_PLAIN_DEPTH = 100;
/** Characters beyond which no key is plain; YAML itself ends at 1,024. */
const MAX_KEY = 1000;

/**
 * Reads what most YAML is made of: block mappings and lists, flow ones on one line, texts on one line,
 * comments. Makes the very tree that the library's would be turned into, several times faster.
 *
 * @returns undefined where anything else stands in the text, any mistake above all: the library reads that
 */
export function readPlainYaml(text: string): Node | undefined {
  try {
    return new PlainReader(text).document();
  } catch (error) {
    if (error === UNUSUAL) return undefined;
    throw error;
  }
}

/** Goes through the text once. A value in block style is read up to the first thing of the next line. */
class PlainReader {
  #at = 0;
  /** Where the line begins in which the cursor stands. */
  #line = 0;
  #depth = 0;

  constructor(private readonly text: string) {}

  document(): Node {
    if (this.text.startsWith('---')) {
      this.#at = 3;
      this.#toNextLine();
    } else {
      this.#toContent();
    }
    const root = this.#block();
    return this.#column === -1 ? root : unusual();
  }

  /** A mapping or list whose first key or dash is at the cursor. */
  #block(): Node {
    this.#descend();
    const node = this.#isDash() ? this.#list() : this.#mapping(this.#scalar(false));
    this.#depth--;
    return node;
  }

  #list(): Node {
    const start = this.#at;
    const column = this.#column;
    const items: Node[] = [];
    do {
      this.#at++;
      this.#skipSpaces();
      items.push(this.#item(column));
    } while (this.#column === column && this.#isDash());
    return { kind: 'seq', items: fitted(items), flow: false, start, end: items.at(-1)!.end };
  }

  /** What stands behind a dash: a mapping or list may begin on the dash's own line. */
  #item(column: number): Node {
    if (this.#isDash()) return this.#block();
    if (this.#isLineDone()) return this.#below(column, false);
    if (this.#isFlow()) return this.#alone(this.#flow());
    const scalar = this.#scalar(false);
    this.#skipSpaces();
    if (!this.#isColon()) return this.#alone(scalar);
    this.#descend();
    const node = this.#mapping(scalar);
    this.#depth--;
    return node;
  }

  #mapping(firstKey: ScalarNode): Node {
    const { start } = firstKey;
    const column = start - this.#line;
    const entries: Entry[] = [];
    const names = new Set<string>();
    for (let key = firstKey; ; key = this.#scalar(false)) {
      this.#note(key, names);
      this.#skipSpaces();
      if (!this.#isColon()) unusual();
      this.#at++;
      this.#skipSpaces();
      const value = this.#value(column);
      entries.push({ key, value, start: key.start, end: value.end });
      if (this.#column !== column || this.#isDash()) break;
    }
    return { kind: 'map', entries: fitted(entries), flow: false, start, end: entries.at(-1)!.end };
  }

  /** What stands behind a key's colon. */
  #value(column: number): Node {
    if (this.#isLineDone()) return this.#below(column, true);
    return this.#alone(this.#isFlow() ? this.#flow() : this.#scalar(false));
  }

  /** What stands on the lines below a key or dash, deeper; the list of a key may begin in its column. */
  #below(column: number, ofKey: boolean): Node {
    this.#toNextLine();
    const isItsList = ofKey && this.#column === column && this.#isDash();
    return this.#column > column || isItsList ? this.#block() : unusual();
  }

  #alone(node: Node): Node {
    this.#toNextLine();
    return node;
  }

  #flow(): Node {
    this.#descend();
    const node = this.#code === OPEN_LIST ? this.#flowList() : this.#flowMapping();
    this.#depth--;
    return node;
  }

  #flowList(): Node {
    const start = this.#at;
    const items: Node[] = [];
    this.#bracketed(CLOSE_LIST, () => items.push(this.#flowValue()));
    return { kind: 'seq', items: fitted(items), flow: true, start, end: this.#at };
  }

  #flowMapping(): Node {
    const start = this.#at;
    const entries: Entry[] = [];
    const names = new Set<string>();
    this.#bracketed(CLOSE_MAP, () => entries.push(this.#flowEntry(names)));
    return { kind: 'map', entries: fitted(entries), flow: true, start, end: this.#at };
  }

  /** From a bracket over parts between commas to the bracket that closes. */
  #bracketed(close: number, readPart: () => void): void {
    this.#at++;
    this.#skipSpaces();
    let isMore = this.#code !== close;
    while (isMore) {
      readPart();
      this.#skipSpaces();
      isMore = this.#code === COMMA;
      if (isMore) this.#at++;
      this.#skipSpaces();
    }
    if (this.#code !== close) unusual();
    this.#at++;
  }

  #flowEntry(names: Set<string>): Entry {
    const key = this.#scalar(true);
    this.#note(key, names);
    const isAdjacent = key.style !== 'plain' && this.#code === COLON;
    this.#skipSpaces();
    if (!isAdjacent && !this.#isColon()) unusual();
    this.#at++;
    this.#skipSpaces();
    const value = this.#flowValue();
    return { key, value, start: key.start, end: value.end };
  }

  #flowValue(): Node {
    return this.#isFlow() ? this.#flow() : this.#scalar(true);
  }

  #scalar(inFlow: boolean): ScalarNode {
    const scalar = readScalar(this.text, this.#at, inFlow);
    this.#at = scalar.end;
    return scalar;
  }

  /** Keys that repeat, merge or are too long are the library's to judge. */
  #note(key: ScalarNode, names: Set<string>): void {
    const name = keyText(key);
    const isMerge = name === '<<' && key.style === 'plain';
    if (isMerge || names.has(name) || key.end - key.start > MAX_KEY) unusual();
    names.add(name);
  }

  #descend(): void {
    if (++this.#depth > MAX_PLAIN_DEPTH) unusual();
  }

  get #code(): number {
    return this.text.charCodeAt(this.#at);
  }

  /** The cursor's place in its line; -1 when all is read. */
  get #column(): number {
    return this.#at < this.text.length ? this.#at - this.#line : -1;
  }

  #isDash(): boolean {
    return this.#code === DASH && isSign(this.text, this.#at, false);
  }

  #isColon(): boolean {
    return this.#code === COLON && isSign(this.text, this.#at, false);
  }

  #isFlow(): boolean {
    return this.#code === OPEN_LIST || this.#code === OPEN_MAP;
  }

  /** Whether no more than a comment follows in the line. */
  #isLineDone(): boolean {
    const code = this.#code;
    return Number.isNaN(code) || code === LF || code === CR || code === HASH;
  }

  #skipSpaces(): void {
    while (this.#code === SPACE) this.#at++;
  }

  /** Over the rest of the line, which must be empty or a comment, to the next content. */
  #toNextLine(): void {
    this.#skipSpaces();
    if (this.#code === HASH && this.text.charCodeAt(this.#at - 1) !== SPACE) unusual();
    this.#skipComment();
    if (this.#at < this.text.length && this.#code !== LF) unusual();
    this.#at++;
    this.#toContent();
  }

  /** From where a line begins over empty lines and comments to the first thing of the next one. */
  #toContent(): void {
    const { text } = this;
    for (;;) {
      this.#line = this.#at;
      this.#skipSpaces();
      this.#skipComment();
      if (this.#code !== LF) break;
      this.#at++;
    }
    if (
      this.#at === this.#line &&
      (text.startsWith('---', this.#at) || text.startsWith('...', this.#at))
    )
      unusual();
  }

  /** Over a comment, and the first half of a line break of two. */
  #skipComment(): void {
    const { text } = this;
    if (this.#code === HASH) {
      const end = text.indexOf('\n', this.#at);
      this.#at = end < 0 ? text.length : end;
    } else if (this.#code === CR && text.charCodeAt(this.#at + 1) === LF) {
      this.#at++;
    }
  }
}
