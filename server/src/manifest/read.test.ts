import { describe, expect, it } from 'vitest';
import { parseFile } from '../syntax/index.ts';
import { createToolset, type Manifest, readInlineTools, readManifest } from './index.ts';

const readText = (text: string, language: 'json' | 'yaml' | 'jsonl' = 'json'): Manifest => {
  const file = parseFile(text, language);
  return readManifest({
    uri: 'file:///a.tools.json',
    documents: file.documents.map(({ frame }) => frame.tree),
  });
};

const read = (value: unknown): Manifest => readText(JSON.stringify(value));

const shown = ({ problems }: Manifest): string[] =>
  problems.map(({ code, message, place: { tree, start, end } }) =>
    [code, tree.text.slice(start, end), message].join(' | '),
  );

const schema = { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] };

/** The same tool in every dialect. */
const SAMPLES: readonly (readonly [string, unknown])[] = [
  ['mcp', { tools: [{ name: 'search', inputSchema: schema }], nextCursor: 'x', _meta: {} }],
  ['mcp', { jsonrpc: '2.0', id: 1, result: { tools: [{ name: 'search', inputSchema: schema }] } }],
  ['mcp', [{ tools: [{ name: 'search', inputSchema: schema }] }, { tools: [], ttlMs: 1 }]],
  ['mcp', { name: 'search', inputSchema: schema }],
  ['openai-chat', [{ type: 'function', function: { name: 'search', parameters: schema } }]],
  ['openai-chat', { model: 'm', tools: [{ function: { name: 'search', parameters: schema } }] }],
  ['openai-functions', { functions: [{ name: 'search', parameters: schema }] }],
  ['openai-responses', [{ type: 'function', name: 'search', parameters: schema, strict: true }]],
  [
    'openai-responses',
    { 'gen_ai.tool.definitions': [{ type: 'function', name: 'search', parameters: schema }] },
  ],
  ['anthropic', [{ name: 'search', input_schema: schema }]],
  ['gemini', { functionDeclarations: [{ name: 'search', parameters: schema }] }],
  ['gemini', { tools: [{ function_declarations: [{ name: 'search', parameters: schema }] }] }],
  ['gemini', [{ name: 'search', parametersJsonSchema: schema }]],
  ['bedrock', [{ toolSpec: { name: 'search', inputSchema: { json: schema } } }]],
  [
    'bedrock',
    { toolConfig: { tools: [{ toolSpec: { name: 'search', inputSchema: { json: schema } } }] } },
  ],
  ['bfcl', [{ name: 'search', parameters: { ...schema, type: 'dict' } }]],
];

describe('dialects', () => {
  it.each(SAMPLES)('%s %#', (dialect, value) => {
    const manifest = read(value);
    expect(manifest.problems).toEqual([]);
    expect([manifest.dialect, manifest.tools.map(({ name }) => name)]).toEqual([
      dialect,
      ['search'],
    ]);
    const [tool] = manifest.tools;
    expect(tool?.schemas?.input).toEqual(schema);
    const { tree, start, end } = tool!.place;
    expect(tree.text.slice(start, end)).toBe('"search"');
  });

  it('may stand one tool a line, or in YAML', () => {
    const line = JSON.stringify({ name: 'a', parameters: { type: 'dict', properties: {} } });
    expect(readText(`${line}\n${line}\n`, 'jsonl').tools).toHaveLength(2);
    const yaml = 'tools:\n  - name: a\n    inputSchema: { type: object }\n';
    expect(readText(yaml, 'yaml').tools[0]?.inputSchema).toEqual({ type: 'object' });
  });

  it('keep the fields of a tool', () => {
    const annotations = { title: 'T', readOnlyHint: true };
    const outputSchema = { type: 'object' };
    const [tool] = read([
      {
        name: 'a',
        title: 'A',
        description: 'does',
        inputSchema: schema,
        outputSchema,
        annotations,
      },
    ]).tools;
    expect(tool).toMatchObject({
      title: 'A',
      description: 'does',
      inputSchema: schema,
      outputSchema,
      annotations,
      deprecated: false,
      uri: 'file:///a.tools.json',
    });
  });

  it('of Gemini become JSON Schema', () => {
    const parameters = {
      type: 'OBJECT',
      properties: {
        n: { type: 'INTEGER', minimum: '1', nullable: true },
        kind: { type: 'STRING', format: 'enum', enum: ['a'] },
        list: { type: 'ARRAY', min_items: '2', items: { any_of: [{ type: 'NUMBER' }] } },
        any_of: { type: 'STRING' },
      },
    };
    const [tool] = read({ functionDeclarations: [{ name: 'f', parameters }] }).tools;
    expect(tool?.inputSchema).toEqual(parameters);
    expect(tool?.schemas?.input).toEqual({
      type: 'object',
      properties: {
        n: { type: ['integer', 'null'], minimum: 1 },
        kind: { type: 'string', enum: ['a'] },
        list: { type: 'array', minItems: 2, items: { anyOf: [{ type: 'number' }] } },
        any_of: { type: 'string' },
      },
    });
  });

  it('of BFCL become JSON Schema', () => {
    const parameters = {
      type: 'dict',
      properties: {
        a: { type: 'float' },
        b: { type: 'tuple', items: { type: 'any' } },
        c: { type: 'array', items: { type: 'string' }, enum: ['x', 'y'] },
        type: { type: 'String' },
      },
    };
    const [tool] = read([{ name: 'f', parameters }]).tools;
    expect(tool?.schemas?.input).toEqual({
      type: 'object',
      properties: {
        a: { type: 'number' },
        b: { type: 'array', items: {} },
        c: { type: 'array', items: { type: 'string', enum: ['x', 'y'] } },
        type: { type: 'string' },
      },
    });
  });
});

