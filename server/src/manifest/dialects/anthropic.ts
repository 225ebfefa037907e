import { type Dialect, has, scalarAt } from './dialect.ts';

export const anthropic: Dialect = {
  id: 'anthropic',
  title: 'Anthropic',
  matches: (tool) => has(tool, 'input_schema') || scalarAt(tool, ['type']) === 'custom',
  body: [],
  input: [['input_schema']],
  output: [],
  withoutInput: 'broken',
};

const SCHEMA_KEYS = ['inputSchema', 'input_schema', 'parameters', 'function', 'toolSpec'];

/** Tools that a provider defines, such as `bash_20250124`: they have a type, and no schema of their own. */
export const providerTool: Dialect = {
  id: 'provider',
  title: 'provider-defined',
  matches: (tool) => {
    const type = scalarAt(tool, ['type']);
    const defined = typeof type === 'string' && type !== 'function' && type !== 'custom';
    return defined && !SCHEMA_KEYS.some((key) => has(tool, key));
  },
  body: [],
  input: [],
  output: [],
  withoutInput: 'unknown',
};
