/** promptfoo's assertions on a trajectory and on the answer, as what a case expects. */
import { globMatcher } from '../model/glob.ts';
import { equalJson } from '../model/json-text.ts';
import { isObject, type Json, type JsonObject } from '../model/value.ts';
import { literal } from './matchers.ts';
import { labelOf, listOf, objectOf, textOf } from './values.ts';

type Lose = (key: string, reason: string) => void;

/** What the assertions of one test come to, as they are read one after the other. */
interface Draft {
  /** Tools in the order that a sequence asks for; undefined where none does. */
  sequence: { readonly steps: readonly string[]; readonly exact: boolean } | undefined;
  /** How often a tool is called at least. */
  readonly atLeast: Map<string, number>;
  readonly arguments: JsonObject[];
  readonly forbidden: string[];
  readonly mentions: Json[];
  readonly claims: string[];
  noCall: boolean;
  maxCalls: number | undefined;
}

interface Reading {
  readonly draft: Draft;
  readonly value: Json;
  readonly assertion: JsonObject;
  /** Names of the tools that are known. */
  readonly tools: readonly string[];
  lose(reason: string): void;
}

type Read = (reading: Reading) => void;

/** The one tool that a name or pattern means. */
function toolOf({ tools, lose }: Reading, { name, pattern }: JsonObject): string | undefined {
  const plain = textOf(name);
  if (plain !== undefined) return plain;
  const glob = textOf(pattern);
  if (glob === undefined) {
    lose('names no tool');
    return undefined;
  }
  const isMatch = globMatcher([glob]);
  const matching = tools.filter((tool) => isMatch(tool));
  if (matching.length === 1) return matching[0];
  const why =
    tools.length === 0 ? 'no manifest says which tools match' : `${matching.length} tools match`;
  lose(`${why} the pattern ${glob}, and a case names one tool`);
  return undefined;
}

function used(reading: Reading): void {
  const { draft, value, lose } = reading;
  if (Array.isArray(value) || typeof value === 'string') {
    for (const name of listOf(Array.isArray(value) ? value : [value])) {
      if (typeof name === 'string') atLeast(draft, name, 1);
    }
    return;
  }
  const { min = 1, max } = objectOf(value);
  if (max === 0) {
    if (objectOf(value).pattern === '*') draft.noCall = true;
    else {
      const tool = toolOf(reading, objectOf(value));
      if (tool !== undefined) draft.forbidden.push(tool);
    }
    return;
  }
  if (max !== undefined && objectOf(value).pattern === '*') draft.maxCalls = Number(max);
  else if (max !== undefined) lose(`at most ${labelOf(max)} calls of one tool cannot be said`);
  if (objectOf(value).pattern === '*') return;
  const tool = toolOf(reading, objectOf(value));
  if (tool !== undefined) atLeast(draft, tool, typeof min === 'number' ? min : 1);
}

const atLeast = ({ atLeast: counts }: Draft, name: string, count: number): void => {
  counts.set(name, Math.max(count, counts.get(name) ?? 0));
};

function notUsed({ draft, value, lose }: Reading): void {
  const names = listOf(Array.isArray(value) ? value : [value]);
  for (const name of names) {
    if (typeof name === 'string') draft.forbidden.push(name);
    else lose('only tools by their name can be forbidden');
  }
}

function args(reading: Reading): void {
  const value = objectOf(reading.value);
  const tool = toolOf(reading, value);
  if (tool === undefined) return;
  const exact = value.mode === 'exact';
  const ignored = listOf(value.ignore).flatMap((key) => textOf(key) ?? []);
  const given = Object.entries(objectOf(value.args ?? value.arguments));
  const defaults = Object.entries(objectOf(value.defaults));
  const matchers = [
    ...given.map(([key, each]): [string, Json] => [key, literal(each)]),
    ...defaults
      .filter(([key]) => exact && !given.some(([other]) => other === key))
      .map(([key, each]): [string, Json] => [key, { allowed: [each], optional: true }]),
  ];
  reading.draft.arguments.push({
    name: tool,
    args: Object.fromEntries(matchers),
    match: {
      args: exact ? 'exact' : 'partial',
      ...(ignored.length > 0 && { ignore_args: ignored }),
    },
  });
}

function sequence({ draft, value, lose }: Reading): void {
  const { steps = value, mode = 'in_order' } = objectOf(value);
  const names = listOf(steps).map((step) => textOf(isObject(step) ? (step.name ?? null) : step));
  if (names.length === 0 || names.includes(undefined)) {
    lose('a step that is no tool by its name cannot be said');
    return;
  }
  if (draft.sequence) {
    lose('a second sequence cannot be said');
    return;
  }
  draft.sequence = { steps: names as string[], exact: mode === 'exact' };
}

function stepCount({ draft, value, lose }: Reading): void {
  const { type, pattern, min, max } = objectOf(value);
  if (type === 'tool' && (pattern === undefined || pattern === '*') && typeof max === 'number') {
    draft.maxCalls = max;
    if (min !== undefined) lose('a least number of calls cannot be said');
  } else {
    lose('steps other than tool calls are no part of a case');
  }
}

