import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { callsheet, findings, LINT, untilFindings } from './callsheet.ts';
import { fileUri, openFile, openText, rangeOf, replace, writeFile } from './files.ts';
import { suite, test, until } from './runner.ts';

const wrongArgument = (case_id: string) => `case_id: ${case_id}
user_message: Find a flight.
tools: ../flights/flights.tools.json
expected:
  calls:
    - name: search_flights
      args: { orgin: SFO, dest: JFK, date: "2026-06-12" }
`;

const MARKED = ['unknown-arg on "orgin"'];

suite('findings', () => {
  test('stand on the word that is wrong', async () => {
    const { document } = await openText('made/wrong.case.yaml', wrongArgument('wrong'));
    await untilFindings(document, LINT, MARKED);
    const [diagnostic] = vscode.languages.getDiagnostics(document.uri);
    assert.match(diagnostic?.message ?? '', /origin/);
    assert.equal(diagnostic?.severity, vscode.DiagnosticSeverity.Error);
  });

  test('come and go as one types, before anything is saved', async () => {
    const { document } = await openText('made/typed.case.yaml', wrongArgument('typed'));
    await untilFindings(document, LINT, MARKED);
    await replace(document, 'orgin', 'origin');
    await untilFindings(document, LINT, []);
    assert.ok(document.isDirty);
  });

  test('are mended by the quick fix', async () => {
    const { document } = await openText('made/fix.case.yaml', wrongArgument('fix'));
    await untilFindings(document, LINT, MARKED);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      rangeOf(document, 'orgin'),
      vscode.CodeActionKind.QuickFix.value,
      5,
    );
    const fix = actions.find(({ title }) => title.includes('origin'));
    assert.ok(fix?.edit, `fixes: ${actions.map(({ title }) => title).join(', ')}`);
    await vscode.workspace.applyEdit(fix.edit);
    assert.equal(document.getText(), wrongArgument('fix').replace('orgin', 'origin'));
    await untilFindings(document, LINT, []);
  });

  test('follow the manifest in an unsaved editor, and back', async () => {
    await writeFile(
      'made/own.tools.json',
      JSON.stringify({
        tools: [
          {
            name: 'greet',
            description: 'Greet',
            inputSchema: {
              type: 'object',
              properties: { person: { type: 'string' } },
              additionalProperties: false,
            },
            annotations: { readOnlyHint: true },
          },
        ],
      }),
    );
    const text =
      'case_id: greeting\nuser_message: Hi\ntools: own.tools.json\nexpected:\n  calls:\n    - { name: greet, args: { person: Lee } }\n';
    const { document } = await openText('made/greet.case.yaml', text);
    await untilFindings(document, LINT, []);
    const manifest = await vscode.workspace.openTextDocument(fileUri('made/own.tools.json'));
    await replace(manifest, '"person"', '"name"');
    await untilFindings(document, LINT, ['unknown-arg on "person"']);
    assert.ok(manifest.isDirty);
    await replace(manifest, '"name":{', '"person":{');
    await untilFindings(document, LINT, []);
  });

  test('follow a manifest of any name, saved or not', async () => {
    const tool = (argument: string) =>
      JSON.stringify([
        {
          name: 'ring',
          input_schema: { properties: { [argument]: {} }, additionalProperties: false },
        },
      ]);
    const uri = await writeFile('made/api.json', tool('bell'));
    const text =
      'case_id: ringing\nuser_message: Ring\ntools: api.json\nexpected:\n  calls:\n    - { name: ring, args: { bell: 1 } }\n';
    const { document } = await openText('made/ring.case.yaml', text);
    await untilFindings(document, LINT, []);
    await writeFile('made/api.json', tool('horn'));
    await untilFindings(document, LINT, ['unknown-arg on "bell"']);
    const manifest = await vscode.workspace.openTextDocument(uri);
    await until(() => manifest.getText().includes('horn'), 'the manifest as it is on the disk');
    await replace(manifest, 'horn', 'bell');
    await untilFindings(document, LINT, []);
  });

  test('are there in an untitled document of the language', async () => {
    const document = await vscode.workspace.openTextDocument({
      language: 'callsheet',
      content: 'case_id: untitled_case\nuser_mesage: Hi\nexpected: { tool_behavior: no_call }\n',
    });
    await vscode.window.showTextDocument(document);
    await until(
      () => findings(document, LINT).includes('unknown-key on "user_mesage"'),
      'the finding',
    );
  });

  test('are not there in other views of a file, such as the left side of a diff', async () => {
    await callsheet();
    const content = wrongArgument('view');
    const views = vscode.workspace.registerTextDocumentContentProvider('callsheet-view', {
      provideTextDocumentContent: () => content,
    });
    try {
      const uri = vscode.Uri.parse('callsheet-view:/made/view.case.yaml');
      const view = await vscode.workspace.openTextDocument(uri);
      assert.equal(view.languageId, 'callsheet');
      await vscode.window.showTextDocument(view);
      // What comes after it was asked for after it.
      const { document } = await openText('made/after.case.yaml', wrongArgument('after'));
      await untilFindings(document, LINT, MARKED);
      assert.deepEqual(vscode.languages.getDiagnostics(uri), []);
    } finally {
      views.dispose();
    }
  });

  test('of the example with mistakes name a mistake in each case', async () => {
    const { document } = await openFile('mistakes.case.yaml');
    const cases = document.getText().split(/^---$/m).length;
    await until(() => findings(document, LINT).length >= cases, `${cases} findings`);
  });
});
