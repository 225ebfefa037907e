import { say } from '../../l10n/say.ts';
import { canonicalJson } from '../../model/json-text.ts';
import {
  CALL_STATUSES,
  type CallStatus,
  type EmittedCall,
  type ExecEntry,
  type Run,
} from '../../model/run.ts';
import { isObject, type Json, type JsonObject } from '../../model/value.ts';
import { argumentsOf } from '../builder.ts';
import type { Context, TraceDialect } from '../dialect.ts';
import { defined, label, listOf, member, number, object, objects, text } from '../json.ts';
import { runOfMessages } from './openai-chat.ts';

const CALL_KEYS = ['name', 'function'];

/** Only in messages and items of other dialects. */
const FOREIGN_KEYS = ['role', 'parameters', 'inputSchema', 'input_schema', 'event', 'lc', 'parts'];

const isCall = (value: JsonObject): boolean =>
  CALL_KEYS.some((key) => Object.hasOwn(value, key)) &&
  !FOREIGN_KEYS.some((key) => Object.hasOwn(value, key)) &&
  (value.type === undefined || value.type === 'function') &&
  callName(value) !== undefined;

/** The name of a call, which may stand under `function` as in the Chat API. */
const callName = (value: JsonObject): string | undefined =>
  text(value.name) ?? text(object(value.function)?.name);

const isRun = (value: JsonObject): boolean =>
  Array.isArray(value.calls) || Array.isArray(value.exec_log);

/** The project's own form (format.md, "Traces"): traces, runs, and bare lists of calls. */
export const native: TraceDialect = {
  id: 'native',
  read(value, context) {
    if (listOf(value, isCall) || (Array.isArray(value) && value.length === 0))
      return [readRun({ calls: value as Json[] }, {}, 0, context)];
    if (!isObject(value)) return null;
    if (
      Array.isArray(value.runs) &&
      (value.trace_version !== undefined || value.runs.every(isRunLike))
    ) {
      return objects(value.runs).map((run, index) => readRun(run, value, index, context));
    }
    if (isRun(value)) return [readRun(value, value, 0, context)];
    return null;
  },
};

const isRunLike = (value: Json): boolean =>
  isObject(value) && (isRun(value) || Array.isArray(value.messages) || 'final_message' in value);

function readRun(run: JsonObject, trace: JsonObject, index: number, context: Context): Run {
  const told =
    objects(run.messages).length > 0 ? runOfMessages(objects(run.messages), context) : undefined;
  const calls = Array.isArray(run.calls)
    ? run.calls.flatMap((call, position) => readCall(call, context, position) ?? [])
    : (told?.calls ?? []);
  const usage = object(run.usage);
  return defined({
    runId: label(member(run, 'run_id', 'id')) ?? String(index + 1),
    caseId: label(member(run, 'case_id')) ?? label(trace.case_id),
    failure: text(run.failure) ?? versionLoss(trace) ?? lossOf(run, told),
    model: text(run.model) ?? text(trace.model),
    startedAt: text(run.started_at),
    calls,
    execLog: Array.isArray(run.exec_log) ? objects(run.exec_log).map(readEntry) : undefined,
    finalMessage: text(run.final_message) ?? told?.finalMessage,
    messages: told?.messages ?? [],
    finalState: Object.hasOwn(run, 'final_state') ? run.final_state : undefined,
    clarified: typeof run.clarified === 'boolean' ? run.clarified : undefined,
    usage:
      usage &&
      defined({
        inputTokens: number(usage.input_tokens),
        outputTokens: number(usage.output_tokens),
      }),
    costUsd: number(run.cost_usd),
    latencyMs: number(run.latency_ms),
    human: run.human === 'pass' || run.human === 'fail' ? run.human : undefined,
    toolsDigest: readDigests(run.tools_digest ?? trace.tools_digest),
    meta: object(run.meta),
  }) as Run;
}

const VERSION = 1;

/** What another version means by its keys is not known. */
function versionLoss({ trace_version: version }: JsonObject): string | undefined {
  if (version === undefined || version === null || String(version) === String(VERSION)) return;
  return `its \`trace_version\` is ${canonicalJson(version)}, and ${VERSION} is read`;
}

/** Where others have their calls. */
const FOREIGN_CALLS = ['tool_calls', 'toolCalls'];
const RECORDED = ['calls', 'exec_log', 'messages', 'final_message', 'final_state'];

/** Why a run is no whole record: no case must pass for what is not read. */
function lossOf(run: JsonObject, told: Run | undefined): string | undefined {
  if (Array.isArray(run.calls)) return namelessCall(run.calls);
  if (run.calls !== undefined && run.calls !== null) return '`calls` is no list';
  const foreign = FOREIGN_CALLS.find((name) => objects(run[name]).length > 0);
  if (foreign) return `its calls stand under \`${foreign}\`, and \`calls\` is read`;
  if (RECORDED.every((name) => run[name] === undefined)) return 'nothing is recorded in it';
  return told?.failure;
}

/** Whatever was called there, it is not known: the run cannot be scored without it. */
function namelessCall(calls: readonly Json[]): string | undefined {
  const position = calls.findIndex((call) => !isObject(call) || callName(call) === undefined);
  return position < 0 ? undefined : say`call ${position} has no name`;
}

function readCall(call: Json, context: Context, position: number): EmittedCall | undefined {
  const name = isObject(call) ? callName(call) : undefined;
  if (!isObject(call) || name === undefined) {
    context.report(say`call ${position} has no name and is left out`);
    return undefined;
  }
  const written = object(call.function) ?? call;
  // A call whose arguments are not written has none: what leaves them out on purpose is a span.
  const known = call.arguments_unknown !== true;
  const args = written.arguments ?? written.args ?? (known ? {} : undefined);
  const output = Object.hasOwn(call, 'output') ? call.output : undefined;
  const failed = typeof output === 'string' && context.isError?.(output) === true;
  const error = call.error ?? (failed ? output : undefined);
  return defined({
    id: label(member(call, 'id', 'call_id')),
    name,
    ...argumentsOf(args),
    turn: number(call.turn),
    batch: number(call.batch),
    status: readStatus(call.status) ?? (failed ? 'error' : undefined),
    output,
    error: error ?? undefined,
    latencyMs: number(call.latency_ms),
    effects: number(call.effects),
    approvalId: label(call.approval_id),
  }) as EmittedCall;
}

const readStatus = (value: Json | undefined): CallStatus | undefined =>
  CALL_STATUSES.find((status) => status === value);

const readEntry = (entry: JsonObject): ExecEntry =>
  defined({ ok: entry.ok === true, error: entry.error ?? undefined, output: entry.output });

function readDigests(value: Json | undefined): ReadonlyMap<string, string> | undefined {
  if (!isObject(value)) return undefined;
  const digests = Object.entries(value).filter(([, digest]) => typeof digest === 'string');
  return digests.length > 0 ? new Map(digests as [string, string][]) : undefined;
}
