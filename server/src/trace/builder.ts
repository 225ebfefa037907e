import { parseJson } from '../model/json-text.ts';
import type { CallStatus, EmittedCall, Message, Run } from '../model/run.ts';
import { isObject, type Json, type JsonObject } from '../model/value.ts';
import { defined } from './json.ts';
import { Pairing } from './pair.ts';
import { holdsUnreadCall } from './unread.ts';

/** A call as a record tells it. */
export interface CallInput {
  readonly id?: string | undefined;
  /** Undefined where the record has a call there and does not say of what: nobody can judge such a run. */
  readonly name: string | undefined;
  /** An object, or JSON text; undefined where the record leaves them out. */
  readonly arguments: Json | undefined;
  readonly startedMs?: number | undefined;
}

/** What came back of a call. */
export interface ResultInput {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  /** Undefined where the record leaves it out. */
  readonly output?: Json | undefined;
  readonly error?: Json | undefined;
  /** `ok` where nothing else is said: an answer came. */
  readonly status?: CallStatus | undefined;
  readonly endedMs?: number | undefined;
  readonly latencyMs?: number | undefined;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Pending = Mutable<EmittedCall> & { startedMs?: number | undefined };

/** How emitted arguments are kept: parsed where they are JSON text, as they are where they do not parse. */
export function argumentsOf(
  value: Json | undefined,
): Pick<EmittedCall, 'arguments' | 'rawArguments' | 'argumentsUnknown'> {
  if (value === undefined) return { argumentsUnknown: true };
  if (isObject(value)) return { arguments: value };
  if (typeof value !== 'string') return { rawArguments: value };
  if (value.trim() === '') return { arguments: {} };
  const parsed = parseJson(value);
  return parsed.ok && isObject(parsed.value)
    ? { arguments: parsed.value }
    : { rawArguments: value };
}

/** Puts a run together from its messages, calls and results, in the order of the record. */
export class RunBuilder {
  private readonly calls: Pending[] = [];
  private readonly messages: Message[] = [];
  private readonly pairing = new Pairing<Pending>();
  private readonly isError: ((output: string) => boolean) | undefined;
  private turn = -1;
  private batch = -1;
  private answered = true;
  private finalMessage: string | undefined;
  private failure: string | undefined;

  /** @param isError tells texts that are errors, as the configuration says */
  constructor(isError?: (output: string) => boolean) {
    this.isError = isError;
  }

  /** Messages of the user that follow one another are one turn. */
  user(content: string): this {
    if (this.answered) this.turn += 1;
    this.answered = false;
    this.messages.push({ role: 'user', content });
    return this;
  }

  /** A message that is part of no turn, such as the system's. */
  other(role: string, content: string): this {
    this.messages.push({ role, content });
    return this;
  }

  /** One message of the assistant: its text and the calls made in it. */
  assistant(content: string, calls: readonly CallInput[] = []): this {
    this.answered = true;
    this.batch += 1;
    this.finalMessage = calls.length === 0 && content !== '' ? content : undefined;
    for (const call of calls) this.add(call);
    const toolCalls = calls.flatMap(({ id, name, arguments: args }) =>
      name === undefined ? [] : [defined({ id, name, arguments: args ?? null })],
    );
    this.messages.push({ role: 'assistant', content, ...(toolCalls.length > 0 && { toolCalls }) });
    return this;
  }

  /** Something was recorded that is not understood, so that there is no whole record. The first reason is kept. */
  lose(reason: string): this {
    this.failure ??= reason;
    return this;
  }

  /** One message in a dialect's own form: calls that it holds in another are lost. */
  reads(message: JsonObject): this {
    return holdsUnreadCall(message)
      ? this.lose('a message holds calls in a form that is not read')
      : this;
  }

