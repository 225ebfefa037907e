import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from './harness.ts';

const SCHEMA = {
  type: 'object',
  properties: { city: { type: 'string' }, on: { type: 'boolean' }, ids: { type: 'array' } },
};
const NAMES = ['find', 'a.b/c-d', 'wetter_für_morgen', '天气', '__proto__', 'constructor'];
const files = {
  'a.tools.json': JSON.stringify({
    tools: NAMES.map((name) => ({ name, inputSchema: SCHEMA })),
  }),
  'empty.tools.json': '{ "tools": [] }',
};
const call = (args: string, name = 'find') =>
  `tools: ./a.tools.json\nexpected:\n  calls:\n    - name: ${name}\n      args: ${args}\n`;
const LINE = 'x'.repeat(10_000);

/** A document, and the codes of all that is found in it. */
const DOCUMENTS: readonly (readonly [name: string, text: string, codes: readonly string[]])[] = [
  ['a byte order mark', `\uFEFFcase_id: a\n${call('{ city: x }')}`, []],
  ['an end marker', `case_id: a\n${call('{ city: x }')}...\n`, []],
  ['an old directive', `%YAML 1.1\n---\ncase_id: a\n${call('{ city: x }')}`, []],
  ['blanks at the ends of lines', `case_id: a  \n${call('{ city: x }   ')}`, []],
  [
    'comments between key and value',
    `case_id: # of it\n  # above\n  a\n${call('{ city: x }')}`,
    [],
  ],
  ['explicit keys', `? case_id\n: a\n${call('{ ? city : x }')}`, []],
  ['tags', `case_id: !!str a\n${call('{ city: !!str 7 }')}`, []],
  ['a key that is a number', `case_id: a\n7: x\n${call('{ city: x }')}`, ['unknown-key']],
  ['a key that is a boolean', `case_id: a\ntrue: x\n${call('{ city: x }')}`, ['unknown-key']],
  ['JSON in a block text', `case_id: a\n${call('|\n        { "city": "x" }')}`, ['wrong-type']],
  ['a line of ten thousand characters', `case_id: a\n${call(`{ city: "${LINE}" }`)}`, []],
  ['words that YAML 1.1 took for booleans', `case_id: a\n${call('{ on: yes }')}`, ['arg-type']],
  ['a number where a text is due', `case_id: a\n${call('{ city: 7 }')}`, ['arg-type']],
  ['an alias without its anchor', `case_id: a\n${call('{ city: *nope }')}`, ['yaml-syntax']],
  ['a merge', `case_id: a\n${call('{ <<: { city: x } }')}`, []],
  [
    'an anchor that leads to itself',
    `case_id: a\n${call('{ ids: { allowed: [&x [*x]] } }')}`,
    ['circular-alias'],
  ],
  ['a conflict', `case_id: a\n<<<<<<< ours\n${call('{ city: x }')}=======\n`, ['yaml-syntax']],
  [
    'a manifest on the web',
    'case_id: a\ntools: https://x.test/a.json\nexpected: { tool_behavior: no_call }\n',
    ['tools-unreadable'],
  ],
  [
    'an empty manifest',
    'case_id: a\ntools: ./empty.tools.json\nexpected: { tool_behavior: no_call }\n',
    ['tools-unreadable'],
  ],
  ...NAMES.map(
    (name) => [`a tool called ${name}`, `case_id: a\n${call('{ city: x }', name)}`, []] as const,
  ),
  ['an argument called __proto__', `case_id: a\n${call('{ __proto__: x }')}`, ['unknown-arg']],
  ['an argument called constructor', `case_id: a\n${call('{ constructor: x }')}`, ['unknown-arg']],
];

describe('a document with', () => {
  let client: Client;
  let opened = 0;
  beforeAll(async () => {
    client = await Client.start({ files });
  });
  afterAll(() => client.stop());

  it.each(DOCUMENTS)('%s has the findings that it should, and answers', async (_, text, codes) => {
    for (const written of [text, text.replaceAll('\n', '\r\n')]) {
      const uri = await client.open(`odd${++opened}.case.yaml`, written);
      const { diagnostics } = await client.diagnostics(uri);
      const found = diagnostics.filter(({ code }) => code !== 'redundant-default');
      expect(found.map(({ code }) => code)).toEqual(codes);
      for (const { message } of found) expect(message).not.toMatch(/oneOf|Unexpected token/);
      const symbols = await client.request<object[]>('textDocument/documentSymbol', {
        textDocument: { uri },
      });
      expect(symbols).toBeInstanceOf(Array);
      await client.close(uri);
    }
  });
});

it('a folder on another machine is read by the client, under its own scheme', async () => {
  const folder = 'vscode-remote://ssh-remote%2Bbox/home/me/evals';
  const client = await Client.start({ folders: [folder] });
  client.files?.files.set(`${folder}/a.tools.json`, files['a.tools.json']);
  const uri = `${folder}/cases/a.case.yaml`;
  await client.open(uri, `case_id: a\n${call('{ cty: x }').replace('./a', '../a')}`);
  const { diagnostics } = await client.diagnosticsWith(uri, 'a finding', (params) =>
    params.diagnostics.some(({ code }) => code === 'unknown-arg'),
  );
  expect(diagnostics[0]?.message).toContain('city');
  await client.stop();
});

it.each([
  'git:/workspace/a.case.yaml?%7B%22ref%22%3A%22~%22%7D',
  'vscode-notebook-cell:/workspace/a.case.yaml#X10',
  'output:a.case.yaml',
])('nothing is said of a view of a file: %s', async (view) => {
  const client = await Client.start({ files });
  const text = `case_id: a\n${call('{ cty: x }')}`;
  await client.open(view, text);
  const uri = await client.open('a.case.yaml', text);
  expect((await client.diagnostics(uri)).diagnostics).not.toEqual([]);
  const textDocument = { uri: view };
  expect(await client.request('textDocument/codeLens', { textDocument })).toBeNull();
  const told = client.published.filter((params) => params.uri.startsWith(view.split(':')[0]!));
  expect(told.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
  await client.stop();
});
