import { expect, it } from 'vitest';
import { URI } from 'vscode-uri';
import { featureSelector, languageSelector } from './selector.ts';
import type { VsCode } from './vscode.ts';

const editor = (...folders: string[]): VsCode =>
  ({
    workspace: { workspaceFolders: folders.map((uri) => ({ uri: URI.parse(uri) })) },
  }) as unknown as VsCode;

it('takes the language and every file that may be mapped or named; of untitled ones the language and names', () => {
  expect(featureSelector(editor('file:///w'))).toEqual([
    { scheme: 'file', language: 'callsheet' },
    { scheme: 'file', pattern: '**/*.{yaml,yml,json,jsonl}' },
    { scheme: 'untitled', language: 'callsheet' },
    { scheme: 'untitled', pattern: '**/*.tools.{yaml,yml,json}' },
    { scheme: 'untitled', pattern: '**/*.trace.{json,jsonl}' },
  ]);
});

it('takes the schemes of virtual folders, each once', () => {
  const vscode = editor('file:///a', 'vscode-vfs://github/b', 'vscode-vfs://github/c');
  expect(languageSelector(vscode).map(({ scheme }) => scheme)).toEqual([
    'file',
    'vscode-vfs',
    'untitled',
  ]);
});