function toolCallF1({ draft, value, assertion, lose }: Reading): void {
  if (assertion.threshold !== undefined && assertion.threshold !== 1) {
    lose(`a share of the calls (${labelOf(assertion.threshold)}) cannot be said`);
    return;
  }
  for (const name of listOf(value)) if (typeof name === 'string') atLeast(draft, name, 1);
  lose('other calls beside these are not counted against the run');
}

const mention =
  (isCased: boolean): Read =>
  ({ draft, value, lose }) => {
    const texts = listOf(Array.isArray(value) ? value : [value]).flatMap(
      (each) => labelOf(each) ?? [],
    );
    draft.mentions.push(...texts);
    if (isCased) lose('the case of letters is not compared');
  };

const mentionAny: Read = ({ draft, value }) => {
  draft.mentions.push({ any: listOf(value).flatMap((each) => labelOf(each) ?? []) });
};

const claim: Read = ({ draft, value }) => {
  const text = labelOf(value);
  if (text !== undefined) draft.claims.push(text);
};

const READERS: Readonly<Record<string, Read>> = {
  'trajectory:tool-used': used,
  'not-trajectory:tool-used': notUsed,
  'trajectory:tool-args-match': args,
  'trajectory:tool-sequence': sequence,
  'trajectory:step-count': stepCount,
  'tool-call-f1': toolCallF1,
  contains: mention(true),
  'contains-all': mention(true),
  icontains: mention(false),
  'icontains-all': mention(false),
  'contains-any': mentionAny,
  'icontains-any': mentionAny,
  'not-contains': claim,
  'not-icontains': claim,
};

/**
 * What a test's assertions expect together.
 *
 * @returns undefined where nothing of them can be said
 */
export function expectationOf(
  assertions: readonly JsonObject[],
  tools: readonly string[],
  lose: Lose,
): JsonObject | undefined {
  const draft: Draft = {
    sequence: undefined,
    atLeast: new Map(),
    arguments: [],
    forbidden: [],
    mentions: [],
    claims: [],
    noCall: false,
    maxCalls: undefined,
  };
  for (const assertion of assertions) {
    const type = textOf(assertion.type) ?? '?';
    const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
    const says = (reason: string) => lose(type, reason);
    if (!read) says('has no counterpart in a case');
    else read({ draft, value: assertion.value ?? null, assertion, tools, lose: says });
    for (const key of ['weight', 'metric', 'transform', 'provider']) {
      if (assertion[key] !== undefined) lose(`${type}.${key}`, 'has no counterpart in a case');
    }
  }
  const expected = write(draft, (reason) => lose('trajectory:tool-args-match', reason));
  return Object.keys(expected).length > 0 ? expected : undefined;
}

function write(draft: Draft, lose: (reason: string) => void): JsonObject {
  const calls = callsOf(draft, lose);
  const exact = draft.sequence?.exact === true;
  const mode = draft.sequence ? (exact ? 'exact' : 'in_order') : 'any_order';
  return {
    ...(draft.noCall && calls.length === 0 && { tool_behavior: 'no_call' }),
    ...(calls.length > 0 && {
      calls,
      match: {
        calls: mode,
        extra_calls: exact ? 'none' : 'any',
        ...(draft.arguments.length > 0 && { compare: 'exact' }),
      },
    }),
    ...(draft.forbidden.length > 0 && { forbidden_tools: [...new Set(draft.forbidden)] }),
    ...(draft.maxCalls !== undefined && { max_calls: draft.maxCalls }),
    ...(draft.mentions.length > 0 && { must_mention: draft.mentions }),
    ...(draft.claims.length > 0 && { must_not_mention: draft.claims }),
  };
}

/** The sequence or the calls counted, with arguments where they are asked for. */
function callsOf(draft: Draft, lose: (reason: string) => void): JsonObject[] {
  const named = draft.sequence?.steps ?? [];
  const more = [...draft.atLeast].flatMap(([name, count]) => {
    const missing = count - named.filter((each) => each === name).length;
    return Array.from({ length: Math.max(0, missing) }, () => name);
  });
  const calls = [...named, ...more].map(
    (name): JsonObject => ({ name, match: { args: 'ignore' } }),
  );
  for (const asked of draft.arguments) {
    const same = calls.filter(({ name }) => name === asked.name);
    const free = same.find(({ args: given }) => given === undefined);
    if (!free) {
      if (draft.sequence) lose(`a call of ${asked.name} beside the sequence cannot be said`);
      else if (!calls.some((call) => equalJson(call, asked))) calls.push(asked);
      continue;
    }
    if (draft.sequence && same.length > 1) {
      lose(`of ${same.length} calls of ${asked.name} the first has the arguments, where any may`);
    }
    Object.assign(free, asked);
  }
  if (draft.sequence && more.length > 0) lose('calls beside the sequence stand after it');
  return calls;
}
