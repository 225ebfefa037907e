/** Files made to hang or to break whoever reads them: the answer comes, other files are answered beside it. */
import { describe, expect, it } from 'vitest';
import { Client } from '../protocol/harness.ts';

type Files = Readonly<Record<string, string>>;

const CASE = 'a.case.yaml';
const TOOLS = toolsOf({ type: 'object', properties: { q: { type: 'string' } } });

function toolsOf(schema: unknown): string {
  return JSON.stringify({ tools: [{ name: 't', description: 'd', inputSchema: schema }] });
}

const caseOf = (args: string, more = ''): string =>
  `case_id: c\nuser_message: u\ntools: m.tools.json\nexpected:\n  calls:\n    - id: first\n      name: t\n      args: ${args}\n${more}`;

/** A case that names a manifest and a recording. */
const filesOf = (text: string, tools = TOOLS, trace?: string): Files => ({
  [CASE]: trace === undefined ? text : `${text}trace: r.trace.json\n`,
  'm.tools.json': tools,
  ...(trace !== undefined && { 'r.trace.json': trace }),
});

const nestedList = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const nestedMap = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** A list of lists of lists. */
const grid = (size: number): number[][][] =>
  Array.from({ length: size }, () => Array.from({ length: size }, () => [1, 2, 3]));

const aliasBomb = (): string => {
  const lines = Array.from({ length: 20 }, (_, i) =>
    i === 0 ? '  - &a0 [x, x, x, x]\n' : `  - &a${i} [${`*a${i - 1}, `.repeat(9)}]\n`,
  );
  return `x-bomb:\n${lines.join('')}`;
};
const aliasTower = (): string => {
  const lines = Array.from(
    { length: 30 },
    (_, i) =>
      `  - &a${i} ${'{ a: '.repeat(300)}${i === 0 ? '1' : `*a${i - 1}`}${' }'.repeat(300)}\n`,
  );
  return `x-tower:\n${lines.join('')}`;
};

