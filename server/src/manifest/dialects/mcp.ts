import { type Dialect, has } from './dialect.ts';

/** The Model Context Protocol's `tools/list`, all revisions. */
export const mcp: Dialect = {
  id: 'mcp',
  title: 'MCP',
  matches: (tool) => has(tool, 'inputSchema'),
  body: [],
  input: [['inputSchema']],
  output: [['outputSchema']],
  withoutInput: 'broken',
};
