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
