/**
 * What is known of MCP servers. The client itself (`pull.ts`) is a bundle of its own, loaded when tools are
 * pulled and not before: import only its types from elsewhere, and its functions by `import()`.
 */
export { knownServers, type NamedServer, readServerFile, SERVER_FILES } from './known-servers.ts';
export type { PullOptions, PullResult } from './pull.ts';
export { isMcpFailure, McpFailure, type McpServer, readServer } from './server.ts';
export { type McpInput, readInputs, substitute, type VariableSources } from './variables.ts';