describe('tools that cannot be checked', () => {
  it('hide no other', () => {
    const manifest = read({
      tools: [
        { name: 'good', inputSchema: schema },
        'text',
        { description: 'nameless', inputSchema: schema },
        { name: 3, inputSchema: schema },
        { name: 'bare' },
        { name: 'scalar', inputSchema: 'none' },
        { name: 'list', inputSchema: { type: 'array' } },
        { name: 'silent', inputSchema: { $schema: 'http://json-schema.org/draft-07/schema#' } },
        { name: 'last', inputSchema: schema },
      ],
    });
    expect(manifest.tools.map(({ name }) => name)).toEqual([
      'good',
      'bare',
      'scalar',
      'list',
      'silent',
      'last',
    ]);
    expect(shown(manifest)).toEqual([
      'wrong-type | "text" | expected a tool, which is a mapping',
      'missing-key | "description" | the tool has no "name"',
      'wrong-type | 3 | expected a name, which is a text',
      'schema-invalid | "bare" | bare: the tool has no "inputSchema"',
      'schema-invalid | "scalar" | scalar: "inputSchema" is no schema, which is a mapping',
      'schema-invalid | "list" | list: arguments are an object, but the input schema asks for array',
      'schema-invalid | "silent" | silent: the input schema describes no arguments (it lacks "type" and "properties")',
    ]);
    const toolset = createToolset([{ manifest }], new Map(), true);
    const known = manifest.tools.filter(({ name }) => toolset.schema(name));
    expect(known.map(({ name }) => name)).toEqual(['good', 'last']);
  });

  it('may have their schema under the key of another dialect', () => {
    const manifest = read([{ type: 'function', function: { name: 'f', input_schema: schema } }]);
    expect(shown(manifest)).toEqual([
      'schema-invalid | "f" | f: the input schema stands under "input_schema", where OpenAI Chat reads "parameters"',
    ]);
  });

  it('are none where no schema is due', () => {
    const manifest = read([
      { type: 'bash_20250124', name: 'bash' },
      { type: 'web_search' },
      { type: 'function', function: { name: 'now' } },
    ]);
    expect(manifest.problems).toEqual([]);
    const toolset = createToolset([{ manifest }], new Map(), true);
    expect(toolset.find('bash')?.inputSchema).toBeUndefined();
    expect(toolset.schema('bash')).toBeNull();
    expect(toolset.schema('now')?.closed).toBe(true);
  });

  it.each(['', '{}', '[]', '3', '{"tools": []}', 'null'])('%j defines no tool', (text) => {
    expect(shown(readText(text)).map((line) => line.split(' | ')[0])).toEqual(['tools-unreadable']);
  });
});

it('tells deprecated tools by what is said of them', () => {
  const tools = [
    { name: 'a', deprecated: true },
    { name: 'b', inputSchema: { ...schema, deprecated: true } },
    { name: 'c', annotations: { deprecated: true } },
    { name: 'd', title: 'Old (Deprecated)' },
    { name: 'e', description: 'DEPRECATED: use f' },
    { name: 'f', description: 'Lists deprecated APIs' },
    { name: 'g', description: 'Finds UNDEPRECATED things' },
  ];
  const { tools: found } = read({ tools: tools.map((tool) => ({ inputSchema: schema, ...tool })) });
  expect(found.filter(({ deprecated }) => deprecated).map(({ name }) => name)).toEqual([
    'a',
    'b',
    'c',
    'd',
    'e',
  ]);
});

it('reads tools that a case writes out', () => {
  const text = 'case_id: x\ntools:\n  - { name: a, input_schema: { type: object } }\n';
  const tree = parseFile(text, 'yaml').documents[0]!.frame.tree;
  const root = tree.root;
  const node = root?.kind === 'map' ? root.entries[1]?.value : undefined;
  if (node?.kind !== 'seq') throw new Error('the list was not parsed');
  const manifest = readInlineTools(node, tree, 'file:///x.case.yaml');
  expect([manifest.dialect, manifest.tools[0]?.name]).toEqual(['anthropic', 'a']);
  expect(text.slice(manifest.tools[0]!.place.start, manifest.tools[0]!.place.end)).toBe('a');
});

it('never throws, wherever a manifest breaks off', () => {
  const text = JSON.stringify(SAMPLES.map(([, value]) => value));
  for (let length = 0; length < text.length; length += 7) readText(text.slice(0, length));
});
