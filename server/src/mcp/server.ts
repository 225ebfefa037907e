import { isObject, type Json } from '../model/value.ts';

/** How an MCP server is reached: a program that is started, or an address. */
export type McpServer =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      /** What the program gets beside the basics of every program (`PATH`, `HOME` and the like). */
      readonly env: Readonly<Record<string, string>>;
      /** A file of further variables; those of `env` win. */
      readonly envFile?: string;
      readonly cwd?: string;
    }
  | {
      readonly kind: 'http';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    };

/** Why the tools of a server could not be listed. The message says what to do, where that is known. */
export class McpFailure extends Error {
  override readonly name = 'McpFailure';
}

/** Whether an error is one of ours: the client is a bundle of its own, with a class of its own. */
export const isMcpFailure = (error: unknown): error is McpFailure =>
  error instanceof Error && error.name === 'McpFailure';

const text = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

const texts = (value: Json | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).flatMap(([name, each]) =>
      each === null || typeof each === 'object' ? [] : [[name, String(each)]],
    ),
  );

/**
 * Reads a server as `servers` of the configuration, `.vscode/mcp.json` and `.mcp.json` write it.
 *
 * @returns undefined where it has neither a command nor an address
 */
export function readServer(value: Json | undefined): McpServer | undefined {
  if (!isObject(value)) return undefined;
  const url = text(value.url);
  if (url !== undefined) return { kind: 'http', url, headers: texts(value.headers) };
  const command = text(value.command);
  if (command === undefined) return undefined;
  const envFile = text(value.envFile);
  const cwd = text(value.cwd);
  return {
    kind: 'stdio',
    command,
    args: Array.isArray(value.args) ? value.args.map(String) : [],
    env: texts(value.env),
    ...(envFile !== undefined && { envFile }),
    ...(cwd !== undefined && { cwd }),
  };
}
