/** What the extension shows, as tests look at it. */
import * as vscode from 'vscode';
import type { CallsheetApi } from '../../../client/src/activate.ts';
import { until } from './runner.ts';

export const LINT = 'callsheet';
export const SCORE = 'callsheet score';

/** The extension's own view of itself, once its server answers. */
export async function callsheet(): Promise<CallsheetApi> {
  const extension = vscode.extensions.getExtension<CallsheetApi>('callsheet.callsheet');
  if (!extension) throw new Error('the extension is not there');
  const api = await extension.activate();
  await api.started;
  return api;
}

/** The findings of a document as `code on "text"`, in their order, those that only tell left out. */
export function findings(document: vscode.TextDocument, source: string): string[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .filter((each) => each.source === source)
    .filter(({ severity }) => severity <= vscode.DiagnosticSeverity.Warning)
    .sort((a, b) => a.range.start.compareTo(b.range.start))
    .map(({ code, range }) => {
      const id = typeof code === 'object' ? code.value : code;
      return `${id} on ${JSON.stringify(document.getText(range))}`;
    });
}

/** Waits until the findings of a document are these. */
export async function untilFindings(
  document: vscode.TextDocument,
  source: string,
  expected: readonly string[],
): Promise<void> {
  let last: string[] = [];
  await until(
    () => {
      last = findings(document, source);
      return JSON.stringify(last) === JSON.stringify(expected);
    },
    `findings ${JSON.stringify(expected)}`,
  ).catch((error) => {
    throw new Error(`${error.message}; there are ${JSON.stringify(last)}`);
  });
}

/** The titles of the lenses over a line, from left to right. */
export async function lensesOn(document: vscode.TextDocument, line: number): Promise<string[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    document.uri,
  );
  return lenses
    .filter(({ range }) => range.start.line === line)
    .map(({ command }) => command?.title ?? '');
}

/** The labels that completion offers at a place, in its order. */
export async function completions(
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.CompletionItem[]> {
  const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    position,
  );
  return items;
}

export const labelOf = ({ label }: vscode.CompletionItem): string =>
  typeof label === 'string' ? label : label.label;

/** Has a case scored by its recorded runs, as its lens does. */
export function rescore(uri: vscode.Uri, case_id: string): Thenable<Record<string, unknown>> {
  return vscode.commands.executeCommand('callsheet.rescoreCase', { uri: uri.toString(), case_id });
}
