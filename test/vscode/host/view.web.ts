import * as vscode from 'vscode';
import { callsheet, rescore } from './callsheet.ts';
import { openFile } from './files.ts';
import { reportsShown } from './reports.ts';
import { equal, suite, test, until } from './runner.ts';

const BAD = 'flight_book_from_search_regression';

suite('the Callsheet view in the browser', () => {
  test('opens, rescores, and shows a report', async () => {
    await callsheet();
    const { document } = await openFile('flights/book.case.yaml');
    await vscode.commands.executeCommand('callsheet.cases.focus');
    await vscode.commands.executeCommand('callsheet.tools.focus');
    equal((await rescore(document.uri, BAD)).verdict, 'fail');
    await vscode.commands.executeCommand('callsheet.openReport', {
      uri: document.uri.toString(),
      case_id: BAD,
    });
    await until(() => reportsShown().length > 0, 'the report');
    equal(reportsShown()[0], `Report: ${BAD}`);
  });

  test('takes a baseline for as long as it lives', async () => {
    const { document } = await openFile('flights/book.case.yaml');
    await rescore(document.uri, BAD);
    await vscode.commands.executeCommand('callsheet.setBaseline');
    await vscode.commands.executeCommand('callsheet.openFullReport');
    await until(() => reportsShown().includes('Report: Callsheet'), 'the report of everything');
  });
});
