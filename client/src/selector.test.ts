import { expect, it } from 'vitest';
import { URI } from 'vscode-uri';
import { featureSelector, linkedSelector } from './selector.ts';
import type { VsCode } from './vscode.ts';

const editor = (folders: Record<string, unknown>): VsCode =>
  ({
    workspace: {
      workspaceFolders: Object.keys(folders).map((uri) => ({ uri: URI.parse(uri) })),
      getConfiguration: (_: string, uri: URI) => ({ get: () => folders[uri.toString()] }),
    },
  }) as unknown as VsCode;

it('takes the language and the names, in files and untitled documents', () => {
  expect(featureSelector(editor({ 'file:///w': {} }))).toEqual(
    ['file', 'untitled'].flatMap((scheme) => [
      { scheme, language: 'callsheet' },
      { scheme, pattern: '**/*.tools.{yaml,yml,json}' },
      { scheme, pattern: '**/*.trace.{json,jsonl}' },
    ]),
  );
});

it('takes what each folder maps, relative to it, and the schemes of virtual folders', () => {
  const vscode = editor({
    'file:///a': { case: ['evals/*.yaml'], tools: ['api.json'] },
    'vscode-vfs://github/b': { trace: ['logs/**'] },
  });
  expect(featureSelector(vscode).filter(({ pattern }) => typeof pattern === 'object')).toEqual([
    { scheme: 'file', pattern: { baseUri: 'file:///a', pattern: 'evals/*.yaml' } },
    { scheme: 'file', pattern: { baseUri: 'file:///a', pattern: 'api.json' } },
    { scheme: 'vscode-vfs', pattern: { baseUri: 'vscode-vfs://github/b', pattern: 'logs/**' } },
  ]);
  expect(linkedSelector(vscode).map(({ scheme }) => scheme)).toEqual([
    'file',
    'untitled',
    'vscode-vfs',
  ]);
});

it.each([null, 'x', { case: 'a.yaml' }, { case: [1, null] }])(
  'survives the setting %j',
  (files) => {
    const patterns = featureSelector(editor({ 'file:///w': files })).map(({ pattern }) => pattern);
    expect(patterns.filter((pattern) => typeof pattern === 'object')).toEqual([]);
  },
);
