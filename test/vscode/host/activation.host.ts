import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openFile } from './files.ts';
import { suite, test, until } from './runner.ts';

suite('activation', () => {
  test('the extension is there, and wakes at the first file of its own', async () => {
    const extension = vscode.extensions.getExtension('callsheet.callsheet');
    assert.ok(extension);
    await openFile('calendar/hypothetical_07.case.json');
    await until(() => extension.isActive, 'activation');
  });

  test('the folder is trusted', () => {
    assert.equal(vscode.workspace.isTrusted, true);
  });
});
