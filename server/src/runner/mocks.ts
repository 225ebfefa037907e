import type { ExpectedCall, InjectedFailure, Matcher } from '../model/expectation.ts';
import { canonicalJson, equalJson } from '../model/json-text.ts';
import type { Toolset } from '../model/tool.ts';
import { isObject, type Json, type JsonObject } from '../model/value.ts';
import type { OpenTools, ToolAnswer } from './runner.ts';

export interface MockWorld {
  readonly toolset: Pick<Toolset, 'find' | 'same' | 'schema' | 'consequence' | 'policy'>;
  /** The calls of every acceptable trajectory, with what they return and how they fail. */
  readonly calls: readonly ExpectedCall[];
}

/**
 * Tools that answer from a golden trajectory: the call whose arguments fit says what is returned, after
 * it has failed as often as it is to. Side effects are counted, so that a repeat without the same
 * idempotency key shows as a second one.
 *
 * A call that the golden does not know is answered with nothing, as by a tool that finds nothing or has
 * nothing to say: that it was made is for the score to judge.
 */
export function mockTools({ toolset, calls }: MockWorld): OpenTools {
  /** How often each golden call has answered and failed. */
  const answered = new Map<ExpectedCall, number>();
  const failures = new Map<ExpectedCall, number>();
  const keys = new Set<string>();
  const count = (counts: Map<ExpectedCall, number>, call: ExpectedCall) =>
    counts.set(call, (counts.get(call) ?? 0) + 1);

  const find = (name: string, args: JsonObject): ExpectedCall | undefined => {
    const fitting = calls.filter(
      (call) => toolset.same(call.name, name) && argumentsFit(call.args, args),
    );
    return fitting.find((call) => !answered.has(call)) ?? fitting.at(-1);
  };

  /** Whether the call changes anything: not a read, and no repeat under a key that was used. */
  const effectsOf = (name: string, args: JsonObject, golden: ExpectedCall | undefined) => {
    const consequence = toolset.consequence(name);
    if (consequence !== 'write' && consequence !== 'destructive') return undefined;
    const keyName = golden?.idempotencyKey ?? toolset.policy(name).idempotencyKey;
    const key = keyName !== undefined && Object.hasOwn(args, keyName) ? args[keyName] : undefined;
    if (key === undefined) return 1;
    const used = `${toolset.find(name)?.name ?? name} ${canonicalJson(key)}`;
    if (keys.has(used)) return 0;
    keys.add(used);
    return 1;
  };

  return {
    async call(name, args) {
      if (!toolset.find(name)) return { status: 'error', error: `there is no tool ${name}` };
      if (toolset.schema(name)?.accepts(args) === false) {
        return { status: 'error', error: 'the arguments are not as the tool takes them' };
      }
      const golden = find(name, args);
      if (golden?.fails && (failures.get(golden) ?? 0) < golden.fails.times) {
        count(failures, golden);
        const happens = golden.fails.kind === 'timeout' && golden.fails.effectApplied;
        const hasEffects = ANSWERS_AFTER_EFFECT.has(golden.fails.kind) || happens;
        const effects = hasEffects ? effectsOf(name, args, golden) : noEffects(toolset, name);
        return withEffects(failureOf(golden.fails, golden.returns), effects);
      }
      if (golden) count(answered, golden);
      const output = golden?.returns ?? null;
      return withEffects({ status: 'ok', output }, effectsOf(name, args, golden));
    },
  };
}

/** Failures of the answer alone: what was asked for has happened. */
const ANSWERS_AFTER_EFFECT: ReadonlySet<InjectedFailure['kind']> = new Set(['empty', 'malformed']);

const noEffects = (toolset: MockWorld['toolset'], name: string): number | undefined =>
  ['write', 'destructive'].includes(toolset.consequence(name)) ? 0 : undefined;

const withEffects = (answer: ToolAnswer, effects: number | undefined): ToolAnswer =>
  effects === undefined ? answer : { ...answer, effects };

function failureOf(
  { kind, status, message }: InjectedFailure,
  returns: Json | undefined,
): ToolAnswer {
  switch (kind) {
    case 'timeout':
      return { status: 'timeout', error: message ?? 'timed out: no answer came' };
    case 'http_error':
      return {
        status: 'error',
        error: { status: status ?? 503, message: message ?? 'Service Unavailable' },
      };
    case 'tool_error':
      return { status: 'error', error: message ?? 'the tool failed' };
    case 'empty':
      return { status: 'ok', output: '' };
    case 'malformed': {
      const whole = canonicalJson(returns ?? { result: null });
      return { status: 'ok', output: whole.slice(0, Math.max(1, Math.floor(whole.length / 2))) };
    }
  }
}

/** Whether arguments are such as a golden call may be given; where its matchers say less, more fits. */
function argumentsFit(wanted: ReadonlyMap<string, Matcher>, args: JsonObject): boolean {
  return [...wanted].every(([name, matcher]) =>
    Object.hasOwn(args, name)
      ? fits(matcher, args[name] as Json)
      : matcher.kind === 'matcher' && (matcher.optional || matcher.allowed === undefined),
  );
}

function fits(matcher: Matcher, value: Json): boolean {
  switch (matcher.kind) {
    case 'matcher':
      return matcher.allowed?.some((each) => alike(each, value)) ?? true;
    case 'object':
      return (
        isObject(value) &&
        [...matcher.entries].every(
          ([key, part]) => Object.hasOwn(value, key) && fits(part, value[key] as Json),
        )
      );
    case 'list':
      return (
        Array.isArray(value) &&
        value.length === matcher.items.length &&
        matcher.items.every((part, index) => fits(part, value[index] as Json))
      );
  }
}

/** Equal, or texts that differ in case and outer space alone, which no tool would answer differently. */
const alike = (a: Json, b: Json): boolean =>
  typeof a === 'string' && typeof b === 'string' ? folded(a) === folded(b) : equalJson(a, b);

const folded = (text: string): string => text.normalize('NFC').trim().toLowerCase();
