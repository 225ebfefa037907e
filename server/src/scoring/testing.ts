/** Builds what scoring takes from terse objects in the words of the file format. For tests alone. */
import type {
  ArgsMode,
  CallMode,
  Comparison,
  Expectation,
  ExpectedCall,
  ExpectedPath,
  ExtraCalls,
  Matcher,
  PassRule,
  Predicate,
  StateOptions,
  ToolBehavior,
  ValueMatcher,
} from '../model/expectation.ts';
import type { CallStatus, EmittedCall, ExecEntry, Message, Run } from '../model/run.ts';
import type {
  Consequence,
  Tool,
  ToolAnnotations,
  ToolPolicy,
  ToolSchema,
  Toolset,
} from '../model/tool.ts';
import { consequenceOf, indexNames } from '../model/toolset.ts';
import { isObject, type Json, type JsonObject } from '../model/value.ts';
import type { RunScore } from './score.ts';

interface MatchSpec {
  calls?: CallMode;
  args?: ArgsMode;
  extra_calls?: ExtraCalls;
  compare?: Comparison;
  ignore_args?: string[];
}

export interface CallSpec {
  id?: string;
  name: string;
  args?: JsonObject;
  group?: number;
  turn?: number;
  after?: string | string[];
  optional?: boolean;
  returns?: Json;
  idempotency_key?: string;
  match?: Pick<MatchSpec, 'args' | 'ignore_args' | 'compare'>;
}

export interface PathSpec {
  name?: string;
  credit?: number;
  calls: CallSpec[];
  baseline?: { calls?: number; latency_ms?: number; cost_usd?: number; tokens?: number };
  tolerance?: { calls?: number; latency?: number; cost?: number };
}

export interface ExpectationSpec extends Partial<Omit<PathSpec, 'name' | 'credit'>> {
  case_id?: string;
  user_message?: string;
  messages?: Message[];
  tool_behavior?: ToolBehavior;
  allowed_tools?: string[];
  forbidden_tools?: string[];
  confirm_before?: string[];
  any_of?: PathSpec[];
  match?: MatchSpec;
  max_calls?: number;
  final_state?: Json;
  state?: Partial<StateOptions>;
  must_mention?: (string | { any: string[] })[];
  must_not_mention?: string[];
  pass_rule?: PassRule;
  weight?: number;
  category?: string;
  language?: string;
  permission_group?: string;
  tags?: string[];
  holdout?: boolean;
  tools_digest?: Record<string, string>;
}

const ANCHORS = ['allowed', 'from_call', 'from_user', 'predicate'];
const MATCHER_KEYS = new Set([...ANCHORS, 'path', 'optional', 'compare', 'tolerance']);

const isMatcher = (value: Json): boolean =>
  isObject(value) &&
  Object.keys(value).every((key) => MATCHER_KEYS.has(key)) &&
  ANCHORS.some((key) => Object.hasOwn(value, key));

const holdsMatcher = (value: Json): boolean =>
  isMatcher(value) ||
  (Array.isArray(value)
    ? value.some(holdsMatcher)
    : isObject(value) && Object.values(value).some(holdsMatcher));

const listed = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

function valueMatcher(value: JsonObject): ValueMatcher {
  const { predicate } = value;
  return {
    kind: 'matcher',
    optional: value.optional === true,
    ...(value.allowed !== undefined && { allowed: value.allowed as Json[] }),
    ...(value.from_call !== undefined && { fromCall: listed(value.from_call) as string[] }),
    ...(value.path !== undefined && { path: value.path as string }),
    ...(value.from_user !== undefined && { fromUser: value.from_user as boolean }),
    ...(predicate !== undefined && {
      predicate: (typeof predicate === 'string' ? predicate : { schema: predicate }) as Predicate,
    }),
    ...(value.compare !== undefined && { compare: value.compare as Comparison }),
    ...(value.tolerance !== undefined && { tolerance: value.tolerance as number }),
  };
}

/** A matcher or a literal as the file format writes it. */
export function matcher(value: Json): Matcher {
  if (isMatcher(value)) return valueMatcher(value as JsonObject);
  if (!holdsMatcher(value)) return { kind: 'matcher', allowed: [value], optional: false };
  return Array.isArray(value)
    ? { kind: 'list', items: value.map(matcher) }
    : { kind: 'object', entries: matchers(value as JsonObject) };
}

const matchers = (values: JsonObject): Map<string, Matcher> =>
  new Map(Object.entries(values).map(([key, value]) => [key, matcher(value)]));

