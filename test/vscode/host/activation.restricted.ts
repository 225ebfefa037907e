import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openFile } from './files.ts';
import { suite, test, until } from './runner.ts';

suite('activation in Restricted Mode', () => {
  test('the extension wakes without trust', async () => {
    const extension = vscode.extensions.getExtension('callsheet.callsheet');
    assert.ok(extension);
    await openFile('calendar/hypothetical_07.case.json');
    await until(() => extension.isActive, 'activation');
    assert.equal(vscode.workspace.isTrusted, false);
  });
});
