import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { callsheet, LINT, rescore, SCORE, untilFindings } from './callsheet.ts';
import { fileUri, openFile, openText } from './files.ts';
import { suite, test } from './runner.ts';

const BAD = 'flight_book_from_search_regression';

suite('in Restricted Mode', () => {
  test('findings are there', async () => {
    const text = 'case_id: mistyped\nuser_mesage: Hi\nexpected: { tool_behavior: no_call }\n';
    const { document } = await openText('made/restricted.case.yaml', text);
    await untilFindings(document, LINT, ['unknown-key on "user_mesage"']);
  });

  test('rescoring works', async () => {
    const { document } = await openFile('flights/book.case.yaml');
    const answer = await rescore(document.uri, BAD);
    assert.equal(answer.verdict, 'fail');
    await untilFindings(document, SCORE, [
      'broken-provenance on "flight_id"',
      'wrong-arg on "seats"',
    ]);
  });

  test('running is refused, and the reason says what to do', async () => {
    await callsheet();
    const uri = fileUri('flights/book.case.yaml').toString();
    await assert.rejects(
      async () => vscode.commands.executeCommand('callsheet.runCase', { uri, case_id: BAD }),
      /Trust this workspace/i,
    );
  });
});
