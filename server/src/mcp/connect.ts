import type { JsonObject } from '../model/value.ts';
import { Conversation, type ConversationOptions } from './conversation.ts';
import { McpFailure } from './server.ts';

/** A server that answers calls. */
export interface ConnectedServer {
  /** Names of its tools. */
  readonly tools: readonly string[];
  /** The result of `tools/call`; rejects where the server does not answer. */
  call(name: string, args: JsonObject, signal: AbortSignal): Promise<JsonObject>;
  /** Ends the conversation, and the server where it was started for it. */
  close(): Promise<void>;
}

/**
 * Connects to an MCP server and lists its tools.
 *
 * @param signal ends the conversation
 * @throws McpFailure where it cannot be reached
 */
export async function connectServer(
  options: ConversationOptions,
  signal: AbortSignal,
): Promise<ConnectedServer> {
  const conversation = new Conversation(options, signal);
  try {
    const { tools } = await conversation.listTools();
    return {
      tools: tools.flatMap((tool) => {
        const name = typeof tool === 'object' && tool !== null && 'name' in tool && tool.name;
        return typeof name === 'string' ? [name] : [];
      }),
      call: (name, args, ends) => conversation.callTool(name, args, ends),
      close: () => conversation.end(),
    };
  } catch (error) {
    await conversation.end();
    throw new McpFailure(conversation.withWords(conversation.reasonOf(error)));
  }
}
