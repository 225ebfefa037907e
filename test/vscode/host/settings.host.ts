import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  callsheet,
  completions,
  LINT,
  labelOf,
  rescore,
  SCORE,
  untilFindings,
} from './callsheet.ts';
import { fileUri, openFile, openText, replace, writeFile } from './files.ts';
import { suite, test, until } from './runner.ts';

const MISTAKEN = `case_id: mapped
user_message: Find a flight.
tools: ../flights/flights.tools.json
expected:
  calls:
    - name: serch_flights
`;
const MARKED = ['unknown-tool on "serch_flights"'];

/** How many edits the formatter makes of a document, where one is offered for it. */
async function formattings({ uri }: vscode.TextDocument): Promise<number> {
  const edits = await vscode.commands.executeCommand<vscode.TextEdit[] | undefined>(
    'vscode.executeFormatDocumentProvider',
    uri,
    { tabSize: 4, insertSpaces: true },
  );
  return edits?.length ?? 0;
}

suite('settings and configurations', () => {
  test('map files of any name, while everything goes on', async () => {
    const api = await callsheet();
    const { document: scored } = await openFile('flights/book.case.yaml');
    await rescore(scored.uri, 'flight_book_from_search');
    const { document } = await openText('mapped/by-setting.yaml', MISTAKEN);
    await untilFindings(document, LINT, []);
    const settings = () => vscode.workspace.getConfiguration('callsheet', document.uri);
    const { WorkspaceFolder } = vscode.ConfigurationTarget;
    await settings().update('files', { case: ['mapped/*.yaml'] }, WorkspaceFolder);
    try {
      await untilFindings(document, LINT, MARKED);
      const offset = document.getText().indexOf('serch_flights') + 1;
      const offered = (await completions(document, document.positionAt(offset))).map(labelOf);
      assert.equal(offered.filter((label) => label === 'search_flights').length, 1);
      await until(async () => (await formattings(document)) > 0, 'formatter');
      const { verdict } = api.resultOf(scored.uri.toString(), 'flight_book_from_search') ?? {};
      assert.equal(verdict, 'pass');
    } finally {
      await settings().update('files', undefined, WorkspaceFolder);
    }
    await untilFindings(document, LINT, []);
  });

  test('are followed as a configuration is written, before it is saved', async () => {
    await callsheet();
    const { document } = await openText('evals/by-configuration.yaml', MISTAKEN);
    const configuration = await vscode.workspace.openTextDocument(fileUri('callsheet.config.yaml'));
    const line = '\nfiles: { case: ["evals/*.yaml"] }\n';
    const edit = new vscode.WorkspaceEdit();
    edit.insert(configuration.uri, new vscode.Position(configuration.lineCount, 0), line);
    await vscode.workspace.applyEdit(edit);
    await untilFindings(document, LINT, MARKED);
    await replace(configuration, line, '');
    await untilFindings(document, LINT, []);
    await vscode.window.showTextDocument(configuration);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  test('need no restart to have manifests read again: scores stay', async () => {
    const api = await callsheet();
    const { document } = await openFile('flights/book.case.yaml');
    const of = 'flight_book_from_search_regression';
    await rescore(document.uri, of);
    const marks = ['broken-provenance on "flight_id"', 'wrong-arg on "seats"'];
    await untilFindings(document, SCORE, marks);
    await vscode.commands.executeCommand('callsheet.reloadManifests');
    await untilFindings(document, SCORE, marks);
    assert.equal(api.resultOf(document.uri.toString(), of)?.verdict, 'fail');
  });
});

suite('a trace', () => {
  test('offers to be captured, into an unsaved golden trajectory', async () => {
    await callsheet();
    const uri = await writeFile(
      'made/flight.trace.json',
      JSON.stringify({
        trace_version: 1,
        runs: [{ calls: [{ name: 'ping', arguments: {}, status: 'ok', output: 'pong' }] }],
      }),
    );
    await openFile('made/flight.trace.json');
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      uri,
    );
    const [command] = lenses.flatMap((lens) => lens.command ?? []);
    assert.equal(command?.title, 'Capture golden');
    await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.isUntitled, true);
    assert.equal(document.languageId, 'callsheet');
    assert.match(document.getText(), /golden_id: /);
  });
});
