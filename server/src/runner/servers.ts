import { say } from '../l10n/say.ts';
import type { Json, JsonObject } from '../model/value.ts';
import { CANCELLED, failureOf, type OpenTools, type Runner } from './runner.ts';

/** A server that is connected to: tools of which the names are known. */
export interface ServerTools extends OpenTools {
  readonly names: readonly string[];
  close(): Promise<void>;
}

export type Connect = (server: string, signal: AbortSignal) => Promise<ServerTools>;

/** The servers of one trial: each is connected to once, when it is first needed. */
export class TrialServers {
  readonly #open = new Map<string, Promise<ServerTools>>();

  constructor(
    private readonly connect: Connect,
    private readonly signal: AbortSignal,
  ) {}

  open(name: string): Promise<ServerTools> {
    const known = this.#open.get(name) ?? this.connect(name, this.signal);
    this.#open.set(name, known);
    return known;
  }

  async close(): Promise<void> {
    const opened = await Promise.allSettled(this.#open.values());
    await Promise.allSettled(
      opened.map((each) => (each.status === 'fulfilled' ? each.value.close() : undefined)),
    );
  }
}

/**
 * The tools of several servers as one. A name with a server's before it (`server__tool`) is asked of that
 * server, any other of the first that has it.
 */
export function toolsOf(servers: TrialServers, names: readonly string[]): OpenTools {
  const find = async (tool: string): Promise<[ServerTools, string] | undefined> => {
    for (const name of names) {
      const server = await servers.open(name);
      const own = tool.startsWith(`${name}__`) ? tool.slice(name.length + 2) : tool;
      if (server.names.includes(own)) return [server, own];
    }
    return undefined;
  };
  return {
    async call(name, args, signal) {
      const found = await find(name);
      if (!found) return { status: 'error', error: `there is no tool ${name}` };
      const [server, own] = found;
      return server.call(own, args, signal);
    },
  };
}

export interface SandboxCall {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** The server that holds the state which trials change. */
export interface Sandbox {
  readonly server: string;
  readonly reset?: SandboxCall;
  readonly snapshot?: SandboxCall;
}

/**
 * A runner whose trials have servers of their own. With a sandbox each trial begins with its state reset,
 * and ends with it as the run's `final_state`.
 */
export const withServers = (
  connect: Connect,
  sandbox: Sandbox | undefined,
  inner: (servers: TrialServers) => Runner,
): Runner => ({
  async run(request, context) {
    const { signal } = context;
    const servers = new TrialServers(connect, signal);
    const ask = (what: 'reset' | 'snapshot') =>
      sandbox?.[what] && askSandbox(servers, sandbox.server, what, sandbox[what], signal);
    try {
      await ask('reset');
      const outcome = await inner(servers).run(request, context);
      if (!outcome.ok) return outcome;
      const finalState = await ask('snapshot');
      return finalState === undefined ? outcome : { ok: true, run: { ...outcome.run, finalState } };
    } catch (error) {
      return signal.aborted ? CANCELLED : failureOf(error);
    } finally {
      await servers.close();
    }
  },
});

async function askSandbox(
  servers: TrialServers,
  server: string,
  what: 'reset' | 'snapshot',
  { tool, arguments: args }: SandboxCall,
  signal: AbortSignal,
): Promise<Json> {
  const { call } = await servers.open(server);
  const { status, output = null, error } = await call(tool, args, signal);
  if (status === 'ok') return output;
  const why = typeof error === 'string' ? error : (JSON.stringify(error) ?? status);
  throw new Error(say`the sandbox's ${what} (\`${tool}\`) failed: ${why}`);
}
