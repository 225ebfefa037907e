import type { Json, JsonObject } from './value.ts';

export const CALL_STATUSES = [
  'ok',
  'error',
  'timeout',
  'denied',
  'cancelled',
  'working',
  'input_required',
] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

/** A tool call that an agent made, as one recorded run tells it. */
export interface EmittedCall {
  readonly id?: string;
  readonly name: string;
  /** Undefined where they are no object or did not parse: `rawArguments` then keeps what was emitted. */
  readonly arguments?: JsonObject;
  readonly rawArguments?: Json;
  /** The record carries no arguments at all (a span that left content out): unknown, never a mismatch. */
  readonly argumentsUnknown?: boolean;
  /** User turns from 0. */
  readonly turn?: number;
  /** One assistant message: calls of the same batch are simultaneous. */
  readonly batch?: number;
  readonly status?: CallStatus;
  /** Undefined where the record carries none (unknown); `null` is an output that is nothing. */
  readonly output?: Json;
  readonly error?: Json;
  readonly latencyMs?: number;
  /** Side effects as the sandbox counted them. */
  readonly effects?: number;
  readonly approvalId?: string;
}

export interface ToolCallMessage {
  readonly id?: string;
  readonly name: string;
  readonly arguments: Json;
}

export interface Message {
  readonly role: string;
  readonly content: string;
  readonly toolCalls?: readonly ToolCallMessage[];
  readonly toolCallId?: string;
}

/** An entry of a log of tool executions that is not aligned with the calls (the seed's form). */
export interface ExecEntry {
  readonly ok: boolean;
  readonly error?: Json;
  readonly output?: Json;
}

/** One recorded run of an agent (a trial). */
export interface Run {
  readonly runId: string;
  readonly caseId?: string;
  /** Why there is no whole record of it. Such a trial took place, but what is in it cannot be scored. */
  readonly failure?: string;
  readonly model?: string;
  readonly startedAt?: string;
  readonly calls: readonly EmittedCall[];
  readonly execLog?: readonly ExecEntry[];
  readonly finalMessage?: string;
  readonly messages: readonly Message[];
  /** Undefined where the run recorded no state. */
  readonly finalState?: Json;
  readonly clarified?: boolean;
  readonly usage?: { readonly inputTokens?: number; readonly outputTokens?: number };
  readonly costUsd?: number;
  readonly latencyMs?: number;
  readonly human?: 'pass' | 'fail';
  readonly toolsDigest?: ReadonlyMap<string, string>;
  readonly meta?: JsonObject;
}

/** What a trace file holds, or why it could not be read. */
export interface Trace {
  readonly dialect: string;
  readonly caseId?: string;
  readonly runs: readonly Run[];
  /** What was not understood, in words for a person; a trace with no runs says why here. */
  readonly problems: readonly TraceProblem[];
}

export interface TraceProblem {
  readonly message: string;
  /** From the file's root to the part that is wrong, where one can be named. */
  readonly path?: readonly (string | number)[];
  /** Line of a JSONL file, zero-based. */
  readonly line?: number;
  /** Something was recorded there, and no run holds it. */
  readonly isLoss?: boolean;
}
