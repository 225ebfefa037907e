/** How long what people wait for takes; the figures are printed, and nothing is demanded of them. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { callsheet, findings, rescore, SCORE, untilFindings } from './callsheet.ts';
import { openFile } from './files.ts';
import { measured, suite, test } from './runner.ts';

const EXTENSION = 'callsheet.callsheet';
const ROUNDS = 20;

suite('speed', () => {
  test('the host says what loading and activating the extension took', async () => {
    await callsheet();
    const loading = between('willLoadExtensionCode', 'didLoadExtensionCode');
    const activating = between('willActivateExtension', 'didActivateExtension');
    measured(`loading ${loading.toFixed(1)} ms, activating ${activating.toFixed(1)} ms`);
  });

  test('one click on Rescore brings the findings of the case', async () => {
    const { document } = await openFile('flights/book.case.yaml');
    await callsheet();
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await vscode.commands.executeCommand('callsheet.clearScores');
      await untilFindings(document, SCORE, []);
      const begun = performance.now();
      const shown = untilShown(document);
      await rescore(document.uri, 'flight_book_from_search_regression');
      await shown;
      times.push(performance.now() - begun);
    }
    times.sort((a, b) => a - b);
    const [middle, late] = [times[ROUNDS / 2]!, times[Math.ceil(ROUNDS * 0.95) - 1]!];
    measured(`click to findings: median ${middle.toFixed(1)} ms, p95 ${late.toFixed(1)} ms`);
  });
});

/** Where the extension host keeps the times of what it does. */
interface Marks {
  getMarks(): readonly { readonly name: string; readonly startTime: number }[];
}

/** The time between two marks that the extension host leaves for each extension, in milliseconds. */
function between(from: string, to: string): number {
  const { MonacoPerformanceMarks: marks } = globalThis as { MonacoPerformanceMarks?: Marks };
  const at = (mark: string) =>
    marks?.getMarks().find(({ name }) => name === `code/extHost/${mark}/${EXTENSION}`)?.startTime;
  const [begun, ended] = [at(from), at(to)];
  assert.ok(begun !== undefined && ended !== undefined, `no marks ${from}, ${to}`);
  return ended - begun;
}

/** Until a document has a finding of a score. */
function untilShown(document: vscode.TextDocument): Promise<void> {
  return new Promise((resolve) => {
    const listening = vscode.languages.onDidChangeDiagnostics(() => {
      if (findings(document, SCORE).length === 0) return;
      listening.dispose();
      resolve();
    });
  });
}
