import { say } from '../l10n/say.ts';
import { isObject, type Json, type JsonObject } from '../model/value.ts';
import { parseFile, toValue } from '../syntax/index.ts';
import { McpFailure, type McpServer, readServer } from './server.ts';
import { type McpInput, readInputs, substitute, type VariableSources } from './variables.ts';

/** Files of other tools that list servers, below the workspace folder. */
export const SERVER_FILES = ['.vscode/mcp.json', '.mcp.json'] as const;

/** Keys of such files whose mappings are servers. */
const SERVER_KEYS = ['servers', 'mcpServers'];

/** A server by its name, as written: its variables are not replaced yet. */
export interface NamedServer {
  readonly name: string;
  readonly value: JsonObject;
  readonly inputs: readonly McpInput[];
}

/** Reads a file of other tools that lists servers; comments are fine. What it cannot read lists none. */
export function readServerFile(text: string): NamedServer[] {
  const root = parseFile(text, 'json').documents[0]?.frame.tree.root;
  const value = root ? (toValue(root) as Json) : undefined;
  if (!isObject(value)) return [];
  const inputs = readInputs(value.inputs);
  return SERVER_KEYS.flatMap((key) =>
    Object.entries(isObject(value[key]) ? value[key] : {}),
  ).flatMap(([name, server]) => (isObject(server) ? [{ name, value: server, inputs }] : []));
}

/**
 * Every server of a workspace, by name: of the configuration, then of the files of other tools. Of two by
 * one name the first counts.
 *
 * @param read a file below the workspace folder; undefined where there is none
 */
export async function knownServers(
  configured: ReadonlyMap<string, JsonObject>,
  read: (path: string) => Promise<string | undefined>,
): Promise<ReadonlyMap<string, NamedServer>> {
  const servers = new Map<string, NamedServer>();
  for (const [name, value] of configured) servers.set(name, { name, value, inputs: [] });
  for (const path of SERVER_FILES) {
    for (const server of readServerFile((await read(path)) ?? '')) {
      if (!servers.has(server.name)) servers.set(server.name, server);
    }
  }
  return servers;
}

/**
 * A server with values in the place of its variables.
 *
 * @throws McpFailure where a variable has no value, or the server can be reached in no way
 */
export async function resolveServer(
  { name, value, inputs }: NamedServer,
  sources: Omit<VariableSources, 'inputs'>,
): Promise<McpServer> {
  const server = readServer(await substitute(value, { ...sources, inputs }));
  if (!server) throw new McpFailure(say`the server “${name}” has neither a command nor a url`);
  return server;
}
