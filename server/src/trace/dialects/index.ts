import type { TraceDialect } from '../dialect.ts';
import { anthropic } from './anthropic.ts';
import { bedrock } from './bedrock.ts';
import { bfcl } from './bfcl.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { gemini } from './gemini.ts';
import { inspect } from './inspect.ts';
import { langchain } from './langchain.ts';
import { mcp } from './mcp.ts';
import { native } from './native.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiResponses } from './openai-responses.ts';
import { openInferenceSpans, otelGenAi, otelMessages } from './spans.ts';
import { tau2, tauBench } from './tau-bench.ts';

/** Asked in this order: the more telling a shape is, the earlier. */
export const DIALECTS: readonly TraceDialect[] = [
  tauBench,
  tau2,
  inspect,
  native,
  codex,
  mcp,
  claudeCode,
  openInferenceSpans,
  otelGenAi,
  otelMessages,
  langchain,
  gemini,
  anthropic,
  openaiResponses,
  openaiChat,
  bedrock,
  bfcl,
];