/** What each file is, and the code that says what was given up; none where all of it can be checked. */
const HOSTILE: Readonly<Record<string, readonly [files: () => Files, said?: string]>> = {
  'aliases that multiply': [() => filesOf(caseOf('{}', aliasBomb())), 'excessive-alias'],
  'aliases that nest': [() => filesOf(caseOf('{}', aliasTower())), 'gave-up'],
  'anchors in themselves': [
    () => filesOf(caseOf('{}', 'x-a: &a { y: *a, <<: *a, z: [*a] }\n')),
    'circular-alias',
  ],
  'many aliases on one line': [
    () => filesOf(caseOf('{}', `x-b: &a [1]\nx-a: [${'*a , '.repeat(20_000)}]\n`)),
  ],
  'flow style, nested': [() => filesOf(caseOf(`{ q: ${nestedList(10_000)} }`)), 'gave-up'],
  'block style, nested': [
    () => filesOf(caseOf('{}', `x-a:\n  ${'- '.repeat(10_000)}x\n`)),
    'gave-up',
  ],
  'a nested case of JSON': [
    () => ({ 'a.case.json': `{"case_id":"c","x-a":${nestedList(10_000)}}` }),
    'gave-up',
  ],
  'a nested line of JSON': [
    () => ({ 'a.cases.jsonl': `{"case_id":"c","x-a":${nestedMap(10_000)}}\n{"case_id":"d"}\n` }),
    'gave-up',
  ],
  'a nested manifest': [
    () => filesOf(caseOf('{}'), `{"tools":[{"name":"t","inputSchema":${nestedMap(10_000)}}]}`),
    'tools-unreadable',
  ],
  'a nested final state': [
    () =>
      filesOf(
        caseOf('{ q: a }', '  final_state: { a: 1 }\n'),
        TOOLS,
        `{"case_id":"c","runs":[{"calls":[],"final_state":${nestedMap(10_000)}}]}`,
      ),
  ],
  'nested arguments in a recording': [
    () =>
      filesOf(
        caseOf('{ q: a }'),
        TOOLS,
        `{"case_id":"c","runs":[{"calls":[{"name":"t","arguments":{"q":${nestedMap(10_000)}},"output":${nestedList(10_000)}}]}]}`,
      ),
    'wrong-arg',
  ],
  'names of JavaScript’s own': [
    () =>
      filesOf(
        'case_id: __proto__\nuser_message: u\ntools: m.tools.json\nexpected:\n  calls:\n    - id: constructor\n      name: __proto__\n      args: { __proto__: 1, constructor: toString }\n  final_state: { __proto__: { a: 1 } }\n',
        '{"tools":[{"name":"__proto__","inputSchema":{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}},"additionalProperties":false}}]}',
        '{"case_id":"__proto__","runs":[{"calls":[{"name":"__proto__","arguments":{"__proto__":2}}],"final_state":{"__proto__":{"a":2}}}]}',
      ),
    'arg-type',
  ],
  'half characters': [
    () => ({
      'a.case.json':
        '{"case_id":"\\ud800","user_message":"\\udc00","tools":"\\ud800.tools.json","expected":{"calls":[{"name":"\\ud800","args":{"\\ud800":"\\ud800"}}]},"trace":"\\ud800"}',
    }),
    'tools-unreadable',
  ],
  'characters that no UTF-8 holds': [
    () =>
      filesOf(
        `title: ${new TextDecoder().decode(Uint8Array.of(255, 254, 0, 1, 0xc3))}\n${caseOf('{}')}`,
      ),
  ],
  'keys in keys': [() => filesOf(caseOf('{}', `x-a: ${'a: '.repeat(100_000)}x\n`)), 'gave-up'],
  'mistakes without end': [() => filesOf(caseOf('{}', '@\n'.repeat(100_000))), 'yaml-syntax'],
  'brackets that close nothing': [
    () => filesOf(caseOf('{}', '}]:\n'.repeat(50_000))),
    'yaml-syntax',
  ],
  'tabs without end': [() => filesOf(caseOf('{}', '\t- a\n'.repeat(100_000))), 'gave-up'],
  'more values than are looked through': [
    () => ({ 'a.case.json': `{"case_id":"c","x-a":[${'1,'.repeat(600_000)}1]}` }),
    'gave-up',
  ],
  'more words than are read': [
    () => filesOf(caseOf('{}', `x-b: &a 1\nx-a: [${'*a , '.repeat(300_000)}]\n`)),
    'gave-up',
  ],
  'more than ten megabytes': [
    () => ({ 'a.case.yaml': `${caseOf('{}')}x-a: |\n${`  ${'x'.repeat(98)}\n`.repeat(110_000)}` }),
    'gave-up',
  ],
  'fifty megabytes': [
    () => ({ 'a.case.yaml': `case_id: c\n${'x-a: [1, 2, 3, 4]\n---\n'.repeat(2_200_000)}` }),
    'gave-up',
  ],
  'many documents in more than ten megabytes': [
    () => ({ 'a.case.yaml': `case_id: c\nuser_message: ${'u'.repeat(500)}\n---\n`.repeat(20_000) }),
    'gave-up',
  ],
  'empty documents without end': [() => filesOf(caseOf('{}', '---\n'.repeat(500_000))), 'gave-up'],
  'more documents than are read': [
    () => ({
      'a.case.yaml': Array.from(
        { length: 60_000 },
        (_, i) => `case_id: c${i}\nexpected: { tool_behavior: no_call }\n`,
      ).join('---\n'),
    }),
    'gave-up',
  ],
  'ten thousand calls': [
    () => filesOf(caseOf('{}', '    - name: t\n      args: { q: a }\n'.repeat(10_000))),
  ],
  'twenty thousand arguments': [
    () =>
      filesOf(
        caseOf(
          '{}',
          `    - name: t\n      args:\n${Array.from({ length: 20_000 }, (_, i) => `        q${i}: ${i}\n`).join('')}`,
        ),
      ),
  ],
  'a long line of a key': [() => filesOf(caseOf('{}', `? ${'k'.repeat(5_000_000)}\n: 1\n`))],
  'a long comment': [() => filesOf(caseOf('{}', `# ${'c'.repeat(5_000_000)}\n`))],
  'a long line of a list': [
    () => filesOf(caseOf('{}', `x-a: [${'x, '.repeat(1_600_000)}]\n`)),
    'gave-up',
  ],
  'a pattern that backtracks': [
    () =>
      filesOf(
        caseOf(`{ q: ${'a'.repeat(50_000)}! }`),
        toolsOf({ type: 'object', properties: { q: { type: 'string', pattern: '^(a+)+$' } } }),
      ),
    'arg-invalid',
  ],
  'references in a circle': [
    () =>
      filesOf(
        caseOf('{ q: { q: { q: 1 } } }'),
        toolsOf({
          type: 'object',
          properties: { q: { $ref: '#' } },
          $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
          allOf: [{ $ref: '#/$defs/a' }],
        }),
      ),
  ],
  'references that multiply': [
    () =>
      filesOf(
        caseOf('{ q: 1 }'),
        toolsOf({
          type: 'object',
          properties: { q: { $ref: '#/$defs/d0' } },
          $defs: Object.fromEntries(
            Array.from({ length: 40 }, (_, i) => {
              const next = { $ref: `#/$defs/d${i + 1}` };
              return [`d${i}`, i === 39 ? { type: 'string' } : { anyOf: [next, next, next] }];
            }),
          ),
        }),
      ),
  ],
  'a reference to an address': [
    () =>
      filesOf(
        caseOf('{ q: 1 }'),
        toolsOf({ type: 'object', properties: { q: { $ref: 'https://127.0.0.1:1/s.json' } } }),
      ),
  ],
  'ten thousand properties': [
    () =>
      filesOf(
        caseOf(`{ ${Array.from({ length: 1_000 }, (_, i) => `p${i}: 1`).join(', ')} }`),
        toolsOf({
          type: 'object',
          properties: Object.fromEntries(
            Array.from({ length: 10_000 }, (_, i) => [`p${i}`, { type: 'string' }]),
          ),
        }),
      ),
    'arg-type',
  ],
  'paths that look at everything again and again': [
    () =>
      filesOf(
        caseOf(
          '{ q: a }',
          '    - name: t\n      args: { q: { from_call: first, path: "$..*..*..*..*" } }\n    - name: t\n      args: { q: { from_call: first, path: "$[?@[?@[?@ == $..*]]]" } }\n',
        ).replace('name: t', `name: t\n      returns: ${JSON.stringify(grid(40))}`),
      ),
  ],
  'a cut recording': [
    () =>
      filesOf(
        caseOf('{ q: a }'),
        TOOLS,
        `{"case_id":"c","runs":[{"calls":[${'{"name":"t","arguments":{"q":"b"}},'.repeat(50_000)}{"na`,
      ),
    'trace-unreadable',
  ],
  'a long line': [() => filesOf(caseOf('{}', `description: ${'x'.repeat(5_000_000)}\n`))],
  'a long line of items': [() => filesOf(caseOf(`{ q: [${'x, '.repeat(50_000)}] }`)), 'arg-type'],
  'a long line of JSON': [
    () => ({ 'a.case.json': `{"case_id":"c","title":${'x '.repeat(500_000)}}` }),
    'yaml-syntax',
  ],
};

