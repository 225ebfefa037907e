import { say } from '../l10n/say.ts';
import type { Json, JsonObject } from './value.ts';

export type JsonParse =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly message: string; readonly offset: number };

/** A run of digits that a double may not hold, where a number can begin. */
const LONG_INTEGER = /(?:^|[\s:,[-])\d{16}/;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const SPACE = /[ \t\r\n]*/y;
const LITERALS = { true: true, false: false, null: null } as const;

/**
 * Parses JSON text. Integers that a double cannot hold become `bigint`; `__proto__` is a key like any
 * other; nesting may be as deep as it likes.
 *
 * @returns the value, or what is wrong and the offset (UTF-16) where.
 */
export function parseJson(text: string): JsonParse {
  const source = text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text;
  if (!LONG_INTEGER.test(source)) {
    try {
      return { ok: true, value: JSON.parse(source) as Json };
    } catch {
      // Read again below, for the place of the fault.
    }
  }
  return new Reader(source).read();
}

/** Sets an own property, whatever its name. */
export function setOwn(object: JsonObject, key: string, value: Json): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else {
    object[key] = value;
  }
}

class Fault extends Error {}

type Frame =
  | { readonly list: Json[] }
  | { readonly object: JsonObject /** Of the value being read. */; key: string };

/** Reads with a stack of its own, so that deep nesting cannot exhaust the machine's. */
class Reader {
  private at = 0;
  private readonly text: string;
  private readonly frames: Frame[] = [];

  constructor(text: string) {
    this.text = text;
  }

  read(): JsonParse {
    try {
      const value = this.value();
      this.space();
      if (this.at < this.text.length) throw this.unexpected(say`the end of the text`);
      return { ok: true, value };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return { ok: false, message: error.message, offset: this.at };
    }
  }

  private value(): Json {
    for (;;) {
      const opened = this.open();
      if (opened === undefined) continue;
      let value = opened;
      // A finished value may finish the containers around it.
      for (;;) {
        const frame = this.frames.at(-1);
        if (frame === undefined) return value;
        if ('list' in frame) frame.list.push(value);
        else setOwn(frame.object, frame.key, value);
        const end = 'list' in frame ? ']' : '}';
        this.space();
        if (this.take(',')) {
          if ('object' in frame) frame.key = this.key();
          break;
        }
        if (!this.take(end)) throw this.unexpected(`"," or "${end}"`);
        this.frames.pop();
        value = 'list' in frame ? frame.list : frame.object;
      }
    }
  }

  /** Reads a scalar or an empty container; opens any other and returns undefined. */
  private open(): Json | undefined {
    this.space();
    if (this.take('[')) {
      this.space();
      if (this.take(']')) return [];
      this.frames.push({ list: [] });
      return undefined;
    }
    if (this.take('{')) {
      this.space();
      if (this.take('}')) return {};
      this.frames.push({ object: {}, key: this.key() });
      return undefined;
    }
    return this.scalar();
  }

  private key(): string {
    this.space();
    if (this.text[this.at] !== '"') throw this.unexpected(say`a quoted key`);
    const key = this.string();
    this.space();
    if (!this.take(':')) throw this.unexpected('":"');
    return key;
  }

  private scalar(): Json {
    if (this.text[this.at] === '"') return this.string();
    NUMBER.lastIndex = this.at;
    const number = NUMBER.exec(this.text);
    if (number) {
      this.at += number[0].length;
      const value = Number(number[0]);
      const integer = number[1] === undefined && number[2] === undefined;
      return integer && !Number.isSafeInteger(value) ? BigInt(number[0]) : value;
    }
    for (const [word, value] of Object.entries(LITERALS)) {
      if (this.take(word)) return value;
    }
    throw this.unexpected('a value');
  }

