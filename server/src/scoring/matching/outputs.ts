/** What tool calls gave back, as provenance looks at it (scoring.md §3). */
import { type JsonPathQuery, select } from '../../model/json-path.ts';
import { parseJson } from '../../model/json-text.ts';
import { isObject, type Json, type JsonObject } from '../../model/value.ts';
import type { Comparer } from '../values/compare.ts';
import { holdsNumber } from '../values/numbers.ts';
import { compose, fold, occursIn } from '../values/text.ts';

export type Scalar = null | boolean | number | bigint | string;

/** Every scalar in a value, at any depth, in the order written. */
export const scalarsOf = (value: Json): Scalar[] => scalarsIn([value]);

/** Every scalar in some values; of values inside one another each is looked at once. */
function scalarsIn(values: readonly Json[]): Scalar[] {
  const scalars: Scalar[] = [];
  const seen = new Set<object>();
  const todo = values.toReversed();
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (typeof next !== 'object' || next === null) scalars.push(next);
    else if (!seen.has(next)) {
      seen.add(next);
      for (const part of Object.values(next).reverse()) todo.push(part);
    }
  }
  return scalars;
}

const isTextBlock = (value: Json): value is JsonObject & { text: string } =>
  isObject(value) && value.type === 'text' && typeof value.text === 'string';

/** The content blocks of an MCP result, or of a bare list of such blocks. */
function blocksOf(output: Json): Json[] | undefined {
  const blocks = isObject(output) && Object.hasOwn(output, 'content') ? output.content : output;
  const typed = (block: Json) => isObject(block) && typeof block.type === 'string';
  return Array.isArray(blocks) && blocks.some(isTextBlock) && blocks.every(typed)
    ? blocks
    : undefined;
}

/** What an output holds: values that a path selects from, and plain texts that are searched. */
export interface OutputParts {
  readonly values: readonly Json[];
  readonly texts: readonly string[];
}

/**
 * Opens an output: text that holds JSON, MCP envelopes with `structuredContent` before their blocks. A
 * text that holds a JSON scalar is that scalar and also the text, but for `null`, which is no output.
 */
export function openOutput(output: Json): OutputParts {
  if (typeof output === 'string') return openText(output);
  if (isObject(output) && isObject(output.structuredContent)) {
    return { values: [output.structuredContent], texts: [] };
  }
  const blocks = blocksOf(output);
  if (!blocks) return { values: [output], texts: [] };
  const parts = blocks.map((block) =>
    isTextBlock(block) ? openText(block.text) : { values: [block], texts: [] },
  );
  return {
    values: parts.flatMap(({ values }) => values),
    texts: parts.flatMap(({ texts }) => texts),
  };
}

function openText(text: string): OutputParts {
  const parsed = parseJson(text);
  if (parsed.ok && parsed.value === null) return { values: [], texts: [] };
  const isWhole = parsed.ok && typeof parsed.value === 'object';
  return { values: parsed.ok ? [parsed.value] : [], texts: isWhole ? [] : [text] };
}

/** The output of one call, or of several taken together. */
export class Output {
  private readonly values: readonly Json[];
  private readonly texts: readonly string[];
  /** By path; under the empty text those of the whole. */
  private scalars: Map<string, readonly Scalar[]> | undefined;
  private keys: Map<Comparer, Map<string, ReadonlySet<string>>> | undefined;

  constructor(outputs: readonly Json[]) {
    const parts = outputs.map(openOutput);
    this.values = parts.flatMap(({ values }) => values);
    this.texts = parts.flatMap(({ texts }) => texts);
  }

  /**
   * Whether a scalar is in it: under `path`, where one is given, as the comparison says.
   *
   * @param key the scalar's, where the comparison has keys
   */
  yields(
    scalar: Scalar,
    key: string | undefined,
    path: JsonPathQuery | undefined,
    how: Comparer,
  ): boolean {
    if (path === undefined && this.mentions(scalar, how)) return true;
    if (key === undefined || how.key === undefined) {
      return this.scalarsAt(path).some((candidate) => how.equal(candidate, scalar));
    }
    return this.keysAt(path, how, how.key).has(key);
  }

  private keysAt(
    path: JsonPathQuery | undefined,
    how: Comparer,
    key: (value: Json) => string,
  ): ReadonlySet<string> {
    this.keys ??= new Map();
    let byPath = this.keys.get(how);
    if (!byPath) {
      byPath = new Map();
      this.keys.set(how, byPath);
    }
    const text = path?.text ?? '';
    let keys = byPath.get(text);
    if (!keys) {
      keys = new Set(this.scalarsAt(path).map(key));
      byPath.set(text, keys);
    }
    return keys;
  }

  private scalarsAt(path: JsonPathQuery | undefined): readonly Scalar[] {
    this.scalars ??= new Map();
    const cacheKey = path?.text ?? '';
    const known = this.scalars.get(cacheKey);
    if (known) return known;
    const scalars = scalarsIn(
      path === undefined ? this.values : this.values.flatMap((value) => select(path, value)),
    );
    this.scalars.set(cacheKey, scalars);
    return scalars;
  }

  private mentions(scalar: Scalar, how: Comparer): boolean {
    if (this.texts.length === 0 || scalar === null) return false;
    const folded = how.mode === 'exact' ? compose : fold;
    const sought = folded(String(scalar).trim());
    return (
      this.texts.some((text) => occursIn(folded(text), sought)) || holdsNumber(this.texts, scalar)
    );
  }
}

/** From this many outputs on it pays to remember what was found. */
const MANY = 4;

/** What several calls gave, as one `from_call` may draw on it. */
export class Pool {
  readonly outputs: readonly Output[];
  /** Some output is not known. */
  readonly unknown: boolean;
  private found: Map<string, boolean> | undefined;

  constructor(outputs: readonly Output[], unknown: boolean) {
    this.outputs = outputs;
    this.unknown = unknown;
  }

  /** Whether some output yields a scalar. */
  yields(scalar: Scalar, path: JsonPathQuery | undefined, how: Comparer): boolean {
    const key = how.key?.(scalar);
    const search = () => this.outputs.some((output) => output.yields(scalar, key, path, how));
    if (key === undefined || this.outputs.length < MANY) return search();
    this.found ??= new Map();
    const question = `${how.mode} ${path?.text ?? ''} ${typeof scalar} ${String(scalar)}`;
    let answer = this.found.get(question);
    if (answer === undefined) {
      answer = search();
      this.found.set(question, answer);
    }
    return answer;
  }
}
