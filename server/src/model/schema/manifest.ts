/** Tool manifests, of which only the outline is fixed: other people's tools write them. */
import * as z from 'zod';
import { openMapping, withFacts } from './dsl.ts';
import { inlineTool } from './parts.ts';

const list = (description: string) => z.array(inlineTool).describe(description).optional();

const page = openMapping(
  'Tools under the key of their dialect.',
  {
    tools: list('Tools, as an MCP server or a model interface lists them.'),
    functions: list('Functions of the older OpenAI form.'),
    functionDeclarations: list('Functions as Gemini declares them.'),
    function_declarations: list('Functions as Gemini declares them.'),
    result: z.looseObject({}).describe('The answer of an MCP server, in its envelope.').optional(),
  },
  { oneOf: [['tools', 'functions', 'functionDeclarations', 'function_declarations', 'result']] },
);

export const manifestSchema = withFacts(
  z
    .union([page, inlineTool, z.array(z.union([page, inlineTool]))])
    .describe('A tool manifest, in any of the dialects that Callsheet reads.'),
  {},
);
