import { expect, it } from 'vitest';
import { URI, Utils } from 'vscode-uri';
import { newCase } from './new-case.ts';

/** @param there names of files that the folder has already */
function setUp({ folder = 'file:///w', there = [] as string[], pick = 0 } = {}) {
  const log: string[] = [];
  class SnippetString {
    constructor(public value = '') {}
    appendText(text: string) {
      this.value += text;
      return this;
    }
  }
  const vscode = {
    CompletionItemKind: { Struct: 21, Text: 0 },
    Position: class {},
    SnippetString,
    Uri: { joinPath: Utils.joinPath },
    l10n: { t: (text: string) => text },
    commands: {
      executeCommand: async (id: string, uri: URI) => {
        log.push(`${id} ${uri}`);
        return {
          items: [
            { label: 'word', kind: 0 },
            {
              label: 'Case with calls',
              kind: 21,
              detail: 'a request',
              insertText: new SnippetString('case_id: $1'),
            },
            { label: { label: 'Clarify case' }, kind: 21, insertText: 'case_id: plain' },
          ],
        };
      },
    },
    window: {
      showTextDocument: async () => ({
        insertSnippet: async ({ value }: SnippetString) => void log.push(`insert ${value}`),
      }),
      showQuickPick: async (choices: { label: string }[]) => {
        log.push(`pick: ${choices.map(({ label }) => label).join(', ')}`);
        return choices[pick];
      },
    },
    workspace: {
      textDocuments: [],
      workspaceFolders: folder ? [{ uri: URI.parse(folder) }] : undefined,
      fs: {
        stat: async (uri: URI) => {
          if (!there.includes(Utils.basename(uri))) throw new Error('no such file');
        },
      },
      openTextDocument: async (given: URI | { language: string }) => {
        const uri = given instanceof URI ? given : URI.parse('untitled:Untitled-1');
        log.push(`open ${given instanceof URI ? given : given.language}`);
        return { uri };
      },
    },
  };
  const server = { start: async () => log.push('started') };
  return { log, begin: () => newCase(vscode as never, server as never) };
}

it('begins a file with one of the scaffolds that the server offers', async () => {
  const { log, begin } = setUp();
  await begin();
  expect(log).toEqual([
    'started',
    'open untitled:/w/first.case.yaml',
    'vscode.executeCompletionItemProvider untitled:/w/first.case.yaml',
    'pick: Case with calls, Clarify case',
    'insert case_id: $1',
  ]);
});

it('takes a name that is free, and plain text as it stands', async () => {
  const { log, begin } = setUp({ there: ['first.case.yaml', 'case-2.case.yaml'], pick: 1 });
  await begin();
  expect(log[1]).toBe('open untitled:/w/case-3.case.yaml');
  expect(log.at(-1)).toBe('insert case_id: plain');
});

it('leaves the file empty where nothing is chosen', async () => {
  const { log, begin } = setUp({ pick: 9 });
  await begin();
  expect(log.at(-1)).toBe('pick: Case with calls, Clarify case');
});

it.each(['', 'vscode-vfs://github/w'])('begins a file without a name in “%s”', async (folder) => {
  const { log, begin } = setUp({ folder });
  await begin();
  expect(log[1]).toBe('open callsheet');
});
