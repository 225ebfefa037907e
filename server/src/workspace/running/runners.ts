import { say } from '../../l10n/say.ts';
import type { Config } from '../../model/config.ts';
import type { Expectation } from '../../model/expectation.ts';
import type { Run } from '../../model/run.ts';
import type { Toolset } from '../../model/tool.ts';
import { isObject, type Json, type JsonObject } from '../../model/value.ts';
import { type ChatModel, runAgent } from '../../runner/agent-loop.ts';
import { readChat, readLimits } from '../../runner/chat-spec.ts';
import { commandRunner, readCommand } from '../../runner/command.ts';
import { mockTools } from '../../runner/mocks.ts';
import type { OwnWords } from '../../runner/offer.ts';
import { goldenRunner } from '../../runner/play-golden.ts';
import { recordedTools } from '../../runner/recorded.ts';
import { failed, type OpenTools, type Runner } from '../../runner/runner.ts';
import {
  type Connect,
  type Sandbox,
  type SandboxCall,
  type TrialServers,
  toolsOf,
  withServers,
} from '../../runner/servers.ts';
import { readTrace } from '../../trace/index.ts';
import type { Snapshot } from '../workspace.ts';
import { CannotRun, type RunHost } from './run-host.ts';

/** The case that a runner is made for. */
export interface RunnerContext {
  readonly snapshot: Snapshot;
  readonly toolset: Toolset;
  /** That relative paths of the configuration start from. */
  readonly folder: string;
  expectation(): Expectation;
  /** The runs that the case names. */
  recorded(): Promise<readonly Run[]>;
  /** How calls read in the case's own words where an agent is offered others, by a trial's seed. */
  words?(seed: number): OwnWords;
}

export interface MadeRunner {
  readonly runner: Runner;
  readonly starts: Starts;
}

/** What a run starts and connects to: for a person to agree to. */
export interface Starts {
  /** The exact command line, where the runner starts a program. */
  readonly commandLine?: readonly string[];
  /** The address of a model, and the name of the variable that holds its key. */
  readonly url?: string;
  readonly key?: string;
  /** Names of the MCP servers. */
  readonly servers: readonly string[];
}

interface Kind {
  /** What a runner does within a trial whose servers are there; or a reason in words why there is none. */
  make(
    written: JsonObject,
    context: RunnerContext,
    host: RunHost,
  ): ((servers: TrialServers) => Runner) | string;
  /** Beside the sandbox. */
  starts(written: JsonObject, config: Config): Starts;
}

const KINDS: Readonly<Record<string, Kind>> = {
  command: {
    make(written, { snapshot, folder }, { environment, resolve }) {
      const spec = readCommand(written, folder, resolve, environment);
      if (typeof spec === 'string') return spec;
      const { errorPattern } = snapshot.around.config;
      const read = (text: string) =>
        readTrace(text, errorPattern === undefined ? {} : { errorPattern });
      const runner = commandRunner(spec, { read });
      return () => runner;
    },
    starts: ({ command }) => ({ commandLine: (command as Json[]).map(String), servers: [] }),
  },
  chat: {
    make(written, context, host) {
      const spec = readChat(written, host.environment);
      if (typeof spec === 'string') return spec;
      return playedBy(() => host.chatModel(spec), written, context);
    },
    starts: (written, config) => ({
      url: String(written.base_url),
      ...(typeof written.api_key_env === 'string' && { key: written.api_key_env }),
      servers: serversOf(written, config),
    }),
  },
  'vscode-lm': {
    make(written, context, { editorModel }) {
      if (!editorModel) {
        return say`a \`vscode-lm\` runner plays with the models of VS Code, and runs only there: run the case from its lens or the Testing view, or name another runner`;
      }
      const { vendor, family } = written;
      const model = editorModel({
        ...(typeof vendor === 'string' && { vendor }),
        ...(typeof family === 'string' && { family }),
      });
      return playedBy(async () => model, written, context);
    },
    starts: (written, config) => ({ servers: serversOf(written, config) }),
  },
};

/** A runner in which a model plays the case, its calls answered as `tools_from` says. */
function playedBy(
  model: () => Promise<ChatModel>,
  written: JsonObject,
  context: RunnerContext,
): (servers: TrialServers) => Runner {
  const limits = readLimits(written);
  const from = toolsFrom(written);
  return (servers) => ({
    async run(request, events) {
      const tools = await TOOLS[from]?.(context, servers, request.trial);
      if (!tools)
        return failed(say`no run of the case is recorded that its tools could answer from`);
      const answering = context.words?.(request.seed).tools(tools) ?? tools;
      return runAgent(await model(), answering, request, limits, events);
    },
  });
}

