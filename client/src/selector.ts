/** Which documents the server is asked about. */
import type { TextDocumentFilter } from 'vscode-languageclient';
import type { VsCode, Workspace } from './vscode.ts';

const LANGUAGE = 'callsheet';

/** Untitled documents that no language id tells from others, by the name that they are going to have. */
const UNTITLED_BY_NAME = ['**/*.tools.{yaml,yml,json}', '**/*.trace.{json,jsonl}'];

/**
 * A file may be mapped by a setting or a configuration, and a manifest, golden or trace that a case names
 * may have any name. The server knows which are ours, and answers nothing about the others.
 */
const ANY_OF_OURS = '**/*.{yaml,yml,json,jsonl}';

/**
 * Schemes of documents that are files: a diff's left side and other views of a file are not, so
 * nothing is marked in them.
 */
function schemes({ workspaceFolders }: Workspace): string[] {
  const folders = workspaceFolders?.map(({ uri }) => uri.scheme) ?? [];
  return [...new Set(['file', ...folders])];
}

/** The documents that may have features, and whose text the server must know. */
export function featureSelector({ workspace }: VsCode): TextDocumentFilter[] {
  return [
    ...schemes(workspace).flatMap((scheme) => [
      { scheme, language: LANGUAGE },
      { scheme, pattern: ANY_OF_OURS },
    ]),
    { scheme: 'untitled', language: LANGUAGE },
    ...UNTITLED_BY_NAME.map((pattern) => ({ scheme: 'untitled', pattern })),
  ];
}

/** The documents of the language alone. */
export function languageSelector({
  workspace,
}: VsCode): { readonly scheme: string; readonly language: string }[] {
  return [...schemes(workspace), 'untitled'].map((scheme) => ({ scheme, language: LANGUAGE }));
}
