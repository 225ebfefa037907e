import { afterEach, describe, expect, it } from 'vitest';
import { Client, cursorIn, uriOf } from './harness.ts';

const TOOLS = JSON.stringify({
  tools: [
    {
      name: 'search',
      annotations: { readOnlyHint: true },
      inputSchema: { type: 'object', properties: { q: { type: 'string' } } },
    },
    { name: 'book', inputSchema: { type: 'object', properties: { id: { type: 'string' } } } },
  ],
});

const caseText = (id: string) => `case_id: ${id}
tools: a.tools.json
user_message: Find it.
expected:
  calls:
    - id: found
      name: search
      args: { q: it }
    - name: book
      args:
        id: { from_call: found, path: "$.id" }
`;

const FILES = {
  'a.tools.json': TOOLS,
  'one.case.yaml': caseText('one'),
  'two.case.yaml': caseText('two'),
};

let client: Client;
afterEach(() => client.stop());

const open = async (marked: string, path = 'one.case.yaml') => {
  const { text, position } = cursorIn(marked);
  const uri = await client.open(path, text);
  return { textDocument: { uri }, position };
};

describe('a client that can do little', () => {
  it('gets locations, lists, plain text and changes', async () => {
    client = await Client.start({ files: FILES });
    const there = await open(caseText('one').replace('name: search', 'name: sea|rch'));
    expect(await client.request('textDocument/definition', there)).toMatchObject([
      { uri: uriOf('a.tools.json') },
    ]);
    expect(await client.request('textDocument/hover', there)).toMatchObject({
      contents: { kind: 'plaintext' },
    });
    const [symbol] = await client.request<object[]>('textDocument/documentSymbol', there);
    expect(symbol).toMatchObject({ name: 'one', location: { uri: there.textDocument.uri } });
    const { changes } = await client.request<{ changes: object }>('textDocument/rename', {
      ...there,
      newName: 'look',
    });
    expect(Object.keys(changes).toSorted()).toEqual([
      uriOf('one.case.yaml'),
      uriOf('two.case.yaml'),
    ]);
    expect(client.initialized.capabilities.renameProvider).toBe(true);
  });
});

describe('a client that can do much', () => {
  it('gets links, trees, Markdown and versions', async () => {
    client = await Client.start({
      files: FILES,
      capabilities: {
        workspace: { workspaceEdit: { documentChanges: true } },
        textDocument: {
          definition: { linkSupport: true },
          hover: { contentFormat: ['markdown', 'plaintext'] },
          documentSymbol: { hierarchicalDocumentSymbolSupport: true },
          rename: { prepareSupport: true },
        },
      },
    });
    const there = await open(caseText('one').replace('name: search', 'name: sea|rch'));
    expect(await client.request('textDocument/definition', there)).toMatchObject([
      { targetUri: uriOf('a.tools.json'), originSelectionRange: { start: { line: 6 } } },
    ]);
    expect(await client.request('textDocument/hover', there)).toMatchObject({
      contents: { kind: 'markdown' },
    });
    const [symbol] = await client.request<object[]>('textDocument/documentSymbol', there);
    expect(symbol).toMatchObject({ name: 'one', children: [{ name: 'search' }, { name: 'book' }] });
    const edit = await client.request<{ documentChanges: { textDocument: object }[] }>(
      'textDocument/rename',
      { ...there, newName: 'look' },
    );
    expect(edit.documentChanges.map(({ textDocument }) => textDocument)).toEqual([
      { uri: uriOf('one.case.yaml'), version: 1 },
      { uri: uriOf('two.case.yaml'), version: null },
    ]);
    expect(client.initialized.capabilities.renameProvider).toEqual({ prepareProvider: true });
  });
});

describe('renaming', () => {
  it('is refused with a reason', async () => {
    client = await Client.start({ files: FILES });
    const there = await open(caseText('one').replace('one', 'on|e'));
    const rename = (newName: string) =>
      client.request('textDocument/rename', { ...there, newName });
    await expect(rename('two')).rejects.toThrow(/taken/);
    await expect(rename('')).rejects.toThrow(/empty/);
    const path = { ...there, position: { line: 1, character: 8 } };
    await expect(client.request('textDocument/prepareRename', path)).rejects.toThrow(/path/);
    const nothing = { ...there, position: { line: 2, character: 3 } };
    expect(await client.request('textDocument/prepareRename', nothing)).toBeNull();
    expect(await client.request('textDocument/prepareRename', there)).toMatchObject({
      placeholder: 'one',
    });
  });

  it('sees unsaved texts, and files that are not on disk yet', async () => {
    client = await Client.start({ files: FILES });
    await client.open('two.case.yaml', caseText('two').replace('search', '"search"'));
    await client.open('new.case.yaml', caseText('new'));
    const there = await open(caseText('one').replace('name: search', 'name: sea|rch'));
    const { changes } = await client.request<{ changes: Record<string, { newText: string }[]> }>(
      'textDocument/rename',
      { ...there, newName: 'look' },
    );
    expect(changes[uriOf('two.case.yaml')]).toMatchObject([{ newText: '"look"' }]);
    expect(Object.keys(changes)).toContain(uriOf('new.case.yaml'));
  });
});

