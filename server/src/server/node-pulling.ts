import { homedir } from 'node:os';
import { URI } from 'vscode-uri';
import { version } from '../../../package.json';
import { say } from '../l10n/say.ts';
import { isMcpFailure, McpFailure, type McpInput, resolveServer } from '../mcp/index.ts';
import type { McpServerItem, PulledTools } from '../protocol.ts';
import { jsonText } from '../report/json.ts';
import { FileState } from '../workspace/files/file-state.ts';
import { resolvePath, type Uri } from '../workspace/files/uri.ts';
import { manifestOf } from '../workspace/links/toolsets.ts';
import type { RunHost } from '../workspace/running/run-host.ts';
import type { Pulling, PullTarget, PullWishes } from './pulling.ts';

/** Pulls tools on the machine that the server runs on. */
export class NodePulling implements Pulling {
  constructor(private readonly host: Pick<RunHost, 'environment' | 'files'>) {}

  async describe(target: PullTarget): Promise<McpServerItem> {
    const { server: named, folder } = target;
    const inputs = new Map<string, McpInput>();
    const about = { folder, name: named.name, out: defaultOut(target) };
    try {
      // An input stands for itself: it is asked for when a person wants the pull, and may be a secret.
      const server = await this.#resolve(target, async (input) => {
        inputs.set(input.id, input);
        return `\${input:${input.id}}`;
      });
      const asked = { ...about, inputs: [...inputs.values()] };
      if (server.kind === 'http') return { ...asked, url: server.url };
      const { command, args, env, cwd } = server;
      return {
        ...asked,
        command_line: [command, ...args],
        environment: Object.keys(env),
        ...(cwd !== undefined && { cwd }),
      };
    } catch (error) {
      if (!isMcpFailure(error)) throw error;
      return { ...about, inputs: [], problem: error.message };
    }
  }

  async pull(target: PullTarget, wishes: PullWishes): Promise<PulledTools> {
    const { inputs, out, signal, onProgress } = wishes;
    const server = await this.#resolve(target, async ({ id }) => inputs.get(id));
    // A bundle of its own: whoever pulls nothing does not load it.
    const { pullTools } = await import('../mcp/pull.ts');
    const folder = pathOf(target.folder);
    const { tools } = await pullTools(
      { server, folder, clientVersion: version, onProgress },
      signal,
    );
    if (tools.length === 0) throw new McpFailure(say`it has no tools: nothing was written`);
    const text = `${jsonText({ tools })}\n`;
    await this.host.files.write(pathOf(out), text);
    const { problems } = manifestOf(FileState.of(out, 'tools', text));
    return { uri: out, tools: tools.length, problems: problems.map(({ message }) => message) };
  }

  #resolve({ server, folder }: PullTarget, ask: (input: McpInput) => Promise<string | undefined>) {
    const { environment: env } = this.host;
    return resolveServer(server, { folder: pathOf(folder), home: homedir(), env, ask });
  }
}

const pathOf = (uri: Uri): string => URI.parse(uri).fsPath;

/** A manifest in the folder, by the server's name as far as a file can have it. */
function defaultOut({ server, folder }: PullTarget): Uri {
  const name = server.name.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-').replaceAll(/^[-.]+|[-.]+$/g, '');
  const file = `./${name || 'server'}.tools.json`;
  return resolvePath(folder, file) ?? `${folder}/${file}`;
}
