import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { fileUri, writeFile } from './files.ts';
import { suite, test, until } from './runner.ts';

/**
 * Copies `ci/tasks.json` as docs/ci.md says, with the program of this build for an installed one and an
 * agent of the examples.
 */
async function copyTasks(): Promise<void> {
  const bytes = await vscode.workspace.fs.readFile(fileUri('ci/tasks.json'));
  const extension = vscode.extensions.getExtension('callsheet.callsheet');
  assert.ok(extension);
  const program = JSON.stringify(
    `"${process.execPath}" "${join(extension.extensionPath, 'dist', 'cli.js')}"`,
  ).slice(1, -1);
  const text = new TextDecoder()
    .decode(bytes)
    .replaceAll('npx callsheet', program)
    .replace('run --runner agent', 'run agents --runner hasty');
  await writeFile('.vscode/tasks.json', text);
}

const taskNamed = (label: string): Promise<vscode.Task> =>
  until(
    async () => (await vscode.tasks.fetchTasks()).find(({ name }) => name === label),
    `the task ${label}`,
  );

/** Runs a task to the end of its process, and gives the exit code. */
function ran(task: vscode.Task): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const listening = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
      if (execution.task.name !== task.name) return;
      listening.dispose();
      resolve(exitCode);
    });
    vscode.tasks.executeTask(task).then(undefined, reject);
  });
}

/** The problems of the task in a file, in their order. The extension's own have a link for a code. */
const problems = (path: string): string[] =>
  vscode.languages
    .getDiagnostics(fileUri(path))
    .filter(({ source, code }) => source === 'callsheet' && typeof code === 'string')
    .map(({ code, range: { start } }) => `${start.line + 1}:${start.character + 1} ${code}`)
    .sort();

suite('the tasks to copy', () => {
  test('put what a recorded run got wrong on its lines in the Problems view', async () => {
    await copyTasks();
    assert.equal(await ran(await taskNamed('callsheet: score')), 1);
    const book = 'flights/book.case.yaml';
    await until(() => problems(book).length > 0, 'problems of the task');
    assert.deepEqual(problems(book), ['38:9 broken-provenance', '39:9 wrong-arg']);
  });

  test('run an agent, and do the same for what it does', async () => {
    assert.equal(await ran(await taskNamed('callsheet: run')), 1);
    const cancel = 'agents/cancel.case.yaml';
    await until(() => problems(cancel).length > 0, 'problems of the task');
    assert.ok(
      problems(cancel).some((each) => each.endsWith('unconfirmed-write')),
      `${problems(cancel)}`,
    );
  });
});
