import { findNode } from '../../syntax/index.ts';
import { type Dialect, has, scalarAt } from './dialect.ts';

/** Chat Completions: the function stands under a key of its own. */
export const openaiChat: Dialect = {
  id: 'openai-chat',
  title: 'OpenAI Chat',
  matches: (tool) => findNode(tool, ['function'])?.kind === 'map',
  body: ['function'],
  input: [['parameters']],
  output: [],
  withoutInput: 'no-arguments',
};

/** The Responses API, and OpenTelemetry's `gen_ai.tool.definitions`. */
export const openaiResponses: Dialect = {
  id: 'openai-responses',
  title: 'OpenAI Responses',
  matches: (tool) => scalarAt(tool, ['type']) === 'function' && has(tool, 'name'),
  body: [],
  input: [['parameters']],
  output: [],
  withoutInput: 'no-arguments',
};

/** The `functions` list of the first function calling API. */
export const openaiFunctions: Dialect = {
  id: 'openai-functions',
  title: 'OpenAI functions',
  matches: (tool, container) => container === 'functions' || has(tool, 'parameters'),
  body: [],
  input: [['parameters']],
  output: [],
  withoutInput: 'no-arguments',
};
