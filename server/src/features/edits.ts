import type { TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import type { Uri } from '../workspace/files/uri.ts';
import type { FeatureContext } from './host.ts';

/** Edits by file, in the form that the client takes, for the text that it holds. */
export function workspaceEdit(
  { client, workspace }: Pick<FeatureContext, 'client' | 'workspace'>,
  edits: ReadonlyMap<Uri, readonly TextEdit[]>,
): WorkspaceEdit {
  if (!client.documentChanges) {
    return { changes: Object.fromEntries([...edits].map(([uri, each]) => [uri, [...each]])) };
  }
  return {
    documentChanges: [...edits].map(([uri, each]) => ({
      textDocument: { uri, version: workspace.store.peek(uri)?.version ?? null },
      edits: [...each],
    })),
  };
}
