import type { TestItem, TestMessage, TestRun } from 'vscode';
import type { CaseResult, ScoreMessage } from '../../../server/src/protocol.ts';
import type { VsCode } from '../vscode.ts';
import { toRange } from './items.ts';

/** Ends a case's part in a test run by its score: the state, the summary, the failures on their lines. */
export function showResult(
  vscode: VsCode,
  run: TestRun,
  item: TestItem,
  { case_id, verdict, summary, messages }: CaseResult,
): void {
  run.appendOutput(`${case_id}: ${summary}\r\n`, undefined, item);
  if (verdict === 'pass') {
    run.passed(item);
    return;
  }
  const shown = messages.map((message) => toMessage(vscode, item, message));
  const failures = shown.length > 0 ? shown : [new vscode.TestMessage(summary)];
  if (verdict === 'fail') run.failed(item, failures);
  else run.errored(item, failures);
}

function toMessage(
  vscode: VsCode,
  item: TestItem,
  { message, expected, actual, range }: ScoreMessage,
): TestMessage {
  const shown =
    expected !== undefined && actual !== undefined
      ? vscode.TestMessage.diff(message, expected, actual)
      : new vscode.TestMessage(message);
  if (item.uri) shown.location = new vscode.Location(item.uri, toRange(vscode, range));
  return shown;
}
