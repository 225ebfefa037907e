import type { Scalar, ScalarNode } from './node.ts';
import { plainValue } from './yaml-schema.ts';

/** Thrown where the text is not plain; made once, since making an error walks the stack. */
export const UNUSUAL = new Error('not plain YAML');

export function unusual(): never {
  throw UNUSUAL;
}

/** Codes of the signs that YAML is read by. */
export const LF = 10;
export const CR = 13;
export const SPACE = 32;
const DOUBLE_QUOTE = 34;
export const HASH = 35;
const SINGLE_QUOTE = 39;
export const COMMA = 44;
export const DASH = 45;
export const COLON = 58;
export const OPEN_LIST = 91;
const BACKSLASH = 92;
export const CLOSE_LIST = 93;
export const OPEN_MAP = 123;
export const CLOSE_MAP = 125;

/** Signs that plain text does not begin with; of the dash see `plain`. */
const BEGINS_NO_TEXT = new Set([...'?:,[]{}#&*!|>\'"%@`\uFEFF'].map((sign) => sign.charCodeAt(0)));

/**
 * The scalar that begins at an offset, on one line.
 *
 * @param inFlow whether it stands within brackets
 * @throws UNUSUAL where it is no plain one
 */
export function readScalar(text: string, start: number, inFlow: boolean): ScalarNode {
  const first = text.charCodeAt(start);
  if (first === DOUBLE_QUOTE) return double(text, start);
  return first === SINGLE_QUOTE ? single(text, start) : plain(text, start, inFlow);
}

function double(text: string, start: number): ScalarNode {
  let isEscaped = false;
  let at = start + 1;
  for (; printableAt(text, at) !== DOUBLE_QUOTE; at++) {
    if (text.charCodeAt(at) !== BACKSLASH) continue;
    isEscaped = true;
    at++;
  }
  const end = at + 1;
  const value = isEscaped ? unescaped(text.slice(start, end)) : text.slice(start + 1, at);
  return { kind: 'scalar', value, style: 'double', start, end };
}

/** The text of double quotes; escapes that JSON does not have are the library's. */
function unescaped(source: string): string {
  try {
    return JSON.parse(source);
  } catch {
    return unusual();
  }
}

function single(text: string, start: number): ScalarNode {
  let isDoubled = false;
  let at = start + 1;
  for (; ; at++) {
    if (printableAt(text, at) !== SINGLE_QUOTE) continue;
    if (text.charCodeAt(at + 1) !== SINGLE_QUOTE) break;
    isDoubled = true;
    at++;
  }
  const source = text.slice(start + 1, at);
  const value = isDoubled ? source.replaceAll("''", "'") : source;
  return { kind: 'scalar', value, style: 'single', start, end: at + 1 };
}

function plain(text: string, start: number, inFlow: boolean): ScalarNode {
  const first = printableAt(text, start);
  if (BEGINS_NO_TEXT.has(first)) unusual();
  if (first === DASH && isSign(text, start, inFlow)) unusual();
  let end = start;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === SPACE) continue;
    if (code === LF || code === CR) break;
    if (code === COLON && isSign(text, at, inFlow)) break;
    if (code === HASH && text.charCodeAt(at - 1) === SPACE) break;
    if (inFlow && isFlowSign(code)) break;
    if (code < SPACE) unusual();
    end = at + 1;
  }
  const value = sharedValue(text.slice(start, end));
  return { kind: 'scalar', value, style: 'plain', start, end };
}

/** How long a text may be to be shared, and how many are. */
const MAX_SHARED_LENGTH = 24;
const MAX_SHARED = 2000;

const sharedValues = new Map<string, Scalar>();

/** The value of a text; the keys and words of thousands of files are the same few strings, kept once. */
function sharedValue(text: string): Scalar {
  if (text.length > MAX_SHARED_LENGTH) return plainValue(text);
  const known = sharedValues.get(text);
  if (known !== undefined) return known;
  if (sharedValues.size >= MAX_SHARED) return plainValue(text);
  // A copy: a mere slice would keep the text of its file in memory.
  const copy: string = JSON.parse(JSON.stringify(text));
  const value = plainValue(copy);
  sharedValues.set(copy, value);
  return value;
}

/** Whether a colon or dash is a sign rather than a part of a text: by what follows it. */
export function isSign(text: string, at: number, inFlow: boolean): boolean {
  const next = text.charCodeAt(at + 1);
  if (next === SPACE || next === LF || next === CR || Number.isNaN(next)) return true;
  return inFlow && isFlowSign(next);
}

const isFlowSign = (code: number): boolean =>
  code === COMMA ||
  code === OPEN_LIST ||
  code === CLOSE_LIST ||
  code === OPEN_MAP ||
  code === CLOSE_MAP;

function printableAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= SPACE ? code : unusual();
}
