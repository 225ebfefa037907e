import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { callsheet, lensesOn, rescore, SCORE, untilFindings } from './callsheet.ts';
import { fileUri, openFile, rangeOf, replace, writeFile } from './files.ts';
import { suite, test, until } from './runner.ts';

const GOOD = 'flight_book_from_search';
const BAD = 'flight_book_from_search_regression';
const SCORED = ['broken-provenance on "flight_id"', 'wrong-arg on "seats"'];

const lineOf = (document: vscode.TextDocument, case_id: string) =>
  rangeOf(document, `case_id: ${case_id}\n`).start.line;

const scoresIn = (document: vscode.TextDocument) =>
  vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === SCORE);

suite('rescoring', () => {
  test('is offered over each case', async () => {
    const { document } = await openFile('flights/book.case.yaml');
    await callsheet();
    const line = lineOf(document, BAD);
    await until(async () => (await lensesOn(document, line)).length > 0, 'lenses');
    assert.deepEqual(await lensesOn(document, line), ['Run', 'Rescore']);
  });

  test('answers with the report of the case, and marks what gates it', async () => {
    const { document } = await openFile('flights/book.case.yaml');
    const answer = await rescore(document.uri, BAD);
    assert.equal(answer.case_id, BAD);
    assert.equal(answer.verdict, 'fail');
    await untilFindings(document, SCORE, SCORED);
    const second = lineOf(document, BAD);
    for (const { range, severity } of scoresIn(document)) {
      if (severity === vscode.DiagnosticSeverity.Error) assert.ok(range.start.line > second);
    }
  });

  test('shows the verdict over the case, and sets its state in the Testing view', async () => {
    const { document } = await openFile('flights/book.case.yaml');
    const api = await callsheet();
    await rescore(document.uri, GOOD);
    await rescore(document.uri, BAD);
    const lenses = () => lensesOn(document, lineOf(document, BAD));
    await until(async () => (await lenses()).some((title) => /fail/.test(title)), 'the verdict');
    const uri = document.uri.toString();
    assert.equal(api.resultOf(uri, GOOD)?.verdict, 'pass');
    const failed = api.resultOf(uri, BAD);
    assert.equal(failed?.verdict, 'fail');
    assert.equal(failed?.messages.length, SCORED.length);
  });

  test('says so after the case’s id, in one line', async () => {
    const { document } = await openFile('flights/book.case.yaml');
    await rescore(document.uri, BAD);
    const hints = await until(async () => {
      const whole = new vscode.Range(0, 0, document.lineCount, 0);
      const found = await vscode.commands.executeCommand<vscode.InlayHint[]>(
        'vscode.executeInlayHintProvider',
        document.uri,
        whole,
      );
      return found.length > 0 ? found : undefined;
    }, 'a hint');
    const line = lineOf(document, BAD);
    const hint = hints.find(({ position }) => position.line === line);
    assert.equal(hint?.position.character, document.lineAt(line).text.length);
  });

  test('follows edits of the case, live', async () => {
    const { document } = await openFile('flights/book.case.yaml');
    const api = await callsheet();
    await rescore(document.uri, BAD);
    await untilFindings(document, SCORE, SCORED);
    await replace(document, 'seats: 1 # wrong-arg', 'seats: 2 # wrong-arg');
    await untilFindings(document, SCORE, SCORED.slice(0, 1));
    await until(
      () => api.resultOf(document.uri.toString(), BAD)?.messages.length === 1,
      'the state in the Testing view',
    );
    await replace(document, 'seats: 2 # wrong-arg', 'seats: 1 # wrong-arg');
    await untilFindings(document, SCORE, SCORED);
  });

  test('follows the recorded run in an unsaved editor, and its file', async () => {
    const { document } = await openFile('flights/book.case.yaml');
    await rescore(document.uri, BAD);
    await untilFindings(document, SCORE, SCORED);
    const uri = fileUri('flights/runs/book.bad.trace.json');
    const trace = await vscode.workspace.openTextDocument(uri);
    const text = trace.getText();
    assert.ok(text.includes('F100'));
    const good = await vscode.workspace.fs.readFile(fileUri('flights/runs/book.good.trace.json'));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(0, 0, trace.lineCount, 0), new TextDecoder().decode(good));
    await vscode.workspace.applyEdit(edit);
    await untilFindings(document, SCORE, []);
    await vscode.window.showTextDocument(trace);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await untilFindings(document, SCORE, SCORED);
  });

  test('is refused with a reason where there is no recorded run', async () => {
    const text = 'case_id: no_run\nuser_message: Hi\nexpected: { tool_behavior: no_call }\n';
    const uri = await writeFile('made/no-run.case.yaml', text);
    await openFile('made/no-run.case.yaml');
    await assert.rejects(async () => rescore(uri, 'no_run'), /trace/);
  });

  test('takes a file that no editor shows', async () => {
    await callsheet();
    const uri = fileUri('general/capital.case.yaml');
    const answer = await vscode.commands.executeCommand<{ cases: { verdict: string }[] }>(
      'callsheet.rescoreFile',
      { uri: uri.toString() },
    );
    assert.deepEqual(answer.cases.map(({ verdict }) => verdict).sort(), ['fail', 'pass']);
  });

  test('can be taken back', async () => {
    const { document } = await openFile('weather/parallel.case.yaml');
    const api = await callsheet();
    const uri = document.uri.toString();
    await vscode.commands.executeCommand('callsheet.rescoreFile', { uri });
    await until(() => scoresIn(document).length > 0, 'findings');
    await vscode.commands.executeCommand('callsheet.clearScores', { uri });
    await until(() => scoresIn(document).length === 0, 'no findings');
    const ids = document.getText().match(/(?<=case_id: )\S+/g) ?? [];
    await until(() => ids.every((id) => !api.resultOf(uri, id)), 'no results');
  });
});