describe('the whole workspace', () => {
  it('is searched for references and symbols, files that nobody opened included', async () => {
    client = await Client.start({ files: FILES });
    const there = await open(caseText('one').replace('name: search', 'name: sea|rch'));
    const found = await client.request<{ uri: string }[]>('textDocument/references', {
      ...there,
      context: { includeDeclaration: true },
    });
    expect(found.map(({ uri }) => uri).toSorted()).toEqual([
      uriOf('a.tools.json'),
      uriOf('one.case.yaml'),
      uriOf('two.case.yaml'),
    ]);
    const symbols = await client.request<{ name: string }[]>('workspace/symbol', { query: 'o' });
    expect(symbols.map(({ name }) => name).toSorted()).toEqual(['book', 'one', 'two']);
  });

  it('follows a file that moves', async () => {
    client = await Client.start({
      files: FILES,
      capabilities: { workspace: { fileOperations: { willRename: true } } },
    });
    const { changes } = await client.request<{ changes: Record<string, { newText: string }[]> }>(
      'workspace/willRenameFiles',
      { files: [{ oldUri: uriOf('a.tools.json'), newUri: uriOf('tools/b.tools.json') }] },
    );
    expect(changes).toMatchObject({
      [uriOf('one.case.yaml')]: [{ newText: 'tools/b.tools.json' }],
      [uriOf('two.case.yaml')]: [{ newText: 'tools/b.tools.json' }],
    });
  });
});

describe('reading', () => {
  it('answers every request about a document, and about one that holds none of ours', async () => {
    client = await Client.start({ files: FILES });
    const there = await open(`${caseText('one')}|`);
    const whole = { start: { line: 0, character: 0 }, end: { line: 50, character: 0 } };
    const requests: [string, object][] = [
      ['textDocument/documentHighlight', there],
      ['textDocument/foldingRange', there],
      ['textDocument/selectionRange', { ...there, positions: [{ line: 5, character: 12 }] }],
      ['textDocument/documentLink', there],
      ['textDocument/semanticTokens/full', there],
      ['textDocument/semanticTokens/range', { ...there, range: whole }],
      ['textDocument/inlayHint', { ...there, range: whole }],
      ['textDocument/formatting', { ...there, options: { tabSize: 2, insertSpaces: true } }],
      ['textDocument/codeLens', there],
      ['textDocument/codeAction', { ...there, range: whole, context: { diagnostics: [] } }],
    ];
    for (const [method, params] of requests) {
      expect(await client.request(method, params), method).not.toBeNull();
    }
    const other = { textDocument: { uri: await client.open('notes.txt', 'hello') } };
    for (const [method, params] of requests) {
      expect(await client.request(method, { ...params, ...other }), method).toBeNull();
    }
    expect(client.logged).toEqual([]);
  });

  it('resolves a lens with the verdict of now', async () => {
    client = await Client.start({ files: FILES });
    const there = await open(`${caseText('one')}|`);
    const lenses = await client.request<{ command: { title: string } }[]>(
      'textDocument/codeLens',
      there,
    );
    const rescore = lenses.find(({ command }) => command.title === 'Rescore')!;
    expect(rescore.command).toMatchObject({
      arguments: [{ uri: there.textDocument.uri, case_id: 'one' }],
    });
    const { command: _, ...bare } = rescore;
    expect(await client.request('codeLens/resolve', bare)).toMatchObject({
      command: { title: 'Rescore', command: 'callsheet.rescoreCase' },
    });
  });

  it('leaves off what a cancelled request asked for', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`c${i}.case.yaml`, caseText(`c${i}`)]),
    );
    client = await Client.start({ files: { 'a.tools.json': TOOLS, ...many } });
    const cancelled = client.requestAndCancel('workspace/symbol', { query: 'c' });
    await expect(cancelled).rejects.toThrow(/cancel/i);
  });
});
