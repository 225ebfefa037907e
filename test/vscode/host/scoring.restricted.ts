import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { callsheet, LINT, rescore, SCORE, untilFindings } from './callsheet.ts';
import { openFile, openText } from './files.ts';
import { suite, test, until } from './runner.ts';

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

  test('running is refused: the case ends in error, and nothing is run', async () => {
    const api = await callsheet();
    const { document } = await openFile('flights/book.case.yaml');
    const uri = document.uri.toString();
    await until(() => api.tests.get(uri)?.children.get(BAD), 'the case');
    const answer = await vscode.commands.executeCommand('callsheet.runCase', { uri, case_id: BAD });
    assert.equal(answer, undefined);
  });
});
