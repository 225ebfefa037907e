import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { callsheet, completions, labelOf } from './callsheet.ts';
import { openText, rangeOf } from './files.ts';
import { suite, test } from './runner.ts';

const HEAD = `case_id: CASE
user_message: Book a flight.
tools: ../flights/flights.tools.json
expected:
  calls:
`;

/** Opens a case whose calls hold a `|`, takes that out and gives its place. */
async function openAt(name: string, calls: string) {
  const marked = HEAD.replace('CASE', name) + calls;
  const { document } = await openText(`made/${name}.case.yaml`, marked.replace('|', ''));
  await callsheet();
  return { document, position: document.positionAt(marked.indexOf('|')) };
}

const SEARCH = `    - id: search
      name: search_flights
      args: { origin: SFO, dest: JFK, date: "2026-06-12" }
`;

suite('completion', () => {
  test('offers the tools of the manifest while the line is half typed', async () => {
    const { document, position } = await openAt('tool_name', '    - name: sea|\n');
    const items = await completions(document, position);
    const search = items.find((item) => labelOf(item) === 'search_flights');
    assert.ok(search, items.map(labelOf).join(', '));
    assert.equal(items.filter((item) => labelOf(item) === 'search_flights').length, 1);
  });

  test('offers the arguments of the tool that are still free, required ones first', async () => {
    const calls = '    - name: search_flights\n      args:\n        origin: SFO\n        |\n';
    const { document, position } = await openAt('argument', calls);
    const items = await completions(document, position);
    const wanted = ['dest', 'date', 'max_results', 'origin'];
    const sorted = items
      .filter((item) => wanted.includes(labelOf(item)))
      .sort((a, b) => ((a.sortText ?? labelOf(a)) < (b.sortText ?? labelOf(b)) ? -1 : 1));
    assert.deepEqual(sorted.map(labelOf).sort(), ['date', 'dest', 'max_results']);
    assert.equal(labelOf(sorted[2] as vscode.CompletionItem), 'max_results');
  });

  test('offers the calls that come before, for from_call', async () => {
    const calls = `${SEARCH}    - id: booking
      name: book_flight
      args:
        flight_id: { from_call: | }
`;
    const { document, position } = await openAt('from_call', calls);
    const labels = (await completions(document, position)).map(labelOf);
    assert.ok(labels.includes('search'), labels.join(', '));
    assert.ok(!labels.includes('booking'), labels.join(', '));
  });

  test('offers each thing once beside another provider of YAML', async () => {
    const other = vscode.languages.registerCompletionItemProvider(
      [{ language: 'yaml' }, { pattern: '**/*.yaml' }],
      { provideCompletionItems: () => [new vscode.CompletionItem('from_another_extension')] },
    );
    try {
      const { document, position } = await openAt('neighbours', '    - name: |\n');
      const labels = (await completions(document, position)).map(labelOf);
      assert.ok(labels.includes('from_another_extension'));
      const own = labels.filter((label) => ['search_flights', 'book_flight'].includes(label));
      assert.deepEqual(own.sort(), ['book_flight', 'search_flights']);
    } finally {
      other.dispose();
    }
  });

  test('accepted in a half-typed line leaves the call right', async () => {
    const { document, position } = await openAt('accepted', '    - name: book_fl|\n');
    const items = await completions(document, position);
    const item = items.find((each) => labelOf(each) === 'book_flight');
    assert.ok(item);
    const range = item.range instanceof vscode.Range ? item.range : item.range?.replacing;
    assert.ok(range);
    const edit = new vscode.WorkspaceEdit();
    const text =
      item.insertText instanceof vscode.SnippetString ? item.insertText.value : item.insertText;
    edit.replace(document.uri, range, text ?? labelOf(item));
    await vscode.workspace.applyEdit(edit);
    assert.match(document.getText(), /^ {4}- name: book_flight$/m);
  });
});

suite('reading', () => {
  test('hover tells what a tool does and takes', async () => {
    const { document } = await openAt('hovered', `${SEARCH}|`);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      rangeOf(document, 'search_flights').start,
    );
    const text = hovers
      .flatMap(({ contents }) => contents)
      .map((content) => (typeof content === 'string' ? content : content.value))
      .join('\n');
    assert.match(text, /Find the flights between two airports/);
    assert.match(text, /origin/);
    assert.equal(hovers.length, 1);
  });

  test('definition leads from a tool’s name to the manifest', async () => {
    const { document } = await openAt('defined', `${SEARCH}|`);
    const [target] = await definitions(document, 'search_flights');
    assert.match(target?.uri.path ?? '', /flights\.tools\.json$/);
    const manifest = await vscode.workspace.openTextDocument(target?.uri as vscode.Uri);
    assert.match(manifest.lineAt(target?.range.start.line ?? 0).text, /search_flights|\{/);
  });

  test('definition leads from from_call to the call', async () => {
    const calls = `${SEARCH}    - name: book_flight
      args:
        flight_id: { from_call: search, path: "$.results[*].id" }
        seats: 1
|`;
    const { document } = await openAt('called', calls);
    const [target] = await definitions(document, 'from_call: search', 'from_call: '.length);
    assert.equal(target?.uri.toString(), document.uri.toString());
    assert.match(document.lineAt(target?.range.start.line ?? 0).text, /id: search/);
  });
});

async function definitions(document: vscode.TextDocument, text: string, into = 0) {
  const found = await vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[]>(
    'vscode.executeDefinitionProvider',
    document.uri,
    rangeOf(document, text).start.translate(0, into + 1),
  );
  return found.map((each) =>
    'targetUri' in each ? { uri: each.targetUri, range: each.targetRange } : each,
  );
}
