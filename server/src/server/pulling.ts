import type { NamedServer } from '../mcp/index.ts';
import type { McpServerItem, PulledTools } from '../protocol.ts';
import type { Uri } from '../workspace/files/uri.ts';

/** An MCP server that a workspace folder knows. */
export interface PullTarget {
  readonly server: NamedServer;
  readonly folder: Uri;
}

export interface PullWishes {
  /** Answers to the inputs that the server's variables ask for, by id. */
  readonly inputs: ReadonlyMap<string, string>;
  /** The manifest to write, of the scheme `file`. */
  readonly out: Uri;
  readonly signal: AbortSignal;
  /** Told of each page: how many tools are listed so far. */
  onProgress(tools: number): void;
}

/** Lists the tools of MCP servers, where processes can be started at all. */
export interface Pulling {
  /** What a pull would start, and what it has to know for that. Starts nothing. */
  describe(target: PullTarget): Promise<McpServerItem>;
  /**
   * Writes the tools that a server lists into a manifest, whole or not at all.
   *
   * @throws McpFailure where they cannot be listed
   */
  pull(target: PullTarget, wishes: PullWishes): Promise<PulledTools>;
}
