import { knownServers, type NamedServer } from '../../mcp/index.ts';
import { resolvePath, type Uri } from '../files/uri.ts';
import type { Workspace } from '../workspace.ts';

/** The MCP servers that a workspace folder knows by name, as written: see `resolveServer`. */
export async function mcpServers(
  workspace: Workspace,
  folder: Uri,
): Promise<ReadonlyMap<string, NamedServer>> {
  const { servers } = await workspace.configOf(folder);
  return knownServers(servers, async (path) => {
    const uri = resolvePath(folder, path);
    return uri === undefined ? undefined : (await workspace.store.load(uri)).document?.getText();
  });
}
