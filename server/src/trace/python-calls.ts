import { setOwn } from '../model/json-text.ts';
import type { Json, JsonObject } from '../model/value.ts';

export interface PythonCall {
  readonly id: undefined;
  readonly name: string;
  readonly arguments: JsonObject;
}

/**
 * Reads calls that a model wrote in Python's syntax: `[f(a=1), g.h(b=["x"], c=None)]`, or one without
 * the brackets.
 *
 * @returns undefined where the text is anything else; positional arguments are, as they have no names
 */
export function parsePythonCalls(source: string): PythonCall[] | undefined {
  try {
    return new Parser(source.trim()).calls();
  } catch (error) {
    if (error instanceof Unexpected) return undefined;
    throw error;
  }
}

class Unexpected extends Error {}

const CONSTANTS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['None', null],
  ['True', true],
  ['False', false],
  ['null', null],
  ['true', true],
  ['false', false],
]);

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };
const NAME = /[\p{L}_][\p{L}\p{N}_.-]*/uy;
const NUMBER = /[-+]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?/y;
const MAX_DEPTH = 100;

class Parser {
  private at = 0;
  private depth = 0;
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  calls(): PythonCall[] {
    const bracketed = this.take('[');
    const calls: PythonCall[] = [];
    while (!(bracketed && this.take(']'))) {
      calls.push(this.call());
      if (this.take(',')) continue;
      if (bracketed) this.expect(']');
      break;
    }
    this.space();
    if (this.at < this.source.length) throw new Unexpected();
    return calls;
  }

  private call(): PythonCall {
    const name = this.match(NAME);
    this.expect('(');
    const args: JsonObject = {};
    while (!this.take(')')) {
      const key = this.match(NAME);
      this.expect('=');
      setOwn(args, key, this.value());
      if (!this.take(',')) {
        this.expect(')');
        break;
      }
    }
    return { id: undefined, name, arguments: args };
  }

  private value(): Json {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new Unexpected();
    const value = this.read();
    this.depth -= 1;
    return value;
  }

  private read(): Json {
    if (this.take('[')) return this.items(']');
    if (this.take('(')) return this.items(')');
    if (this.take('{')) return this.mapping();
    const quote = this.source[this.at];
    if (quote === '"' || quote === "'") return this.string(quote);
    NUMBER.lastIndex = this.at;
    const digits = NUMBER.exec(this.source)?.[0];
    if (digits !== undefined) {
      this.at += digits.length;
      const plain = digits.replaceAll('_', '');
      const number = Number(plain);
      return /^[-+]?\d+$/.test(plain) && !Number.isSafeInteger(number) ? BigInt(plain) : number;
    }
    const constant = CONSTANTS.get(this.match(NAME));
    if (constant === undefined) throw new Unexpected();
    return constant;
  }

  private items(end: string): Json[] {
    const items: Json[] = [];
    while (!this.take(end)) {
      items.push(this.value());
      if (!this.take(',')) {
        this.expect(end);
        break;
      }
    }
    return items;
  }

  private mapping(): JsonObject {
    const mapping: JsonObject = {};
    while (!this.take('}')) {
      const key = this.value();
      this.expect(':');
      setOwn(mapping, String(key), this.value());
      if (!this.take(',')) {
        this.expect('}');
        break;
      }
    }
    return mapping;
  }

  private string(quote: string): string {
    let value = '';
    for (this.at += 1; this.at < this.source.length; this.at += 1) {
      const character = this.source[this.at]!;
      if (character === quote) {
        this.at += 1;
        return value;
      }
      if (character !== '\\') {
        value += character;
        continue;
      }
      this.at += 1;
      const escaped = this.source[this.at] ?? '';
      value += ESCAPES[escaped] ?? escaped;
    }
    throw new Unexpected();
  }

  private match(pattern: RegExp): string {
    this.space();
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source)?.[0];
    if (found === undefined) throw new Unexpected();
    this.at += found.length;
    return found;
  }

  private take(token: string): boolean {
    this.space();
    if (!this.source.startsWith(token, this.at)) return false;
    this.at += token.length;
    this.space();
    return true;
  }

  private expect(token: string): void {
    if (!this.take(token)) throw new Unexpected();
  }

  private space(): void {
    while (/\s/.test(this.source[this.at] ?? '')) this.at += 1;
  }
}
