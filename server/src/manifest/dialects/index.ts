import type { MapNode } from '../../syntax/index.ts';
import { anthropic, providerTool } from './anthropic.ts';
import { bedrock } from './bedrock.ts';
import { bfcl } from './bfcl.ts';
import type { Dialect } from './dialect.ts';
import { gemini } from './gemini.ts';
import { mcp } from './mcp.ts';
import { openaiChat, openaiFunctions, openaiResponses } from './openai.ts';

export type { Dialect } from './dialect.ts';

/** Asked in this order: the more telling a shape is, the earlier. */
export const DIALECTS: readonly Dialect[] = [
  bedrock,
  openaiChat,
  mcp,
  anthropic,
  providerTool,
  gemini,
  bfcl,
  openaiResponses,
  openaiFunctions,
];

/** The dialect that a tool is written in; MCP's for one that has little more than a name. */
export const dialectOfTool = (tool: MapNode, container?: string): Dialect =>
  DIALECTS.find((dialect) => dialect.matches(tool, container)) ?? mcp;
