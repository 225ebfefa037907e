import { findNode } from '../../syntax/index.ts';
import type { Dialect } from './dialect.ts';

/** Amazon Bedrock's Converse API. */
export const bedrock: Dialect = {
  id: 'bedrock',
  title: 'Bedrock Converse',
  matches: (tool) => findNode(tool, ['toolSpec'])?.kind === 'map',
  body: ['toolSpec'],
  input: [['inputSchema', 'json']],
  output: [],
  withoutInput: 'broken',
};
