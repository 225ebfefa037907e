import type { TraceDialect } from '../dialect.ts';
import { native } from './native.ts';
import { openaiChat } from './openai-chat.ts';
import { tau2, tauBench } from './tau-bench.ts';

/** Asked in this order: the more telling a shape is, the earlier. */
export const DIALECTS: readonly TraceDialect[] = [tauBench, tau2, native, openaiChat];
