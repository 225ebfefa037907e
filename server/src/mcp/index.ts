/**
 * What is known of MCP servers. The client itself (`pull.ts`) is a bundle of its own, loaded when tools are
 * pulled and not before: import only its types from elsewhere, and its functions by `import()`.
 */

export type { ConnectedServer } from './connect.ts';
export type { PullResult } from './conversation.ts';
export { knownServers, type NamedServer, resolveServer, SERVER_FILES } from './known-servers.ts';
export type { PullOptions } from './pull.ts';
export { isMcpFailure, McpFailure, type McpServer } from './server.ts';
export type { McpInput, VariableSources } from './variables.ts';
