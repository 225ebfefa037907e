import * as vscode from 'vscode';

/** The address of a file in the workspace's folder, which is a copy of `examples/`. */
export function fileUri(path: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!folder) throw new Error('the tests want a folder open');
  return vscode.Uri.joinPath(folder.uri, path);
}

/** Shows a file of the workspace in an editor. */
export async function openFile(path: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(fileUri(path)));
}

/** Writes a file of the workspace on the disk, past every editor. */
export async function writeFile(path: string, text: string): Promise<vscode.Uri> {
  const uri = fileUri(path);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  return uri;
}

/** Writes a file and shows it. */
export async function openText(path: string, text: string): Promise<vscode.TextEditor> {
  await writeFile(path, text);
  return openFile(path);
}

/** Where a text stands first in a document. */
export function rangeOf(document: vscode.TextDocument, text: string): vscode.Range {
  const offset = document.getText().indexOf(text);
  if (offset < 0) throw new Error(`${document.uri.path} has no “${text}”`);
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + text.length));
}

/** Replaces a text where it stands first, in the unsaved document. */
export async function replace(
  document: vscode.TextDocument,
  text: string,
  by: string,
): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, rangeOf(document, text), by);
  await vscode.workspace.applyEdit(edit);
}
