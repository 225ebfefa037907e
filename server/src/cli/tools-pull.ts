import { homedir } from 'node:os';
import { URI } from 'vscode-uri';
import { version } from '../../../package.json';
import {
  isMcpFailure,
  type McpInput,
  type McpServer,
  type PullResult,
  resolveServer,
} from '../mcp/index.ts';
import { jsonText } from '../report/json.ts';
import { plain, plural } from '../report/text.ts';
import { FileState } from '../workspace/files/file-state.ts';
import { fromPath } from '../workspace/files/uri.ts';
import { manifestOf } from '../workspace/links/toolsets.ts';
import { mcpServers } from '../workspace/running/mcp-servers.ts';
import { EXIT, Failure, Stopped } from './failure.ts';
import { openRoots } from './roots.ts';
import type { Terminal } from './terminal.ts';
import { writeFiles } from './write-files.ts';

export interface PullCommandOptions {
  readonly config?: string;
  /** A server of the configuration, `.vscode/mcp.json` or `.mcp.json`. */
  readonly server?: string;
  /** The manifest to write; standard output where absent. */
  readonly out?: string;
  /** Seconds. */
  readonly timeout?: number;
}

/**
 * Lists the tools of an MCP server into a manifest.
 *
 * @param command a program to start instead of a server that is known by name
 * @returns the exit code
 * @throws Failure where it cannot run
 */
export async function toolsPull(
  terminal: Terminal,
  command: readonly string[],
  options: PullCommandOptions,
): Promise<number> {
  const [program, ...args] = command;
  if (options.server === undefined && program === undefined) {
    throw new Failure('name a server with --server NAME, or give a command after --');
  }
  if (options.server !== undefined && program !== undefined) {
    throw new Failure('--server and a command after -- exclude each other');
  }
  // The server does not hear the terminal's Ctrl+C: it is ended here.
  const abort = new AbortController();
  const result = await failing(abort.signal, async (): Promise<PullResult> => {
    const found =
      program === undefined
        ? await namedServer(terminal, options.server!, options.config)
        : {
            server: { kind: 'stdio', command: program, args, env: {} } as const,
            folder: terminal.cwd,
          };
    // A bundle of its own: whoever pulls nothing does not load it.
    const { pullTools } = await import('../mcp/pull.ts');
    const forget = terminal.onInterrupt?.(() => abort.abort());
    const timing = options.timeout === undefined ? {} : { timeoutS: options.timeout };
    return pullTools({ ...found, clientVersion: version, ...timing }, abort.signal).finally(forget);
  });
  if (result.tools.length === 0) throw new Failure('the server has no tools: nothing was written');
  const text = `${jsonText({ tools: result.tools })}\n`;
  if (options.out === undefined) terminal.out(text);
  else writeFiles(terminal.cwd, terminal.cwd, [{ path: options.out, text }], true);
  tell(terminal, result, text, options.out);
  return EXIT.fine;
}

async function failing<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) throw new Stopped('stopped: nothing was written');
    if (isMcpFailure(error)) throw new Failure(plain(error.message));
    throw error;
  }
}

async function namedServer(
  terminal: Terminal,
  name: string,
  configFile: string | undefined,
): Promise<{ server: McpServer; folder: string }> {
  const [root] = await openRoots(terminal, [], configFile);
  const { workspace } = root!.session;
  const servers = await mcpServers(workspace, workspace.folders[0]!);
  const found = servers.get(name);
  if (!found) {
    const names = [...servers.keys()];
    const known = names.length === 0 ? 'none is known' : `known are ${names.join(', ')}`;
    throw new Failure(
      `there is no server “${name}” in the configuration, .vscode/mcp.json or .mcp.json: ${known}`,
    );
  }
  const folder = URI.parse(workspace.folders[0]!).fsPath;
  const ask = async (input: McpInput) => terminal.ask?.(input);
  const sources = { folder, home: homedir(), env: process.env, ask };
  return { server: await resolveServer(found, sources), folder };
}

/** What was pulled, and which of the tools are not as they should be. */
function tell({ err }: Terminal, result: PullResult, text: string, out: string | undefined): void {
  const manifest = manifestOf(FileState.of(fromPath('/pulled.tools.json'), 'tools', text));
  const { server, protocol } = result;
  const from = server ? ` of ${plain(server.name)} ${plain(server.version)}` : '';
  const spoken = protocol === undefined ? '' : ` (MCP ${protocol})`;
  const where = out === undefined ? '' : ` in ${out}`;
  err(`${plural(result.tools.length, 'tool')}${from}${spoken}${where}\n`);
  for (const { message } of manifest.problems) err(`not as it should be: ${plain(message)}\n`);
}
