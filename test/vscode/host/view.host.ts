import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { callsheet, rescore } from './callsheet.ts';
import { openFile } from './files.ts';
import { reportsShown } from './reports.ts';
import { suite, test, until } from './runner.ts';

const BAD = 'flight_book_from_search_regression';

suite('the Callsheet view', () => {
  test('has every command of the manifest behind it', async () => {
    await callsheet();
    const { packageJSON } = vscode.extensions.getExtension('callsheet.callsheet')!;
    const registered = new Set(await vscode.commands.getCommands(true));
    const contributed: { command: string }[] = packageJSON.contributes.commands;
    assert.deepEqual(
      contributed.map(({ command }) => command).filter((id) => !registered.has(id)),
      [],
    );
  });

  test('opens, and leads to a case by its line', async () => {
    const { document } = await openFile('general/capital.case.yaml');
    const other = await openFile('flights/book.case.yaml');
    await vscode.commands.executeCommand('callsheet.cases.focus');
    await vscode.commands.executeCommand('callsheet.goToCase', {
      uri: other.document.uri.toString(),
      case_id: BAD,
    });
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.toString(), other.document.uri.toString());
    assert.equal(editor.document.getText(editor.selection), BAD);
    assert.notEqual(document.uri.toString(), other.document.uri.toString());
  });

  test('a report opens in a panel, once for a case', async () => {
    const { document } = await openFile('flights/book.case.yaml');
    const of = { uri: document.uri.toString(), case_id: BAD };
    await vscode.commands.executeCommand('callsheet.openReport', of);
    await vscode.commands.executeCommand('callsheet.openReport', of);
    await until(() => reportsShown().length > 0, 'the report');
    assert.deepEqual(reportsShown(), [`Report: ${BAD}`]);
  });

  test('refuses a report of what has no run, in words', async () => {
    const { document } = await openFile('flights/book.case.yaml');
    const of = { uri: document.uri.toString(), case_id: 'not_there' };
    const opened = vscode.commands.executeCommand('callsheet.openReport', of);
    await assert.rejects(Promise.resolve(opened), /There is no case/);
  });

  test('keeps results in the storage of the workspace, and not in the folder', async () => {
    const { document } = await openFile('flights/book.case.yaml');
    await rescore(document.uri, BAD);
    await vscode.commands.executeCommand('callsheet.setBaseline');
    const made = await vscode.workspace.findFiles('**/{baseline,results}.json', null);
    assert.deepEqual(made.map(String), []);
  });
});
