/** Which documents the server is asked about, and which it merely has to see. */
import type { TextDocumentFilter } from 'vscode-languageclient';
import type { VsCode, Workspace } from './vscode.ts';

const LANGUAGE = 'callsheet';

/** Files that no language id tells from others: manifests, recorded runs. The rest is `callsheet`. */
const BY_NAME = ['**/*.tools.{yaml,yml,json}', '**/*.trace.{json,jsonl}'];

/** A manifest, golden or trace may have any name; its unsaved text counts all the same. */
const LINKED = '**/*.{yaml,yml,json,jsonl}';

/**
 * Schemes of documents that are files: a diff's left side and other views of a file are not, so
 * nothing is marked in them.
 */
function schemes({ workspaceFolders }: Workspace): string[] {
  const folders = workspaceFolders?.map(({ uri }) => uri.scheme) ?? [];
  return [...new Set(['file', 'untitled', ...folders])];
}

/**
 * The documents that have features: those of the language, manifests and traces by their names, and
 * what the setting `callsheet.files` maps, relative to each folder.
 */
export function featureSelector({ workspace }: VsCode): TextDocumentFilter[] {
  const named = schemes(workspace).flatMap((scheme): TextDocumentFilter[] => [
    { scheme, language: LANGUAGE },
    ...BY_NAME.map((pattern) => ({ scheme, pattern })),
  ]);
  const mapped = (workspace.workspaceFolders ?? []).flatMap(({ uri }) =>
    mappedGlobs(workspace.getConfiguration('callsheet', uri).get('files')).map(
      (pattern): TextDocumentFilter => ({
        scheme: uri.scheme,
        pattern: { baseUri: uri.toString(), pattern },
      }),
    ),
  );
  return [...named, ...mapped];
}

/** The documents of the language alone. */
export function languageSelector({ workspace }: VsCode): TextDocumentFilter[] {
  return schemes(workspace).map((scheme) => ({ scheme, language: LANGUAGE }));
}

/** The documents whose text the server must know although they have no features of their own. */
export function linkedSelector({ workspace }: VsCode): TextDocumentFilter[] {
  return schemes(workspace).map((scheme) => ({ scheme, pattern: LINKED }));
}

function mappedGlobs(files: unknown): string[] {
  if (typeof files !== 'object' || files === null) return [];
  return Object.values(files)
    .flatMap((globs) => (Array.isArray(globs) ? globs : []))
    .filter((glob) => typeof glob === 'string');
}
