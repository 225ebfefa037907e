import { say } from '../l10n/say.ts';
import { canonicalJson, parseJson } from '../model/json-text.ts';
import type { EmittedCall, Message, Run } from '../model/run.ts';
import { isObject, type Json, type JsonObject } from '../model/value.ts';
import { ScriptedUser } from './replies.ts';
import {
  CANCELLED,
  failed,
  failureOf,
  type OpenTools,
  type RunContext,
  type RunOutcome,
  type RunRequest,
  type ToolAnswer,
} from './runner.ts';

/** One message of a model. */
export interface ModelTurn {
  /** Which model it was, where that is known only with its answer. */
  readonly model?: string;
  readonly content: string;
  /** Arguments as the model wrote them: text that may be no JSON. */
  readonly calls: readonly {
    readonly id: string;
    readonly name: string;
    readonly arguments: string;
  }[];
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** US dollars, where whoever offers the model says. */
  readonly costUsd?: number;
}

export interface ModelMessage extends Omit<Message, 'toolCalls'> {
  readonly toolCalls?: ModelTurn['calls'];
}

/** A model that is offered tools. */
export interface ChatModel {
  readonly name: string;
  /** Rejects with a `TransportFailure` where the connection fails, else with why there is no answer. */
  complete(
    messages: readonly ModelMessage[],
    tools: readonly JsonObject[],
    seed: number,
    signal: AbortSignal,
  ): Promise<ModelTurn>;
}

export interface LoopLimits {
  /** Messages of the model. */
  readonly maxTurns: number;
  readonly timeoutS: number;
  readonly maxCostUsd?: number;
  readonly system?: string;
}

/**
 * Plays a case with a model: its calls are answered by the tools, its questions by the scripted user. A
 * run that meets a limit of turns or cost ends as it stands, and says so in its `meta`.
 */
export async function runAgent(
  model: ChatModel,
  tools: OpenTools,
  request: RunRequest,
  limits: LoopLimits,
  { signal }: RunContext,
): Promise<RunOutcome> {
  const clock = AbortSignal.timeout(limits.timeoutS * 1000);
  const ends = AbortSignal.any([signal, clock]);
  try {
    return { ok: true, run: await new Play(model, tools, request, limits, ends).run() };
  } catch (error) {
    if (signal.aborted) return CANCELLED;
    if (clock.aborted) return failed(say`${model.name} was not done within ${limits.timeoutS} s`);
    return failureOf(error);
  }
}

/** One run of a model, as it grows. */
class Play {
  readonly #messages: ModelMessage[];
  readonly #calls: EmittedCall[] = [];
  readonly #user: ScriptedUser;
  #turn = 0;
  #batch = 0;
  #inputTokens = 0;
  #outputTokens = 0;
  #costUsd: number | undefined;
  #answeredBy: string | undefined;

  constructor(
    private readonly model: ChatModel,
    private readonly tools: OpenTools,
    private readonly request: RunRequest,
    private readonly limits: LoopLimits,
    private readonly signal: AbortSignal,
  ) {
    this.#user = new ScriptedUser(request.replies);
    this.#messages = request.messages.map(({ toolCalls, ...message }) => ({
      ...message,
      ...(toolCalls && {
        toolCalls: toolCalls.map(({ id = '', name, arguments: args }) => ({
          id,
          name,
          arguments: typeof args === 'string' ? args : canonicalJson(args),
        })),
      }),
    }));
  }

  async run(): Promise<Run> {
    const { limits } = this;
    for (let taken = 0; taken < limits.maxTurns; taken++) {
      if (limits.maxCostUsd !== undefined && (this.#costUsd ?? 0) >= limits.maxCostUsd) {
        return this.#done({ stopped: 'max_cost_usd' });
      }
      const turn = await this.#ask();
      if (turn.calls.length > 0) {
        for (const call of turn.calls) await this.#make(call);
        this.#batch += 1;
        continue;
      }
      this.#batch += 1;
      const reply = this.#user.answer(turn.content);
      if (reply === undefined) return this.#done();
      this.#turn += 1;
      this.#messages.push({ role: 'user', content: reply });
    }
    return this.#done({ stopped: 'max_turns' });
  }

  async #ask(): Promise<ModelTurn> {
    const { system } = this.limits;
    const messages =
      system === undefined
        ? this.#messages
        : [{ role: 'system', content: system }, ...this.#messages];
    const { tools, seed } = this.request;
    const turn = await this.model.complete(messages, tools, seed, this.signal);
    this.#inputTokens += turn.inputTokens ?? 0;
    this.#outputTokens += turn.outputTokens ?? 0;
    this.#answeredBy = turn.model;
    if (turn.costUsd !== undefined) this.#costUsd = (this.#costUsd ?? 0) + turn.costUsd;
    this.#messages.push({
      role: 'assistant',
      content: turn.content,
      ...(turn.calls.length > 0 && { toolCalls: turn.calls }),
    });
    return turn;
  }

  async #make({ id, name, arguments: written }: ModelTurn['calls'][number]): Promise<void> {
    const parsed = written.trim() === '' ? { ok: true as const, value: {} } : parseJson(written);
    const args = parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
    const answer: ToolAnswer = args
      ? await this.tools.call(name, args, this.signal)
      : { status: 'error', error: 'the arguments are no JSON object' };
    const { status, output, error, effects } = answer;
    this.#calls.push({
      id,
      name,
      ...(args ? { arguments: args } : { rawArguments: written }),
      turn: this.#turn,
      batch: this.#batch,
      status,
      ...(output !== undefined && { output }),
      ...(error !== undefined && { error }),
      ...(effects !== undefined && { effects }),
    });
    this.#messages.push({ role: 'tool', content: textOf(answer), toolCallId: id });
  }

  #done(meta?: JsonObject): Run {
    const last = this.#messages.at(-1);
    return {
      runId: '1',
      model: this.#answeredBy ?? this.model.name,
      calls: this.#calls,
      messages: this.#messages.map(asMessage),
      ...(last?.role === 'assistant' && !last.toolCalls && { finalMessage: last.content }),
      usage: { inputTokens: this.#inputTokens, outputTokens: this.#outputTokens },
      ...(this.#costUsd !== undefined && { costUsd: this.#costUsd }),
      ...(meta && { meta }),
    };
  }
}

/** What a model reads of an answer. */
function textOf({ status, output, error }: ToolAnswer): string {
  const told = status === 'ok' ? output : { error: error ?? status };
  return typeof told === 'string' ? told : canonicalJson(told ?? null);
}

function asMessage({ toolCalls, ...message }: ModelMessage): Message {
  return {
    ...message,
    ...(toolCalls && {
      toolCalls: toolCalls.map(({ id, name, arguments: written }) => {
        const parsed = parseJson(written);
        const args: Json = parsed.ok ? parsed.value : written;
        return { id, name, arguments: args };
      }),
    }),
  };
}
