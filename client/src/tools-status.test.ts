import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { URI } from 'vscode-uri';
import type { ToolsInUse } from '../../server/src/protocol.ts';
import { ToolsStatus } from './tools-status.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Item {
  text: string;
  detail: string;
  severity: number;
  command?: { arguments: URI[] };
  accessibilityInformation?: { label: string };
}

/** Shows what the server answers about line 4 of a file that is open. */
async function shown(answer: ToolsInUse | null, languageId = 'callsheet') {
  const item = {} as Item;
  const asked: unknown[] = [];
  let changed = () => {};
  const nothing = () => ({ dispose() {} });
  const document = { uri: URI.parse('file:///w/a.case.yaml'), languageId };
  const vscode = {
    LanguageStatusSeverity: { Information: 0, Warning: 1, Error: 2 },
    Uri: URI,
    l10n: {
      t: (text: string, ...given: unknown[]) =>
        text.replace(/\{(\d)\}/g, (_, index) => String(given[index])),
    },
    languages: { createLanguageStatusItem: () => item },
    window: {
      activeTextEditor: { document, selection: { active: { line: 4 } } },
      onDidChangeActiveTextEditor: nothing,
      onDidChangeTextEditorSelection: nothing,
    },
    workspace: { workspaceFolders: [], onDidChangeTextDocument: nothing },
  };
  new ToolsStatus(vscode as never, {
    onRunning: nothing as never,
    onToolsChanged: ((listener: () => void) => {
      changed = listener;
      return nothing();
    }) as never,
    toolsInUse: async (...of) => {
      asked.push(of);
      return answer;
    },
  });
  changed();
  changed();
  await vi.runAllTimersAsync();
  return { item, asked };
}

it('names the manifests and counts their tools, asking once for many changes', async () => {
  const { item, asked } = await shown({
    manifests: [
      { path: './a.json', uri: 'file:///w/a.json', tools: 3 },
      { uri: 'file:///w/a.case.yaml', tools: 2 },
    ],
  });
  expect(asked).toEqual([['file:///w/a.case.yaml', 4]]);
  expect(item).toMatchObject({ text: 'Tools: 5 of ./a.json, this file', severity: 0, detail: '' });
  expect(item.command?.arguments.map(String)).toEqual(['file:///w/a.json']);
});

it('warns of a manifest that cannot be read, and says why', async () => {
  const problem = 'no such file';
  const { item } = await shown({
    manifests: [{ path: './gone.json', uri: 'file:///w/gone.json', tools: 0, problem }],
  });
  expect(item).toMatchObject({ severity: 1, detail: './gone.json: no such file' });
  expect(item.accessibilityInformation?.label).toMatch(/^Tool Manifests, .*no such file$/);
  expect(item.command).toBeUndefined();
});

it('says that there is none, and what one is good for', async () => {
  const { item } = await shown({ manifests: [] });
  expect(item).toMatchObject({ text: 'No tool manifest', severity: 0 });
  expect(item.detail).toContain('checked');
});

it('asks nothing about other languages', async () => {
  expect((await shown({ manifests: [] }, 'json')).asked).toEqual([]);
});
