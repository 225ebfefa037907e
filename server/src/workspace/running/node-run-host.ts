import { promises as fs } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { version } from '../../../../package.json';
import { say } from '../../l10n/say.ts';
import { isMcpFailure, knownServers, resolveServer } from '../../mcp/index.ts';
import { TransportFailure } from '../../runner/runner.ts';
import type { ServerTools } from '../../runner/servers.ts';
import { mcpAnswer } from './mcp-answer.ts';
import type { ConnectOptions, ResultFiles, RunHost } from './run-host.ts';

/** Milliseconds until a server's answer is given up. */
const MCP_TIMEOUT_MS = 60_000;

const files: ResultFiles = {
  async read(path) {
    try {
      // A device or a pipe may have no end.
      if (!(await fs.stat(path)).isFile()) throw new Error(say`${path} is no file`);
      return await fs.readFile(path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  },
  has: (path) =>
    fs.stat(path).then(
      (stat) => stat.isFile(),
      () => false,
    ),
  async remove(path) {
    await fs.rm(path, { force: true });
    // Fails where something else is in it.
    await fs.rmdir(dirname(path)).catch(() => undefined);
  },
  async write(path, text) {
    await fs.mkdir(dirname(path), { recursive: true });
    const temporary = `${path}.${process.pid}.tmp`;
    try {
      await fs.writeFile(temporary, text);
      await fs.rename(temporary, path);
    } catch (error) {
      await fs.rm(temporary, { force: true });
      throw error;
    }
  },
};

async function connect(name: string, { configured, folder, signal }: ConnectOptions) {
  const servers = await knownServers(configured, (path) => files.read(resolve(folder, path)));
  const found = servers.get(name);
  if (!found) throw new Error(say`there is no server “${name}” in the configuration`);
  const env = process.env;
  const server = await resolveServer(found, {
    folder,
    home: homedir(),
    env,
    ask: async () => undefined,
  });
  // A bundle of its own, as is the client of models: whoever runs nothing with them does not load it.
  const { connectServer } = await import('../../mcp/pull.ts');
  const options = { server, folder, timeoutMs: MCP_TIMEOUT_MS, clientVersion: version };
  const connected = await connectServer(options, signal).catch((error: unknown) => {
    const why = isMcpFailure(error) ? error.message : String(error);
    throw new TransportFailure(say`the server “${name}” cannot be reached: ${why}`);
  });
  return {
    names: connected.tools,
    call: async (tool, args, ends) => {
      try {
        return mcpAnswer(await connected.call(tool, args, ends));
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        throw new TransportFailure(say`the server “${name}” did not answer: ${why}`);
      }
    },
    close: () => connected.close(),
  } satisfies ServerTools;
}

/** Runs on this machine, with the environment of this process. */
export const nodeRunHost: RunHost = {
  environment: process.env,
  files,
  resolve,
  now: Date.now,
  connect,
  async chatModel(spec) {
    const { chatModel } = await import('../../runner/chat.ts');
    return chatModel(spec);
  },
};