  /**
   * A call that no message shows, in the batch of the assistant's last message, or in one of its own.
   * Its turn is told only where the record has turns.
   */
  add({ startedMs, id, name, arguments: args }: CallInput, batch: 'last' | 'own' = 'last'): this {
    if (name === undefined) return this.lose('a call has no name');
    if (batch === 'own') this.batch += 1;
    const turn = this.turn < 0 ? undefined : this.turn;
    const place = defined({ turn, batch: Math.max(0, this.batch) });
    const call: Pending = { ...defined({ id, startedMs }), name, ...argumentsOf(args), ...place };
    this.answered = true;
    this.calls.push(call);
    this.pairing.add(call);
    return this;
  }

  /** Whether a call by this id is known already. */
  knows(id: string | undefined): boolean {
    return id !== undefined && this.calls.some((call) => call.id === id);
  }

  /** What a call came to. One of a call that is not in the record shows that calls are missing there. */
  result(result: ResultInput): this {
    const call = this.pairing.take(result);
    const says = result.output === undefined ? (result.error ?? '') : result.output;
    this.messages.push(
      defined({
        role: 'tool',
        content: typeof says === 'string' ? says : showJson(says),
        toolCallId: result.id ?? call?.id,
      }) as Message,
    );
    if (call) this.settle(call, result);
    else if (!this.isOfKnown(result)) this.lose('the result of a call is there, and not the call');
    return this;
  }

  /** A call may have more than one result, of which the first is kept. */
  private isOfKnown({ id, name }: ResultInput): boolean {
    if (id !== undefined && this.knows(id)) return true;
    return this.calls.some(
      (call) =>
        (id === undefined || call.id === undefined) && (name === undefined || name === call.name),
    );
  }

  /**
   * Adds what another record says of a call that is known already, by its id, or the first of its name
   * that nothing was added to.
   *
   * @returns false where no such call is known
   */
  enrich(result: ResultInput): boolean {
    const fresh = this.calls.filter((call) => call.latencyMs === undefined);
    const call =
      fresh.find(({ id }) => id !== undefined && id === result.id) ??
      fresh.find(
        ({ id, name }) => name === result.name && (id === undefined || result.id === undefined),
      );
    if (!call) return false;
    this.settle(call, { ...result, output: call.output ?? result.output });
    return true;
  }

  private settle(call: Pending, result: ResultInput): void {
    const { output, error, endedMs } = result;
    const failed = output !== undefined && this.isError?.(outputText(output)) === true;
    call.status = result.status ?? (error !== undefined || failed ? 'error' : 'ok');
    if (output !== undefined) call.output = output;
    if (error !== undefined) call.error = error;
    else if (failed) call.error = output;
    const { startedMs } = call;
    const took =
      result.latencyMs ??
      (startedMs !== undefined && endedMs !== undefined ? endedMs - startedMs : undefined);
    if (took !== undefined && took >= 0) call.latencyMs = took;
  }

  /** @param facts what the record says of the run as a whole; it goes before what the messages show */
  finish(facts: Partial<Run> & { readonly runId: string }): Run {
    const calls = this.calls.map(({ startedMs: _, ...call }) => call);
    const own = defined({ finalMessage: this.finalMessage, failure: this.failure });
    return { calls, messages: this.messages, ...own, ...defined(facts) } as Run;
  }
}

/** The text of an output, also of one in MCP's form. */
const outputText = (output: Json): string =>
  isObject(output) && Array.isArray(output.content)
    ? contentText(output.content)
    : contentText(output);

const showJson = (value: Json): string =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? Number(inner) : inner));

/** The text of a message's content: a text, or a list of parts of which some are texts. */
export function contentText(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  if (isObject(content)) return contentText(content.text ?? content.content);
  if (!Array.isArray(content)) return '';
  return content
    .map(partText)
    .filter((part) => part !== '')
    .join('\n');
}

const partText = (part: Json): string => {
  if (typeof part === 'string') return part;
  if (!isObject(part) || !isText(part)) return '';
  return typeof part.text === 'string' ? part.text : contentText(part.content ?? part.text);
};

const TEXT_TYPES = ['text', 'input_text', 'output_text', 'refusal'];

const isText = (part: JsonObject): boolean =>
  part.type === undefined || (typeof part.type === 'string' && TEXT_TYPES.includes(part.type));