/** An expected call; `match` is what the case says, over which the call's own goes. */
function expectedCall(spec: CallSpec, match: MatchSpec = {}): ExpectedCall {
  const { id, name, group, turn, returns, idempotency_key } = spec;
  const compare = spec.match?.compare ?? match.compare;
  return {
    name,
    args: matchers(spec.args ?? {}),
    after: spec.after === undefined ? [] : listed(spec.after),
    hasAfter: spec.after !== undefined,
    optional: spec.optional ?? false,
    argsMode: spec.match?.args ?? match.args ?? 'exact',
    ignoreArgs: spec.match?.ignore_args ?? match.ignore_args ?? [],
    ...(id !== undefined && { id }),
    ...(group !== undefined && { group }),
    ...(turn !== undefined && { turn }),
    ...(returns !== undefined && { returns }),
    ...(idempotency_key !== undefined && { idempotencyKey: idempotency_key }),
    ...(compare !== undefined && { compare }),
  };
}

function expectedPath(spec: PathSpec, match: MatchSpec = {}): ExpectedPath {
  const { name, baseline, tolerance } = spec;
  return {
    credit: spec.credit ?? 1,
    calls: spec.calls.map((call) => expectedCall(call, match)),
    callMode: match.calls ?? 'groups',
    extraCalls: match.extra_calls ?? 'reads',
    ...(name !== undefined && { name }),
    ...(baseline && {
      baseline: {
        calls: baseline.calls,
        latencyMs: baseline.latency_ms,
        costUsd: baseline.cost_usd,
        tokens: baseline.tokens,
      },
      tolerance: { calls: 1, latency: 1.5, cost: 1.5, ...tolerance },
    }),
  };
}

/** `call('search', {q: 'x'}, {id: 's'})`, for the `calls` of an expectation. */
export const call = (
  name: string,
  args: JsonObject = {},
  rest: Omit<CallSpec, 'name' | 'args'> = {},
): CallSpec => ({ name, args, ...rest });

/** What a case expects. Without `tool_behavior` it is `call` where there are calls. */
export function expectation(spec: ExpectationSpec): Expectation {
  const { match, calls, baseline, tolerance, user_message } = spec;
  const paths = spec.any_of ?? (calls ? [{ calls, baseline, tolerance }] : []);
  const behavior = spec.tool_behavior ?? (paths.length > 0 ? 'call' : undefined);
  return {
    caseId: spec.case_id ?? 'case',
    messages:
      spec.messages ??
      (user_message === undefined ? [] : [{ role: 'user', content: user_message }]),
    behaviorExplicit: spec.tool_behavior !== undefined,
    forbiddenTools: spec.forbidden_tools ?? [],
    confirmBefore: spec.confirm_before ?? [],
    paths: paths.map((path) => expectedPath(path, match)),
    extraCalls: match?.extra_calls ?? 'reads',
    state: { ignore: [], ordered: [], money: [], subset: false, ...spec.state },
    mustMention: (spec.must_mention ?? []).map((fact) =>
      typeof fact === 'string' ? [fact] : fact.any,
    ),
    mustNotMention: spec.must_not_mention ?? [],
    weight: spec.weight ?? 1,
    tags: spec.tags ?? [],
    holdout: spec.holdout ?? false,
    ...(behavior !== undefined && { behavior }),
    ...(spec.allowed_tools && { allowedTools: spec.allowed_tools }),
    ...(spec.max_calls !== undefined && { maxCalls: spec.max_calls }),
    ...(spec.final_state !== undefined && { finalState: spec.final_state }),
    ...(spec.pass_rule !== undefined && { passRule: spec.pass_rule }),
    ...(spec.category !== undefined && { category: spec.category }),
    ...(spec.language !== undefined && { language: spec.language }),
    ...(spec.permission_group !== undefined && { permissionGroup: spec.permission_group }),
    ...(spec.tools_digest && { toolsDigest: new Map(Object.entries(spec.tools_digest)) }),
  };
}

export interface EmittedSpec {
  id?: string;
  name: string;
  /** Undefined for a call without arguments; anything but an object is kept as unparsable. */
  arguments?: Json;
  arguments_unknown?: boolean;
  turn?: number;
  batch?: number;
  status?: CallStatus;
  output?: Json;
  latency_ms?: number;
  effects?: number;
  approval_id?: string;
}

/** A call that the agent made, succeeded unless `rest` says otherwise. */
export const made = (
  name: string,
  args: Json = {},
  rest: Omit<EmittedSpec, 'name' | 'arguments'> = {},
): EmittedSpec => ({ name, arguments: args, status: 'ok', ...rest });

function emitted(spec: EmittedSpec): EmittedCall {
  const { id, name, turn, batch, status, output, effects, latency_ms, approval_id } = spec;
  const args = spec.arguments ?? {};
  return {
    name,
    ...(spec.arguments_unknown
      ? { argumentsUnknown: true }
      : isObject(args)
        ? { arguments: args }
        : { rawArguments: args }),
    ...(id !== undefined && { id }),
    ...(turn !== undefined && { turn }),
    ...(batch !== undefined && { batch }),
    ...(status !== undefined && { status }),
    ...(output !== undefined && { output }),
    ...(effects !== undefined && { effects }),
    ...(latency_ms !== undefined && { latencyMs: latency_ms }),
    ...(approval_id !== undefined && { approvalId: approval_id }),
  };
}

