/** Two folders in one window, with manifests of the same name: each case takes that of its own folder. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { callsheet, completions, LINT, labelOf, untilFindings } from './callsheet.ts';
import { suite, test } from './runner.ts';

/** Opens a case of a folder that calls `pay`, the cursor where a further argument would stand. */
async function openCase(folder: string, argument: string) {
  const root = vscode.workspace.workspaceFolders?.find(({ name }) => name === folder);
  assert.ok(root, `a folder ${folder}`);
  const uri = vscode.Uri.joinPath(root.uri, `${argument}.case.yaml`);
  const text = `case_id: pays_${argument}
user_message: Pay 5 to Lee.
expected:
  calls:
    - name: pay
      args:
        ${argument}: 5
        |
`;
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text.replace('|', '')));
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);
  await callsheet();
  return { document, position: document.positionAt(text.indexOf('|')) };
}

suite('several folders', () => {
  test('each have the manifest of their own configuration, and case ids of their own', async () => {
    const amount = await openCase('shop', 'amount');
    const sum = await openCase('bank', 'sum');
    const strange = await openCase('bank', 'amount');
    await untilFindings(strange.document, LINT, [
      'missing-required-arg on "pay"',
      'unknown-arg on "amount"',
    ]);
    await untilFindings(amount.document, LINT, []);
    await untilFindings(sum.document, LINT, []);
  });

  test('are each completed from their own manifest', async () => {
    for (const [folder, own, other] of [
      ['shop', 'note', 'reference'],
      ['bank', 'reference', 'note'],
    ] as const) {
      const { document, position } = await openCase(folder, folder === 'shop' ? 'amount' : 'sum');
      const labels = (await completions(document, position)).map(labelOf);
      assert.ok(labels.includes(own), `${labels}`);
      assert.ok(!labels.includes(other), `${labels}`);
    }
  });
});
