import type { CompletionItem, CompletionList, SnippetString, TextDocument } from 'vscode';
import type { LanguageServer } from './language-server.ts';
import type { VsCode } from './vscode.ts';

const ENDING = '.case.yaml';

/**
 * Begins a case: an unsaved file in the folder with one of the scaffolds that the server offers for an empty
 * file, so that the tools which are there are named in it.
 */
export async function newCase(
  vscode: VsCode,
  server: Pick<LanguageServer, 'start'>,
): Promise<void> {
  const { commands, l10n, Position, window } = vscode;
  await server.start();
  const document = await emptyDocument(vscode);
  const editor = await window.showTextDocument(document);
  const offered = await commands.executeCommand<CompletionList | undefined>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    new Position(0, 0),
  );
  const scaffolds = (offered?.items ?? []).filter(
    ({ kind }) => kind === vscode.CompletionItemKind.Struct,
  );
  const picked = await window.showQuickPick(
    scaffolds.map((item) => ({ label: labelOf(item), detail: item.detail ?? '', item })),
    { placeHolder: l10n.t('What kind of case is it?') },
  );
  if (picked) await editor.insertSnippet(snippetOf(vscode, picked.item), new Position(0, 0));
}

const labelOf = ({ label }: CompletionItem): string =>
  typeof label === 'string' ? label : label.label;

function snippetOf(vscode: VsCode, item: CompletionItem): SnippetString {
  const { insertText = labelOf(item) } = item;
  return typeof insertText === 'string'
    ? new vscode.SnippetString().appendText(insertText)
    : insertText;
}

/** In a folder on a disk the file has its name already; saving puts it there. */
async function emptyDocument({ Uri, workspace }: VsCode): Promise<TextDocument> {
  const [folder] = workspace.workspaceFolders ?? [];
  if (folder?.uri.scheme !== 'file') {
    return workspace.openTextDocument({ language: 'callsheet', content: '' });
  }
  for (let number = 1; ; number++) {
    const name = number === 1 ? `first${ENDING}` : `case-${number}${ENDING}`;
    const uri = Uri.joinPath(folder.uri, name);
    const untitled = uri.with({ scheme: 'untitled' });
    const isOpen = workspace.textDocuments.some((open) => open.uri.path === uri.path);
    const exists =
      isOpen ||
      (await workspace.fs.stat(uri).then(
        () => true,
        () => false,
      ));
    if (!exists) return workspace.openTextDocument(untitled);
  }
}