describe.each(Object.entries(HOSTILE))('%s', (_, [make, said]) => {
  it('is answered, and so is what is asked beside it', async () => {
    const files = make();
    const [path, text] = Object.entries(files)[0]!;
    const beside = 'case_id: beside\nuser_message: u\nexpected: { tool_behaviour: no_call }\n';
    const client = await Client.start({ files: { ...files, 'beside.case.yaml': beside } });
    const uri = await client.open(path, text);
    const other = await client.open('beside.case.yaml', beside);
    const position = { line: 2, character: 3 };
    const asked = { textDocument: { uri }, position };
    const answers = await Promise.all([
      client.request('textDocument/hover', asked),
      client.request('textDocument/completion', asked),
      client.request('textDocument/foldingRange', asked),
      client.request('textDocument/semanticTokens/full', asked),
      client.request('textDocument/documentSymbol', { textDocument: { uri: other } }),
    ]);
    expect(answers.at(-1)).toMatchObject([{ name: 'beside' }]);
    await client
      .request('workspace/executeCommand', {
        command: 'callsheet.rescoreFile',
        arguments: [{ uri }],
      })
      .catch((error: Error) => expect(error.message).not.toMatch(/call stack|undefined/i));
    await client.diagnostics(uri);
    if (said) {
      await client.diagnosticsWith(uri, said, ({ diagnostics }) =>
        diagnostics.some(({ code }) => code === said),
      );
    }
    const { diagnostics: others } = await client.diagnostics(other);
    expect(others.map(({ code }) => code)).toContain('unknown-key');
    expect(client.logged).toEqual([]);
    await client.stop();
  });
});
