import { say } from '../l10n/say.ts';
import { canonicalJson } from '../model/json-text.ts';
import type { Message, Trace } from '../model/run.ts';
import { isObject, type Json, type JsonObject } from '../model/value.ts';
import { type ProgramEnd, type ProgramSpec, runProgram } from './process-group.ts';
import { CANCELLED, failed, type Runner, type RunOutcome, type RunRequest } from './runner.ts';

/** Seconds until a run counts as failed, where the configuration does not say (format.md, "Configuration"). */
export const DEFAULT_TIMEOUT_S = 120;
/** The longest answer that is read, in bytes. */
export const MAX_ANSWER = 64 * 1024 * 1024;
/** How much of a program's standard error is passed on, in characters. */
const MAX_LOG = 1024 * 1024;
/** How much of its end is kept for the reason of a failure. */
const MAX_TAIL = 4_000;
const TAIL_LINES = 8;
/** How much of an answer that cannot be read is shown, in characters. */
const MAX_QUOTE = 120;

/** Variables that every program gets: where to find others, its home, its language, room for files. */
const BASICS = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'TERM'],
  ...['SYSTEMROOT', 'COMSPEC', 'PATHEXT', 'APPDATA', 'LOCALAPPDATA', 'USERPROFILE', 'TEMP', 'TMP'],
];

export interface CommandSpec extends ProgramSpec {
  readonly timeoutS: number;
}

export interface CommandOptions {
  /** Reads an answer in any dialect of a trace. */
  read(text: string): Trace;
  readonly maxAnswer?: number;
  /** See `ProgramLimits`. */
  readonly graceMs?: number;
}

/**
 * Reads a `command` runner of the configuration.
 *
 * @param folder that a relative `cwd` is meant from, and in which the program starts without one
 * @param environment that named variables are taken from
 * @returns a reason in words where it names no program
 */
export function readCommand(
  { command, cwd, env, timeout_s: timeout }: JsonObject,
  folder: string,
  resolve: (folder: string, path: string) => string,
  environment: Readonly<Record<string, string | undefined>>,
): CommandSpec | string {
  const words = Array.isArray(command) ? command.map(String) : [];
  if (!words[0]) return say`its \`command\` names no program`;
  return {
    command: words,
    cwd: typeof cwd === 'string' ? resolve(folder, cwd) : folder,
    env: { ...pick(environment, BASICS), ...variablesOf(env, environment) },
    timeoutS: typeof timeout === 'number' && timeout > 0 ? timeout : DEFAULT_TIMEOUT_S,
  };
}

function variablesOf(
  env: Json | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  if (Array.isArray(env)) return pick(environment, env.map(String));
  if (!isObject(env)) return {};
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)]));
}

const pick = (
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );

/**
 * A program that is started once a trial: the request on its standard input, one run on its standard
 * output, in any dialect of a trace (interfaces.md, "Running an agent").
 */
export function commandRunner(spec: CommandSpec, options: CommandOptions): Runner {
  const { read, maxAnswer = MAX_ANSWER, graceMs } = options;
  return {
    async run(request, { signal, onLog }) {
      const said = new Said(onLog);
      const limits = {
        timeoutMs: spec.timeoutS * 1000,
        maxOutput: maxAnswer,
        ...(graceMs !== undefined && { graceMs }),
      };
      const { end, output } = await runProgram(spec, requestText(request), limits, {
        signal,
        onErrorText: (text) => said.add(text),
      });
      const reason = problemOf(end, spec, maxAnswer);
      if (end.kind === 'cancelled') return CANCELLED;
      if (reason !== undefined) return failed(said.after(reason));
      const answer = output.toString('utf8');
      const outcome = runIn(read(answer), answer, request);
      return outcome.ok ? outcome : failed(said.after(outcome.reason));
    },
  };
}

/** What a program said on its standard error: passed on up to a limit, its end kept. */
class Said {
  #passed = 0;
  #tail = '';

  constructor(private readonly onLog: (text: string) => void) {}

  add(text: string): void {
    this.#tail = (this.#tail + text).slice(-MAX_TAIL);
    if (this.#passed >= MAX_LOG) return;
    this.#passed += text.length;
    this.onLog(this.#passed < MAX_LOG ? text : '\n… it says more than is shown here\n');
  }

  /** A reason, with the last lines behind it. */
  after(reason: string): string {
    const lines = this.#tail.trim().split('\n').slice(-TAIL_LINES).join('\n');
    return lines === '' ? reason : say`${reason}; it said:\n${lines}`;
  }
}

/** Why a program's end leaves no answer; undefined where it ended as it should. */
function problemOf(end: ProgramEnd, spec: CommandSpec, maxAnswer: number): string | undefined {
  const program = spec.command[0];
  switch (end.kind) {
    case 'not-started':
      return end.error.code === 'ENOENT'
        ? say`${program} cannot be started: there is no such program, or no folder ${spec.cwd}`
        : say`${program} cannot be started: ${end.error.message}`;
    case 'timeout':
      return say`${program} gave no answer within ${spec.timeoutS} s`;
    case 'too-much':
      return say`${program} printed more than ${Math.floor(maxAnswer / 1024 / 1024)} MB, which is no answer`;
    case 'exit':
      if (end.code === 0) return undefined;
      return say`${program} ended with ${end.signal ? say`signal ${end.signal}` : say`exit code ${end.code}`}`;
    case 'cancelled':
      return undefined;
  }
}

/** Why an answer cannot be read, with its beginning: often a log has gone to standard output. */
function unreadable(problem: string, answer: string): string {
  const reason = say`its answer cannot be read: ${problem}`;
  const beginning = answer.trimStart().split('\n', 1)[0]!.trimEnd();
  if (beginning === '') return reason;
  const cut = beginning.length > MAX_QUOTE ? `${beginning.slice(0, MAX_QUOTE)}…` : beginning;
  return say`${reason}; standard output begins with:\n${cut}`;
}

/** The one run of an answer, as long as it is the case's. */
function runIn({ runs, problems }: Trace, answer: string, { caseId }: RunRequest): RunOutcome {
  const [run, ...others] = runs;
  if (!run) return failed(unreadable(problems[0]?.message ?? say`it is empty`, answer));
  const broken = runs.find(({ failure }) => failure !== undefined);
  if (broken) return failed(unreadable(broken.failure!, answer));
  if (others.length > 0)
    return failed(say`it answered with ${runs.length} runs, and a trial is one`);
  if (run.caseId !== undefined && run.caseId !== caseId) {
    return failed(say`it answered for another case, “${run.caseId}”`);
  }
  return { ok: true, run };
}

/** What the program reads: one JSON object. Big integers keep their digits. */
function requestText({
  caseId,
  messages,
  replies,
  tools,
  trial,
  seed,
  servers,
}: RunRequest): string {
  return canonicalJson({
    case_id: caseId,
    messages: messages.map(messageJson),
    ...(replies.length > 0 && {
      replies: replies.map(({ content, when }) => ({
        content,
        ...(when !== undefined && { when }),
      })),
    }),
    tools: [...tools],
    trial,
    seed,
    ...(servers && { servers }),
  });
}

const messageJson = ({ role, content, toolCalls, toolCallId }: Message): JsonObject => ({
  role,
  content,
  ...(toolCalls && {
    tool_calls: toolCalls.map(({ id, name, arguments: args }) => ({
      ...(id !== undefined && { id }),
      name,
      arguments: args,
    })),
  }),
  ...(toolCallId !== undefined && { tool_call_id: toolCallId }),
});
