import type { ExpectedCall, Matcher, ValueMatcher } from '../model/expectation.ts';
import { equalJson } from '../model/json-text.ts';
import type { Toolset } from '../model/tool.ts';
import type { Json, JsonObject } from '../model/value.ts';

type Lose = (key: string, reason: string) => void;

/** What of a matcher no test can ask for, by its key. */
const MATCHER_KEYS: readonly (readonly [string, (matcher: ValueMatcher) => boolean])[] = [
  ['from_call', ({ fromCall }) => fromCall !== undefined],
  ['from_user', ({ fromUser }) => fromUser !== undefined],
  ['predicate', ({ predicate }) => predicate !== undefined],
  ['tolerance', ({ tolerance }) => tolerance !== undefined],
  ['compare', ({ compare }) => compare !== undefined && compare !== 'exact'],
  ['allowed', ({ allowed }) => allowed !== undefined && allowed.length !== 1],
];

/** The one value that a matcher stands for; undefined, and told, where there is no such. */
function oneValue(matcher: Matcher, key: string, lose: Lose): Json | undefined {
  if (matcher.kind === 'list') {
    const items = matcher.items.map((item, index) => oneValue(item, `${key}[${index}]`, lose));
    return items.includes(undefined) ? undefined : (items as Json[]);
  }
  if (matcher.kind === 'object') {
    const entries = [...matcher.entries].map(
      ([name, inner]) => [name, oneValue(inner, `${key}.${name}`, lose)] as const,
    );
    if (entries.some(([, value]) => value === undefined)) return undefined;
    return Object.fromEntries(entries) as JsonObject;
  }
  const asked = MATCHER_KEYS.filter(([, isAsked]) => isAsked(matcher));
  for (const [name] of asked) lose(`${key}.${name}`, 'an argument is compared with one value');
  return asked.length > 0 ? undefined : matcher.allowed?.[0];
}

const isOptional = (matcher: Matcher): boolean => matcher.kind === 'matcher' && matcher.optional;

/** One assertion for each call whose arguments are asked for. */
export function argumentAssertions(
  calls: readonly ExpectedCall[],
  toolset: Toolset,
  lose: Lose,
): JsonObject[] {
  const asked = calls.flatMap((call, index) => {
    const made = assertionOf(call, `expected.calls[${index}]`, toolset, lose);
    return made ? [{ name: call.name, args: made.args, index, value: made }] : [];
  });
  for (const [at, { name, args, index }] of asked.entries()) {
    const others = asked.slice(0, at).filter((other) => other.name === name);
    if (others.some((other) => !contradict(other.args, args))) {
      lose(`expected.calls[${index}].args`, `one call of ${name} could satisfy both`);
    }
  }
  return asked.map(({ value }) => ({ type: 'trajectory:tool-args-match', value }));
}

/** Whether no call can have both: some argument differs. */
const contradict = (a: JsonObject, b: JsonObject): boolean =>
  Object.entries(a).some(([key, value]) => Object.hasOwn(b, key) && !equalJson(value, b[key]!));

function assertionOf(
  { name, args, argsMode, ignoreArgs, compare }: ExpectedCall,
  key: string,
  toolset: Toolset,
  lose: Lose,
): (JsonObject & { readonly args: JsonObject }) | undefined {
  if (argsMode === 'ignore' || (argsMode === 'partial' && args.size === 0)) return undefined;
  if (compare !== undefined && compare !== 'exact') {
    lose(`${key}.match.compare`, 'values are compared exactly');
  }
  const isExact = argsMode === 'exact';
  const given: JsonObject = {};
  const defaults: JsonObject = isExact ? defaultsOf(name, toolset) : {};
  for (const [argument, matcher] of args) {
    if (ignoreArgs.includes(argument)) continue;
    const value = oneValue(matcher, `${key}.args.${argument}`, lose);
    if (value === undefined) continue;
    if (!isOptional(matcher)) given[argument] = value;
    else if (isExact) defaults[argument] = value;
    else
      lose(`${key}.args.${argument}.optional`, 'may be left out only where all others are named');
  }
  return {
    name,
    args: given,
    mode: isExact ? 'exact' : 'partial',
    ...(Object.keys(defaults).length > 0 && { defaults }),
    ...(ignoreArgs.length > 0 && { ignore: [...ignoreArgs] }),
  };
}

/** An argument that is not required may be given as its default, or be left out for it. */
function defaultsOf(name: string, toolset: Toolset): JsonObject {
  const schema = toolset.schema(name);
  const free = (schema?.argumentNames ?? []).filter((each) => !schema?.required.has(each));
  const known = free.map((each) => [each, schema?.defaultOf(each)] as const);
  return Object.fromEntries(known.filter(([, value]) => value !== undefined)) as JsonObject;
}
