import type { Expectation } from '../../model/expectation.ts';
import { canonicalJson } from '../../model/json-text.ts';
import type { EmittedCall, Message, Run } from '../../model/run.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import type { Comparer } from '../values/compare.ts';
import { fold } from '../values/text.ts';
import { Output } from './outputs.ts';
import type { ToolBook, ToolFacts } from './tool-facts.ts';

const NO_KEYS: readonly string[] = [];

/** An emitted call with what scoring asks of it, worked out when first asked. */
export class CallView {
  readonly index: number;
  readonly call: EmittedCall;
  readonly tool: ToolFacts;
  /** Undefined where they are unknown, or no object. */
  readonly args: JsonObject | undefined;
  /** They are no object, or did not parse as one. */
  readonly unparsable: boolean;
  readonly failed: boolean;
  readonly succeeded: boolean;
  /** Whether it took place is not known. */
  readonly unknown: boolean;
  private lazyKeys: readonly string[] | undefined;
  private lazyOutput: Output | null | undefined;
  private identities: Map<string, string> | undefined;
  private argumentKeys: Map<Comparer, Map<string, string>> | undefined;

  constructor(index: number, call: EmittedCall, tool: ToolFacts) {
    const { status } = call;
    this.index = index;
    this.call = call;
    this.tool = tool;
    const absent = call.rawArguments === undefined && !call.argumentsUnknown;
    this.args = call.arguments ?? (absent ? {} : undefined);
    this.unparsable = this.args === undefined && !call.argumentsUnknown;
    this.failed = status === 'error' || status === 'denied' || status === 'cancelled';
    this.succeeded = status === 'ok';
    this.unknown = status === undefined || status === 'timeout' || status === 'working';
  }

  get keys(): readonly string[] {
    this.lazyKeys ??= this.args ? Object.keys(this.args) : NO_KEYS;
    return this.lazyKeys;
  }

  /** The key of an argument's value, for as many golden calls as ask for it. */
  keyOf(argument: string, how: Comparer): string {
    this.argumentKeys ??= new Map();
    let keys = this.argumentKeys.get(how);
    if (!keys) {
      keys = new Map();
      this.argumentKeys.set(how, keys);
    }
    let key = keys.get(argument);
    if (key === undefined) {
      key = how.key!(this.args![argument]!);
      keys.set(argument, key);
    }
    return key;
  }

  /** It failed and left no recorded effect behind. */
  get inert(): boolean {
    return this.failed && !(this.call.effects !== undefined && this.call.effects > 0);
  }

  /** Its output for provenance: null where it has none, undefined where that is not known. */
  get output(): Output | null | undefined {
    const { output, status } = this.call;
    if (this.failed || output === null) return null;
    if (output === undefined) return this.succeeded || status === undefined ? undefined : null;
    this.lazyOutput ??= new Output([output]);
    return this.lazyOutput;
  }

  /** Equal for calls of equal JSON, but for one argument; undefined where the arguments are unknown. */
  identity(butFor = ''): string | undefined {
    if (this.call.argumentsUnknown) return undefined;
    this.identities ??= new Map();
    let identity = this.identities.get(butFor);
    if (identity === undefined) {
      identity = `${this.tool.id} ${this.args ? canonicalJson(without(this.args, butFor)) : `raw ${canonicalJson(this.call.rawArguments ?? null)}`}`;
      this.identities.set(butFor, identity);
    }
    return identity;
  }

  /** The value of an argument, in canonical form; undefined where it is absent or null. */
  valueOf(argument: string | undefined): string | undefined {
    if (argument === undefined || !this.args || !Object.hasOwn(this.args, argument))
      return undefined;
    const value = this.args[argument]!;
    return value === null ? undefined : canonicalJson(value);
  }
}

const without = (args: JsonObject, key: string): JsonObject =>
  key !== '' && Object.hasOwn(args, key)
    ? Object.fromEntries(Object.entries(args).filter(([name]) => name !== key))
    : args;

const isInstruction = ({ role }: Message): boolean => role === 'system' || role === 'developer';

