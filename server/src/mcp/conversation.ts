import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import {
  Client,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import * as z from 'zod';
import { say } from '../l10n/say.ts';
import type { Json, JsonObject } from '../model/value.ts';
import { ProcessTransport } from './process-transport.ts';
import { isMcpFailure, McpFailure, type McpServer } from './server.ts';

/** A server that lists more pages than this is not listing. */
const MAX_PAGES = 1000;
/** How many of a program's last lines a failure shows. */
const SHOWN_LINES = 5;
/** How long a server may take to say whether it speaks the newest protocol, before it is taken for an older one. */
const PROBE_MS = 3000;

export interface ConversationOptions {
  readonly server: McpServer;
  /** Folder that a relative `cwd` is meant from, and in which a program starts without one. */
  readonly folder: string;
  /** For each request, in milliseconds. */
  readonly timeoutMs: number;
  /** Told of each page of tools: how many are listed so far. */
  readonly onProgress?: (tools: number) => void;
  /** What a program says on its standard error. */
  readonly onLog?: (text: string) => void;
  /** Told to the server. */
  readonly clientVersion: string;
}

export interface PullResult {
  /** As the server lists them, valid or not. */
  readonly tools: readonly Json[];
  readonly protocol?: string;
  readonly server?: { readonly name: string; readonly version: string };
}

/** Only the list itself is asked for: a tool that is not as it should be must not hide the others. */
const PAGE = z.looseObject({
  tools: z.array(z.unknown()),
  nextCursor: z.string().nullish(),
});

/** What a call came to, as the protocol tells it. */
const CALL_RESULT = z.looseObject({ isError: z.boolean().nullish() });

function transportTo({ server, folder, onLog }: ConversationOptions): Transport {
  if (server.kind === 'http') {
    if (!URL.canParse(server.url)) throw new McpFailure(say`${server.url} is no web address`);
    return new StreamableHTTPClientTransport(new URL(server.url), {
      requestInit: { headers: { ...server.headers } },
    });
  }
  const { command, args, env, envFile, cwd = '.' } = server;
  return new ProcessTransport({
    command,
    args,
    env: {
      ...getDefaultEnvironment(),
      ...(envFile !== undefined && readEnvFile(resolve(folder, envFile))),
      ...env,
    },
    cwd: resolve(folder, cwd),
    ...(onLog && { onLog }),
  });
}

/** Why a program is not there to be started, and what to do. */
function notFound({ server, folder }: ConversationOptions): string {
  if (server.kind === 'http') return say`there is nothing at its address`;
  const cwd = resolve(folder, server.cwd ?? '.');
  return existsSync(cwd)
    ? say`there is no program “${server.command}”: install it, or write the whole path to it`
    : say`there is no folder ${cwd} to start “${server.command}” in: check the server's \`cwd\``;
}

function readEnvFile(path: string): Record<string, string> {
  try {
    return parseEnv(readFileSync(path, 'utf8')) as Record<string, string>;
  } catch {
    throw new McpFailure(say`the \`envFile\` ${path} cannot be read`);
  }
}

/** What is said to one server, from the first word to the last. */
export class Conversation {
  #client: Client | undefined;
  #transport: Transport | undefined;

  constructor(
    private readonly options: ConversationOptions,
    private readonly signal: AbortSignal,
  ) {}

  async listTools(): Promise<PullResult> {
    const client = await this.#connect();
    const tools: Json[] = [];
    const cursors = new Set<string>();
    for (let cursor: string | undefined; ; ) {
      const params = cursor === undefined ? {} : { cursor };
      const page = await client.request({ method: 'tools/list', params }, PAGE, {
        signal: this.signal,
        timeout: this.options.timeoutMs,
      });
      for (const tool of page.tools as Json[]) tools.push(tool);
      this.options.onProgress?.(tools.length);
      cursor = page.nextCursor ?? undefined;
      if (cursor === undefined) break;
      if (cursors.has(cursor) || cursors.size >= MAX_PAGES) {
        throw new McpFailure(say`the server lists the same page again and again`);
      }
      cursors.add(cursor);
    }
    const server = client.getServerVersion();
    const protocol = client.getNegotiatedProtocolVersion();
    return {
      tools,
      ...(protocol !== undefined && { protocol }),
      ...(server && { server: { name: server.name, version: server.version } }),
    };
  }

  /**
   * Calls a tool; the answer is the protocol's own, a failure of the tool included.
   *
   * @param signal ends the call alone
   */
  async callTool(name: string, args: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const client = this.#client ?? (await this.#connect());
    const result = await client.request(
      { method: 'tools/call', params: { name, arguments: args } },
      CALL_RESULT,
      { signal, timeout: this.options.timeoutMs },
    );
    return result as unknown as JsonObject;
  }

  /** Some programs end when they are asked what they speak: those are started again, as of old. */
  async #connect(): Promise<Client> {
    try {
      return await this.#open('auto');
    } catch (error) {
      if (this.options.server.kind === 'http' || this.signal.aborted) throw error;
      await this.end();
      return this.#open('legacy');
    }
  }

  async #open(mode: 'auto' | 'legacy'): Promise<Client> {
    const timeoutMs = Math.min(PROBE_MS, this.options.timeoutMs / 3);
    const client = new Client(
      { name: 'callsheet', version: this.options.clientVersion },
      { versionNegotiation: { mode, probe: { timeoutMs } } },
    );
    const transport = transportTo(this.options);
    this.#client = client;
    this.#transport = transport;
    await client.connect(transport, { signal: this.signal, timeout: this.options.timeoutMs });
    return client;
  }

  async end(): Promise<void> {
    await this.#client?.close().catch(() => {});
    await this.#transport?.close().catch(() => {});
  }

  get #program(): ProcessTransport | undefined {
    return this.#transport instanceof ProcessTransport ? this.#transport : undefined;
  }

  reasonOf(error: unknown): string {
    const ended = this.#program?.ended;
    if (isMcpFailure(error)) return error.message;
    if (ended !== undefined) return say`the server ended (${ended}) before it had listed its tools`;
    if (!(error instanceof Error)) return String(error);
    if ('code' in error && error.code === 'ENOENT') return notFound(this.options);
    return error.cause instanceof Error
      ? `${error.message}: ${error.cause.message}`
      : error.message;
  }

  /** With the last words of a program on its standard error, on one line. */
  withWords(message: string): string {
    const lines = (this.#program?.said ?? '').split(/[\r\n]+/).map((line) => line.trim());
    const last = lines.filter(Boolean).slice(-SHOWN_LINES).join(' / ');
    return last === '' ? message : say`${message}; it said: ${last}`;
  }
}
