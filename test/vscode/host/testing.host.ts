import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { callsheet } from './callsheet.ts';
import { fileUri, openFile, openText, rangeOf, replace } from './files.ts';
import { suite, test, until } from './runner.ts';

const children = (item: vscode.TestItem | undefined): string[] =>
  item ? Array.from(item.children, ([id]) => id) : [];

suite('the Testing view', () => {
  test('lists the cases of an open file, each at its lines', async () => {
    const { tests } = await callsheet();
    const { document } = await openFile('refunds/duplicate.case.yaml');
    const file = await until(() => tests.get(document.uri.toString()), 'the file');
    assert.deepEqual(children(file), ['refund_duplicate_line', 'refund_duplicate_line_regression']);
    const second = file.children.get('refund_duplicate_line_regression');
    const line = rangeOf(document, 'case_id: refund_duplicate_line_regression').start.line;
    assert.equal(second?.range?.start.line, line);
    assert.deepEqual(second?.tags.map(({ id }) => id).sort(), ['money', 'regression'].sort());
  });

  test('lists the whole workspace once it is looked at', async () => {
    const { tests } = await callsheet();
    await vscode.commands.executeCommand('workbench.view.testing.focus');
    await until(() => tests.get(fileUri('calendar/schedule_08.case.json').toString()), 'the file');
    assert.ok(tests.get(fileUri('near-neighbours.dataset.yaml').toString()));
    await vscode.commands.executeCommand('workbench.view.explorer');
  });

  test('follows edits that are not saved, and stays while the text is broken', async () => {
    const { tests } = await callsheet();
    const text =
      'case_id: one\nuser_message: Hi\nexpected: { tool_behavior: no_call }\n---\ncase_id: two\nuser_message: Ho\nexpected: { tool_behavior: no_call }\n';
    const { document } = await openText('made/list.case.yaml', text);
    const ids = () => children(tests.get(document.uri.toString()));
    await until(() => ids().length === 2, 'two cases');
    await replace(document, 'case_id: two', 'case_id: "two');
    await replace(document, 'case_id: one', 'case_id: uno');
    await replace(document, 'case_id: "two', 'case_id: due');
    await until(() => ids().join() === 'uno,due', 'the new names');
  });

  test('rescores the case at the cursor by the default profile', async () => {
    const api = await callsheet();
    const { document } = await openFile('refunds/ambiguous.case.yaml');
    const uri = document.uri.toString();
    await until(() => api.tests.get(uri), 'the file');
    const place = rangeOf(document, 'case_id: refund_ambiguous_order_regression').start;
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(place, place);
    await vscode.commands.executeCommand('testing.runAtCursor');
    const result = await until(
      () => api.resultOf(uri, 'refund_ambiguous_order_regression'),
      'the result',
    );
    assert.equal(result.verdict, 'fail');
    assert.equal(api.resultOf(uri, 'refund_ambiguous_order'), undefined);
  });

  test('rescores a file, each case ending in a state', async () => {
    const api = await callsheet();
    const { document } = await openFile('payments/timeout.case.yaml');
    const uri = document.uri.toString();
    await until(() => api.tests.get(uri), 'the file');
    await vscode.commands.executeCommand('testing.runCurrentFile');
    const verdicts = children(api.tests.get(uri)).map((id) => api.resultOf(uri, id)?.verdict);
    assert.deepEqual(verdicts, ['pass', 'fail']);
  });
});