const toolsFrom = ({ tools_from: from }: JsonObject): string => String(from ?? 'mocks');

const serversOf = (written: JsonObject, { servers }: Config): string[] =>
  toolsFrom(written) === 'servers' ? [...servers.keys()] : [];

/** Plays the golden itself against the servers, without any agent. */
const golden: Kind = {
  make(_, { snapshot, toolset, expectation }) {
    const names = [...snapshot.around.config.servers.keys()];
    if (names.length === 0) {
      return say`its calls are made to a real server, and the configuration has none under \`servers\``;
    }
    return (servers) =>
      goldenRunner({ expectation: expectation(), toolset, tools: toolsOf(servers, names) });
  },
  starts: (_, { servers }) => ({ servers: [...servers.keys()] }),
};

type OpenFrom = (
  context: RunnerContext,
  servers: TrialServers,
  trial: number,
) => OpenTools | undefined | Promise<OpenTools | undefined>;

/** Where the answers of tools come from, by `tools_from`. */
const TOOLS: Readonly<Record<string, OpenFrom>> = {
  mocks: ({ toolset, expectation }) =>
    mockTools({ toolset, calls: expectation().paths.flatMap(({ calls }) => calls) }),
  async recorded({ toolset, recorded }, _, trial) {
    const runs = await recorded();
    const run = runs[(trial - 1) % runs.length];
    return run && recordedTools(run, (a, b) => toolset.same(a, b));
  },
  servers: ({ snapshot }, servers) => toolsOf(servers, [...snapshot.around.config.servers.keys()]),
};

/**
 * Makes the runner that the configuration describes under a name.
 *
 * @throws CannotRun where it is of no kind that runs here, or not written as it has to be
 */
export function makeRunner(name: string, context: RunnerContext, host: RunHost): MadeRunner {
  const { runners } = context.snapshot.around.config;
  const written = runners.get(name);
  if (!written) {
    const known = [...runners.keys()].join(', ');
    throw new CannotRun(say`there is no runner “${name}”: the configuration has ${known}`);
  }
  const type = String(written.type);
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (!kind) throw new CannotRun(say`runner “${name}”: the type \`${type}\` does not run here`);
  return makeOf(kind, say`runner “${name}”`, written, context, host);
}

/**
 * Makes the runner of a dry run, which makes the golden's own calls.
 *
 * @throws CannotRun where there is nothing to make them to
 */
export const makeDryRun = (context: RunnerContext, host: RunHost): MadeRunner =>
  makeOf(golden, say`a dry run`, {}, context, host);

function makeOf(
  kind: Kind,
  what: string,
  written: JsonObject,
  context: RunnerContext,
  host: RunHost,
): MadeRunner {
  const make = kind.make(written, context, host);
  if (typeof make === 'string') throw new CannotRun(`${what}: ${make}`);
  const { config } = context.snapshot.around;
  const { servers: configured } = config;
  const sandbox = readSandbox(config.sandbox);
  const starts = kind.starts(written, config);
  const connect: Connect = (server, signal) =>
    host.connect(server, { configured, folder: context.folder, signal });
  return {
    runner: withServers(connect, sandbox, make),
    starts: sandbox
      ? { ...starts, servers: [...new Set([...starts.servers, sandbox.server])] }
      : starts,
  };
}

/** Reads `sandbox` of the configuration; undefined where it names no server. */
function readSandbox(written: JsonObject | undefined): Sandbox | undefined {
  const { server, reset, snapshot } = written ?? {};
  if (typeof server !== 'string') return undefined;
  const calls = { reset: readSandboxCall(reset), snapshot: readSandboxCall(snapshot) };
  return {
    server,
    ...(calls.reset && { reset: calls.reset }),
    ...(calls.snapshot && { snapshot: calls.snapshot }),
  };
}

function readSandboxCall(written: Json | undefined): SandboxCall | undefined {
  if (!isObject(written) || typeof written.tool !== 'string') return undefined;
  return {
    tool: written.tool,
    arguments: isObject(written.arguments) ? written.arguments : {},
  };
}
