import * as vscode from 'vscode';
import {
  callsheet,
  completions,
  LINT,
  labelOf,
  lensesOn,
  rescore,
  SCORE,
  untilFindings,
} from './callsheet.ts';
import { fileUri, openFile, openText, rangeOf, replace } from './files.ts';
import { equal, suite, test, until } from './runner.ts';

const BAD = 'flight_book_from_search_regression';
const SCORED = ['broken-provenance on "flight_id"', 'wrong-arg on "seats"'];

suite('in the browser', () => {
  test('findings against a manifest of the virtual workspace stand on their words', async () => {
    const text = `case_id: wrong_in_browser
user_message: Find a flight.
tools: ../flights/flights.tools.json
expected:
  calls:
    - { name: search_flights, args: { orgin: SFO, dest: JFK, date: "2026-06-12" } }
`;
    const { document } = await openText('made/wrong.case.yaml', text);
    await untilFindings(document, LINT, ['unknown-arg on "orgin"']);
    await replace(document, 'orgin', 'origin');
    await untilFindings(document, LINT, []);
  });

  test('completion offers the tools', async () => {
    const text = `case_id: completed_in_browser
user_message: Find a flight.
tools: ../flights/flights.tools.json
expected:
  calls:
    - name: sea
`;
    const { document } = await openText('made/complete.case.yaml', text);
    await callsheet();
    const end = rangeOf(document, 'name: sea').end;
    const labels = (await completions(document, end)).map(labelOf);
    equal(labels.filter((label) => label === 'search_flights').length, 1);
  });

  test('rescoring works, and follows edits', async () => {
    const { document } = await openFile('flights/book.case.yaml');
    const answer = await rescore(document.uri, BAD);
    equal(answer.verdict, 'fail');
    await untilFindings(document, SCORE, SCORED);
    await replace(document, 'seats: 1 # wrong-arg', 'seats: 2 # wrong-arg');
    await untilFindings(document, SCORE, SCORED.slice(0, 1));
    await replace(document, 'seats: 2 # wrong-arg', 'seats: 1 # wrong-arg');
  });

  test('running is not offered, and says why where it is asked for', async () => {
    const { document } = await openFile('flights/book.case.yaml');
    const line = rangeOf(document, `case_id: ${BAD}`).start.line;
    const lenses = await until(async () => {
      const titles = await lensesOn(document, line);
      return titles.length > 0 ? titles : undefined;
    }, 'lenses');
    equal(lenses.slice(0, 1), ['Rescore']);
    equal(lenses.includes('Run'), false);
    const argument = { uri: document.uri.toString(), case_id: BAD };
    const refusal = await vscode.commands.executeCommand('callsheet.runCase', argument).then(
      () => 'none',
      (error: Error) => error.message,
    );
    if (!/browser/.test(refusal)) throw new Error(`the reason is: ${refusal}`);
  });

  test('the Testing view lists the cases of the whole virtual workspace', async () => {
    const { tests } = await callsheet();
    await vscode.commands.executeCommand('workbench.view.testing.focus');
    const file = await until(
      () => tests.get(fileUri('refunds/duplicate.case.yaml').toString()),
      'a file',
    );
    equal(
      Array.from(file.children, ([id]) => id),
      ['refund_duplicate_line', 'refund_duplicate_line_regression'],
    );
  });
});