  private string(): string {
    // Built-in parsing knows the escapes; long strings overflow a repeated group, so the end is found first.
    const start = this.at;
    let end = start + 1;
    while (end < this.text.length && this.text[end] !== '"') {
      if (this.text.charCodeAt(end) < 0x20) {
        this.at = end;
        throw new Fault(say`a line break or control character inside a string must be escaped`);
      }
      end += this.text[end] === '\\' ? 2 : 1;
    }
    if (end >= this.text.length) throw new Fault(say`the string is not closed`);
    try {
      const value = JSON.parse(this.text.slice(start, end + 1)) as string;
      this.at = end + 1;
      return value;
    } catch {
      throw new Fault(say`the string has an escape that JSON does not know`);
    }
  }

  private space(): void {
    SPACE.lastIndex = this.at;
    SPACE.exec(this.text);
    this.at = SPACE.lastIndex;
  }

  private take(token: string): boolean {
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  private unexpected(wanted: string): Fault {
    const found = this.text.slice(this.at, this.at + 1);
    return new Fault(
      `expected ${wanted}, found ${found === '' ? say`the end of the text` : JSON.stringify(found)}`,
    );
  }
}

const sortKeys = (object: JsonObject): string[] =>
  Object.keys(object)
    .filter((key) => object[key] !== undefined)
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));

/**
 * The text of a value that is no list or object. A number beyond all doubles stays one that is: it was
 * written so, and reads back as it is.
 */
export function scalarText(value: Exclude<Json, object>): string {
  if (typeof value === 'bigint') return value.toString();
  if (value === Number.POSITIVE_INFINITY) return '1e999';
  if (value === Number.NEGATIVE_INFINITY) return '-1e999';
  return JSON.stringify(value);
}

/**
 * The canonical text of a value (RFC 8785): keys in the order of their UTF-16 code units, no white
 * space, numbers as ECMAScript writes them, big integers by their digits.
 */
export function canonicalJson(value: Json): string {
  const out: string[] = [];
  // Values still to write, and text to write as it stands, last first.
  const todo: ({ readonly value: Json } | string)[] = [{ value }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (typeof next === 'string') {
      out.push(next);
    } else if (Array.isArray(next.value)) {
      out.push('[');
      todo.push(']');
      for (let i = next.value.length - 1; i >= 0; i--) {
        todo.push({ value: next.value[i] ?? null });
        if (i > 0) todo.push(',');
      }
    } else if (typeof next.value === 'object' && next.value !== null) {
      out.push('{');
      todo.push('}');
      const keys = sortKeys(next.value);
      for (let i = keys.length - 1; i >= 0; i--) {
        const key = keys[i]!;
        todo.push({ value: next.value[key]! }, `${JSON.stringify(key)}:`);
        if (i > 0) todo.push(',');
      }
    } else {
      out.push(scalarText(next.value));
    }
  }
  return out.join('');
}

const isNumeric = (value: Json): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

const equalNumbers = (a: number | bigint, b: number | bigint): boolean =>
  typeof a === typeof b
    ? a === b
    : Number.isInteger(Number(a)) && Number.isInteger(Number(b)) && BigInt(a) === BigInt(b);

/** Whether two values are equal JSON: numbers by value, objects whatever the order of their keys. */
export function equalJson(a: Json, b: Json): boolean {
  const todo: [Json, Json][] = [[a, b]];
  for (let pair = todo.pop(); pair !== undefined; pair = todo.pop()) {
    const [left, right] = pair;
    if (left === right) continue;
    if (isNumeric(left) && isNumeric(right)) {
      if (!equalNumbers(left, right)) return false;
    } else if (Array.isArray(left)) {
      if (!Array.isArray(right) || left.length !== right.length) return false;
      for (let i = 0; i < left.length; i++) todo.push([left[i]!, right[i]!]);
    } else if (typeof left === 'object' && left !== null) {
      if (typeof right !== 'object' || right === null || Array.isArray(right)) return false;
      const keys = Object.keys(left);
      if (keys.length !== Object.keys(right).length) return false;
      for (const key of keys) {
        if (!Object.hasOwn(right, key)) return false;
        todo.push([left[key]!, right[key]!]);
      }
    } else {
      return false;
    }
  }
  return true;
}
