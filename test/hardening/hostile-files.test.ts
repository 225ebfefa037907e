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
    const { diagnostics } = await client.diagnostics(uri);
    if (said) expect(diagnostics.map(({ code }) => code)).toContain(said);
    const { diagnostics: others } = await client.diagnostics(other);
    expect(others.map(({ code }) => code)).toContain('unknown-key');
    expect(client.logged).toEqual([]);
    await client.stop();
  });
});
