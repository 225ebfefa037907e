import type { Message, Run } from '../model/run.ts';
import type { Json, JsonObject } from '../model/value.ts';

/** What the user goes on to say. */
export interface Reply {
  readonly content: string;
  /** Text or `/regex/` that an assistant's message must match first. */
  readonly when?: string;
}

/** One trial of one case, as an agent is asked for it. */
export interface RunRequest {
  readonly caseId: string;
  readonly messages: readonly Message[];
  readonly replies: readonly Reply[];
  /** As MCP lists them. */
  readonly tools: readonly JsonObject[];
  /** From 1. */
  readonly trial: number;
  readonly seed: number;
  /** MCP servers by name, for agents that connect to them themselves. */
  readonly servers?: JsonObject;
}

/**
 * Why a trial has no run. Only a `transport` failure (a connection refused, cut or told to wait) is worth
 * another try: everything else would come out the same, or says something of the agent.
 */
export interface RunFailure {
  readonly ok: false;
  readonly kind: 'agent' | 'transport' | 'cancelled';
  /** In words for a person, without a full stop. */
  readonly reason: string;
}

export type RunOutcome = { readonly ok: true; readonly run: Run } | RunFailure;

export interface RunContext {
  /** Ends the run with all that it has started. */
  readonly signal: AbortSignal;
  /** What the agent says beside its answer, piece by piece. */
  onLog(text: string): void;
}

export interface Runner {
  /** Runs one trial. Never rejects. */
  run(request: RunRequest, context: RunContext): Promise<RunOutcome>;
}

export const failed = (reason: string, kind: RunFailure['kind'] = 'agent'): RunFailure => ({
  ok: false,
  kind,
  reason,
});

export const CANCELLED = failed('it was cancelled', 'cancelled');

/** What a tool came to. */
export interface ToolAnswer {
  readonly status: 'ok' | 'error' | 'timeout';
  readonly output?: Json;
  readonly error?: Json;
  /** Side effects, where whoever answered counts them. */
  readonly effects?: number;
}

/** The tools of one trial, as whoever answers for them offers them. */
export interface OpenTools {
  /** Makes a call. Rejects with a `TransportFailure` where nobody can be asked. */
  call(name: string, args: JsonObject, signal: AbortSignal): Promise<ToolAnswer>;
  close?(): Promise<void>;
}

/** A connection failed. The message says which and how. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';
}

/** The failure that an error is: clients are bundles of their own, with classes of their own. */
export function failureOf(error: unknown): RunFailure {
  if (!(error instanceof Error)) return failed(String(error));
  return failed(error.message, error.name === 'TransportFailure' ? 'transport' : 'agent');
}
