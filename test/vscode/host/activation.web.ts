import * as vscode from 'vscode';
import { fileUri, openFile } from './files.ts';
import { equal, suite, test, until } from './runner.ts';

suite('activation in the browser', () => {
  test('the workspace is a virtual file system', () => {
    equal(fileUri('').scheme, 'vscode-test-web');
  });

  test('the extension wakes at the first file of its own', async () => {
    await openFile('calendar/hypothetical_07.case.json');
    await until(
      () => vscode.extensions.getExtension('callsheet.callsheet')?.isActive,
      'activation',
    );
  });
});
