import type { EmittedCall, Message, Run } from '../model/run.ts';
import type { Json, JsonObject } from '../model/value.ts';

/** Leaves out what is undefined. */
const defined = (object: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(
    Object.entries(object).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );

/** A run in the native form of a trace (format.md, "Traces"). */
export function nativeRun(run: Run): JsonObject {
  const { usage, execLog, toolsDigest } = run;
  return defined({
    run_id: run.runId,
    model: run.model,
    started_at: run.startedAt,
    failure: run.failure,
    calls: run.calls.map(nativeCall),
    exec_log: execLog?.map(({ ok, error, output }) => defined({ ok, error, output })),
    final_message: run.finalMessage,
    messages: run.messages.length > 0 ? run.messages.map(nativeMessage) : undefined,
    final_state: run.finalState,
    clarified: run.clarified,
    usage: usage && defined({ input_tokens: usage.inputTokens, output_tokens: usage.outputTokens }),
    cost_usd: run.costUsd,
    latency_ms: run.latencyMs,
    human: run.human,
    tools_digest: toolsDigest && Object.fromEntries(toolsDigest),
    meta: run.meta,
  });
}

const nativeCall = (call: EmittedCall): JsonObject =>
  defined({
    id: call.id,
    name: call.name,
    arguments: call.arguments ?? call.rawArguments,
    arguments_unknown: call.argumentsUnknown,
    turn: call.turn,
    batch: call.batch,
    status: call.status,
    output: call.output,
    error: call.error,
    latency_ms: call.latencyMs,
    effects: call.effects,
    approval_id: call.approvalId,
  });

const nativeMessage = ({ role, content, toolCalls, toolCallId }: Message): JsonObject =>
  defined({
    role,
    content,
    tool_calls: toolCalls?.map(({ id, name, arguments: args }) =>
      defined({ id, name, arguments: args }),
    ),
    tool_call_id: toolCallId,
  });

/** Who wrote a trace: what bears this name may be written anew by a later run. */
export const WRITTEN_BY = 'callsheet run';

/** A trace file of one case. */
export const nativeTrace = (caseId: string, runs: readonly Run[]): JsonObject => ({
  trace_version: 1,
  written_by: WRITTEN_BY,
  case_id: caseId,
  runs: runs.map(nativeRun),
});