export interface RunSpec {
  run_id?: string;
  exec_log?: ExecEntry[];
  final_message?: string;
  messages?: Message[];
  final_state?: Json;
  clarified?: boolean;
  usage?: { input_tokens?: number; output_tokens?: number };
  cost_usd?: number;
  latency_ms?: number;
  human?: 'pass' | 'fail';
  tools_digest?: Record<string, string>;
}

/** One recorded run. */
export function run(calls: EmittedSpec[], spec: RunSpec = {}): Run {
  const { final_message, final_state, usage, exec_log, tools_digest } = spec;
  return {
    runId: spec.run_id ?? '1',
    calls: calls.map(emitted),
    messages: spec.messages ?? [],
    ...(exec_log && { execLog: exec_log }),
    ...(final_message !== undefined && { finalMessage: final_message }),
    ...(final_state !== undefined && { finalState: final_state }),
    ...(spec.clarified !== undefined && { clarified: spec.clarified }),
    ...(usage && {
      usage: { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens },
    }),
    ...(spec.cost_usd !== undefined && { costUsd: spec.cost_usd }),
    ...(spec.latency_ms !== undefined && { latencyMs: spec.latency_ms }),
    ...(spec.human && { human: spec.human }),
    ...(tools_digest && { toolsDigest: new Map(Object.entries(tools_digest)) }),
  };
}

export interface ToolSpec {
  name: string;
  alias?: string;
  consequence?: Exclude<Consequence, 'unknown'>;
  idempotent?: boolean;
  idempotency_key?: string;
  weight?: number;
  annotations?: ToolAnnotations;
  /** Argument name → `{type?, default?}`; without it the tool has no schema. */
  properties?: Record<string, { type?: string; default?: Json }>;
  required?: string[];
}

const TYPES: Record<string, (value: Json) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' || typeof value === 'bigint',
  integer: (value) => typeof value === 'bigint' || Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isObject,
};

/** A closed object schema that knows the types and defaults of its properties. */
function schemaOf({ properties = {}, required = [] }: ToolSpec): ToolSchema {
  const knows = (argument: string) => Object.hasOwn(properties, argument);
  return {
    argumentNames: Object.keys(properties),
    required: new Set(required),
    closed: true,
    knows,
    at: () => undefined,
    defaultOf: (argument) => (knows(argument) ? properties[argument]!.default : undefined),
    check: () => [],
    accepts: (args) =>
      isObject(args) &&
      required.every((name) => Object.hasOwn(args, name)) &&
      Object.entries(args).every(
        ([name, value]) =>
          knows(name) && (TYPES[properties[name]!.type ?? ''] ?? (() => true))(value),
      ),
  };
}

/**
 * A case's tools. A bare name is a tool of unknown consequence without a schema.
 *
 * @param complete false for a case whose manifest is not known
 */
export function toolset(specs: (string | ToolSpec)[], complete = true): Toolset {
  const tools = specs.map((spec) => (typeof spec === 'string' ? { name: spec } : spec));
  const asTool = (spec: ToolSpec) =>
    ({
      name: spec.name,
      deprecated: false,
      uri: 'file:///tools.json',
      ...(spec.alias !== undefined && { alias: spec.alias }),
      ...(spec.annotations && { annotations: spec.annotations }),
    }) as Tool;
  const names = indexNames(tools.map(asTool));
  const specOf = (name: string): ToolSpec | undefined =>
    tools.find((spec) => spec.name === names.find(name)?.name);
  const policy = (name: string): ToolPolicy => {
    const spec = specOf(name);
    return {
      consequence: spec?.consequence,
      idempotent: spec?.idempotent,
      idempotencyKey: spec?.idempotency_key,
      weight: spec?.weight,
    };
  };
  const schemas = new Map(tools.map((spec) => [spec, spec.properties ? schemaOf(spec) : null]));
  return {
    tools: tools.map(asTool),
    complete,
    find: names.find,
    same: names.same,
    schema: (name) => schemas.get(specOf(name)!) ?? null,
    outputSchema: () => null,
    consequence: (name) => consequenceOf(names.find(name), policy(name)),
    policy,
  };
}

/** The codes of a score's findings that fail it, in order. */
export const failures = ({ findings }: RunScore): string[] =>
  findings.filter(({ severity }) => severity === 'error').map(({ code }) => code);

/** Golden → emitted call, null where none was matched. */
export const matches = ({ alignment }: RunScore): (number | null)[] =>
  alignment.flatMap(({ golden, call }) => (golden === null ? [] : [call]));
