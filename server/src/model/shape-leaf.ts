import type * as z from 'zod';
import { say } from '../l10n/say.ts';
import type { Node, ScalarNode } from '../syntax/node.ts';
import { scalarText } from './json-text.ts';
import { type JsonType, type Schema, typeOf, valuesOf } from './schema/inspect.ts';
import { near, nearest } from './suggest.ts';
import type { JsonObject } from './value.ts';

/** What is wrong with a value, in words and for a quick fix. */
export interface ValueFault {
  readonly code: 'wrong-type' | 'bad-value';
  readonly message: string;
  readonly data?: JsonObject;
}

const MAX_SHOWN = 60;

/** A value as a message shows it: its JSON type, and itself where it is short. */
export function shown(node: Node): string {
  const type = typeOf(node);
  if (node.kind !== 'scalar' || node.value === null) return type;
  const text = scalarText(node.value);
  return `${type} ${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}`;
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

export function wrongType(node: Node, types: readonly JsonType[]): ValueFault {
  const actual = typeOf(node);
  const data: JsonObject = { expected: [...types], actual };
  if (node.kind === 'scalar' && node.value !== null) {
    if (types.includes('string') && typeof node.value !== 'string') data.quote = true;
    const meant = typeof node.value === 'string' ? unquoted(node.value, types) : undefined;
    if (meant !== undefined) data.convert = meant;
  }
  return {
    code: 'wrong-type',
    message: say`expected ${listed(types)}, got ${shown(node)}`,
    data,
  };
}

/** The number or boolean that a text spells, where one is wanted. */
function unquoted(text: string, types: readonly JsonType[]): number | boolean | undefined {
  if (types.includes('boolean')) {
    if (/^(true|yes|on)$/i.test(text)) return true;
    if (/^(false|no|off)$/i.test(text)) return false;
  }
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (types.includes('number') && Number.isFinite(number)) return number;
  return types.includes('integer') && Number.isSafeInteger(number) ? number : undefined;
}

/** What is wrong with a scalar of the right JSON type, by the schema of a text, number or enumeration. */
export function leafFault(schema: Schema, node: ScalarNode): ValueFault | undefined {
  const { value } = node;
  if (typeof value === 'bigint') {
    return { code: 'bad-value', message: say`${value} is beyond the range of exact integers` };
  }
  const result = (schema as z.ZodType).safeParse(value);
  if (result.success) return undefined;
  const values = valuesOf(schema);
  if (values.length > 0) return choiceFault(values, node);
  return {
    code: 'bad-value',
    message: say`${wordsOf(result.error.issues[0]!)}, got ${shown(node)}`,
  };
}

/** What is wrong with a value where one of a few texts is wanted. */
export function choiceFault(values: readonly string[], node: Node): ValueFault | undefined {
  if (typeOf(node) !== 'string') return wrongType(node, ['string']);
  const value = node.kind === 'scalar' ? String(node.value) : '';
  if (values.includes(value)) return undefined;
  const slips = near(value, values);
  return {
    code: 'bad-value',
    message: say`expected ${listed(values.map((each) => JSON.stringify(each)))}, got ${shown(node)}`,
    data: { nearest: slips.length > 0 ? slips : nearest(value, values), values: [...values] },
  };
}

/** A list or text of a wrong length, from zod's word for it. */
export function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_small') {
    if (issue.origin === 'string') return say`expected a text that is not empty`;
    if (issue.origin === 'array')
      return own(issue.message) ?? say`expected ${counted(issue.minimum)} or more`;
    return issue.inclusive
      ? say`expected at least ${issue.minimum}`
      : say`expected more than ${issue.minimum}`;
  }
  if (issue.code === 'too_big') {
    if (issue.origin === 'array') return say`expected at most ${counted(issue.maximum)}`;
    return issue.inclusive
      ? say`expected at most ${issue.maximum}`
      : say`expected less than ${issue.maximum}`;
  }
  if (issue.code === 'invalid_union') return say`expected an ISO date or date-time`;
  return own(issue.message) ?? say`expected another value`;
}

/** The models' own messages begin so; zod's begin with a capital. */
const own = (message: string): string | undefined =>
  message.startsWith('expected') ? message : undefined;

const counted = (count: number | bigint): string =>
  `${count} item${Number(count) === 1 ? '' : 's'}`;
