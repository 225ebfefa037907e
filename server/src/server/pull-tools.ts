import {
  type CancellationToken,
  LSPErrorCodes,
  ResponseError,
  type WorkDoneProgressReporter,
} from 'vscode-languageserver';
import { say } from '../l10n/say.ts';
import { isMcpFailure } from '../mcp/index.ts';
import type { McpServerItem, PulledTools } from '../protocol.ts';
import { plural } from '../report/text.ts';
import { nameOf, toUri } from '../workspace/files/uri.ts';
import { mcpServers } from '../workspace/running/mcp-servers.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Pulling, PullTarget } from './pulling.ts';

export interface PullHost {
  trusted(): boolean;
  /** Absent where no process can be started at all. */
  readonly pulling?: Pulling;
}

/** What a request to pull tools names. */
export interface PullChoice {
  readonly server: string;
  readonly folder?: string | undefined;
  readonly out?: string | undefined;
  readonly inputs?: Readonly<Record<string, string>> | undefined;
}

const refused = (message: string) => new ResponseError(LSPErrorCodes.RequestFailed, message);

function able({ pulling, trusted }: PullHost): Pulling {
  if (!pulling) {
    throw refused(say`Tools cannot be pulled here: no process can be started in the browser.`);
  }
  if (trusted()) return pulling;
  throw refused(
    say`Pulling tools starts a process. Trust this workspace first (Manage Workspace Trust).`,
  );
}

async function targetsIn(workspace: Workspace): Promise<PullTarget[]> {
  const targets: PullTarget[] = [];
  for (const folder of workspace.folders.filter(isOnDisk)) {
    for (const server of (await mcpServers(workspace, folder)).values()) {
      targets.push({ server, folder });
    }
  }
  return targets;
}

const isOnDisk = (uri: string): boolean => uri.startsWith('file:');

/** The MCP servers of every workspace folder on this machine, and what each would start. */
export async function describeServers(
  workspace: Workspace,
  host: PullHost,
): Promise<McpServerItem[]> {
  const pulling = able(host);
  const targets = await targetsIn(workspace);
  return Promise.all(targets.map((target) => pulling.describe(target)));
}

/**
 * Writes a server's tools into a manifest with the progress shown, until it is cancelled. Rejects with a
 * reason for a person where that fails.
 */
export async function pullTools(
  workspace: Workspace,
  host: PullHost,
  choice: PullChoice,
  token: CancellationToken,
  progress: WorkDoneProgressReporter,
): Promise<PulledTools> {
  const pulling = able(host);
  const target = await chosen(workspace, choice);
  const out = toUri(choice.out ?? (await pulling.describe(target)).out);
  if (!isOnDisk(out)) throw refused(say`${nameOf(out)} is not on this machine’s disk.`);
  const stop = new AbortController();
  const cancelled = token.onCancellationRequested(() => stop.abort());
  if (token.isCancellationRequested) stop.abort();
  progress.begin(choice.server, undefined, undefined, true);
  try {
    return await pulling.pull(target, {
      inputs: new Map(Object.entries(choice.inputs ?? {})),
      out,
      signal: stop.signal,
      onProgress: (tools) => progress.report(plural(tools, 'tool')),
    });
  } catch (error) {
    if (stop.signal.aborted) {
      const message = say`The pull from “${choice.server}” was cancelled.`;
      throw new ResponseError(LSPErrorCodes.RequestCancelled, message);
    }
    const why = isMcpFailure(error) || isFileError(error) ? error.message : undefined;
    if (why === undefined) throw error;
    throw refused(say`The tools of “${choice.server}” cannot be pulled: ${why}.`);
  } finally {
    progress.done();
    cancelled.dispose();
  }
}

/** Whether it is the file system's, such as a disk that is full: such have a code. */
const isFileError = (error: unknown): error is Error => error instanceof Error && 'code' in error;

async function chosen(workspace: Workspace, choice: PullChoice): Promise<PullTarget> {
  const targets = await targetsIn(workspace);
  const folder = choice.folder === undefined ? undefined : toUri(choice.folder);
  const found = targets.find(
    ({ server, folder: of }) => server.name === choice.server && (folder ?? of) === of,
  );
  if (found) return found;
  const names = targets.map(({ server }) => server.name);
  const known = names.length === 0 ? say`none is known` : say`known are ${names.join(', ')}`;
  throw refused(
    say`There is no server “${choice.server}” in the configuration, .vscode/mcp.json or .mcp.json: ${known}.`,
  );
}