function afterRepeated(ofCase: readonly Message[], messages: readonly Message[]) {
  const [first] = ofCase;
  if (!first) return messages;
  const start = isInstruction(first) ? 0 : messages.findIndex((message) => !isInstruction(message));
  const repeats = ofCase.every(({ role, content }, i) => {
    const message = messages[start + i];
    return message?.role === role && message.content === content;
  });
  return repeats ? messages.slice(start + ofCase.length) : messages;
}

/** A run as scoring looks at it. */
export class RunView {
  readonly run: Run;
  readonly calls: readonly CallView[];
  private readonly caseMessages: readonly Message[];
  private lazyOwn: readonly Message[] | undefined;
  private lazyUserTexts: readonly string[] | undefined;
  private lazyLog: Output | null | undefined;
  private lazyReplies: readonly string[] | undefined;

  constructor(expectation: Expectation, run: Run, tools: ToolBook) {
    this.run = run;
    this.caseMessages = expectation.messages;
    this.calls = run.calls.map((call, i) => new CallView(i, call, tools.of(call.name)));
  }

  /** Whether call `a` was made after call `b`; calls of one batch are simultaneous. */
  later(a: number, b: number): boolean {
    if (a <= b) return false;
    const batch = this.calls[a]!.call.batch;
    return batch === undefined || batch !== this.calls[b]!.call.batch;
  }

  /** Whether a call that satisfies `test` was made after `a` and before `b`. */
  between(a: number, b: number, test: (call: CallView) => boolean): boolean {
    for (let i = a + 1; i < b; i++) {
      if (this.later(i, a) && this.later(b, i) && test(this.calls[i]!)) return true;
    }
    return false;
  }

  /** The pool of an execution log, where the calls themselves carry no outputs; see scoring.md §3. */
  get logOutput(): Output | undefined {
    if (this.lazyLog === undefined) {
      const { execLog = [], calls } = this.run;
      if (execLog.length === 0 || calls.some((call) => call.output !== undefined)) {
        this.lazyLog = null;
      } else {
        const outputs: Json[] = [];
        for (const { output = null } of execLog) if (output !== null) outputs.push(output);
        this.lazyLog = new Output(outputs);
      }
    }
    return this.lazyLog ?? undefined;
  }

  /** Whether what became of the calls is told by a log alone, which is not aligned with them. */
  get logged(): boolean {
    const { execLog, calls } = this.run;
    return (execLog?.length ?? 0) > 0 && !calls.some((call) => call.status !== undefined);
  }

  /** The case's messages and then the run's, which may begin by repeating the case's. */
  get messages(): readonly Message[] {
    return [...this.caseMessages, ...this.ownMessages];
  }

  /** The run's messages without those of the case that it repeats, after instructions of its own. */
  get ownMessages(): readonly Message[] {
    this.lazyOwn ??= afterRepeated(this.caseMessages, this.run.messages);
    return this.lazyOwn;
  }

  /** What the user said, folded. */
  get userTexts(): readonly string[] {
    this.lazyUserTexts ??= this.messages
      .filter((message) => message.role === 'user')
      .map((message) => fold(message.content));
    return this.lazyUserTexts;
  }

  /** What the assistant said in the run. */
  get replies(): readonly string[] {
    if (!this.lazyReplies) {
      const said = this.ownMessages.filter((message) => message.role === 'assistant');
      const texts = said.map((message) => message.content);
      const { finalMessage } = this.run;
      this.lazyReplies =
        finalMessage === undefined || texts.at(-1) === finalMessage
          ? texts
          : [...texts, finalMessage];
    }
    return this.lazyReplies;
  }

  /** The reply that ended the run; undefined where none was recorded. */
  get finalReply(): string | undefined {
    if (this.run.finalMessage !== undefined) return this.run.finalMessage;
    const last = this.ownMessages.at(-1);
    return last?.role === 'assistant' && !last.toolCalls?.length ? last.content : undefined;
  }
}

/** The text of a string, or of a number as it is written. */
export const textOf = (value: Json): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? fold(String(value).trim())
    : undefined;
