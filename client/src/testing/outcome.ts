import type { TestItem, TestMessage, TestRun } from 'vscode';
import type { CaseResult, ScoreMessage } from '../../../server/src/protocol.ts';
import { shownLine, shownLines } from '../shown.ts';
import type { VsCode } from '../vscode.ts';
import { toRange } from './items.ts';

type Verdict = CaseResult['verdict'];

/**
 * Ends a case's part in a test run by its score: the state, the summary, the failures on their lines.
 *
 * @param runs the items of its runs, where it has several
 */
export function showResult(
  vscode: VsCode,
  run: TestRun,
  item: TestItem,
  { case_id, verdict, summary, messages, runs: outcomes }: CaseResult,
  runs: readonly TestItem[],
): void {
  const said = `${shownLine(case_id)}: ${shownLines(summary)}\n`;
  run.appendOutput(said.replaceAll('\n', '\r\n'), undefined, item);
  const located = messages.map((message) => toMessage(vscode, item, message));
  end(
    run,
    item,
    verdict,
    located.length > 0 ? located : [new vscode.TestMessage(shownLines(summary))],
  );
  runs.forEach((each, index) => {
    const of = outcomes[index];
    if (!of) return;
    // A failed item below would make the case look failed, which its rule has let pass.
    const mayFail = verdict !== 'pass' || of.verdict === 'pass';
    each.description = mayFail ? '' : vscode.l10n.t('failed, which the case allows');
    run.started(each);
    if (!mayFail) run.skipped(each);
    else {
      // The line holds the message already, by the case.
      const own = messages.filter(({ runs: found }) => found.includes(index));
      end(
        run,
        each,
        of.verdict,
        own.map((message) => withDiff(vscode, message)),
      );
    }
  });
}

function end(run: TestRun, item: TestItem, verdict: Verdict, failures: TestMessage[]): void {
  if (verdict === 'pass') run.passed(item);
  else if (verdict === 'fail') run.failed(item, failures);
  else run.errored(item, failures);
}

function toMessage(vscode: VsCode, item: TestItem, message: ScoreMessage): TestMessage {
  const shown = withDiff(vscode, message);
  // What the menus over a message go by.
  shown.contextValue = 'callsheet';
  if (item.uri) shown.location = new vscode.Location(item.uri, toRange(vscode, message.range));
  return shown;
}

const withDiff = (vscode: VsCode, { message, expected, actual }: ScoreMessage): TestMessage =>
  expected !== undefined && actual !== undefined
    ? vscode.TestMessage.diff(shownLines(message), shownLines(expected), shownLines(actual))
    : new vscode.TestMessage(shownLines(message));
