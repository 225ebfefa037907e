import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { callsheet, SCORE, untilFindings } from './callsheet.ts';
import { fileUri, openFile, openText } from './files.ts';
import { suite, test, until } from './runner.ts';

const RUNNERS = `
runners:
  plays: { type: vscode-lm, vendor: scripted, family: plays }
  blocks: { type: vscode-lm, vendor: scripted, family: blocks }
  hangs: { type: vscode-lm, vendor: scripted, family: hangs }
  gone: { type: vscode-lm, vendor: scripted, family: gone }
`;

const caseText = (runner: string, fact: string) => `case_id: ${runner}_${fact}
user_message: What is the weather in Nairobi?
runner: ${runner}
trials: 2
tools:
  - { name: get_weather, inputSchema: { properties: { city: { type: string } } } }
expected:
  calls: [{ name: get_weather, args: { city: Nairobi }, returns: { sky: clear } }]
  must_mention: [${fact}]
`;

/** Opens a case that a runner plays, and runs it by the profile Run of the Testing view. */
async function run(runner: string, fact = 'clear', token = new vscode.CancellationTokenSource()) {
  const api = await callsheet();
  const name = `made/${runner}-${fact}.case.yaml`;
  const { document } = await openText(name, caseText(runner, fact));
  const uri = document.uri.toString();
  const id = `${runner}_${fact}`;
  const item = await until(() => api.tests.get(uri)?.children.get(id), 'the case');
  const profile = api.profile('run');
  assert.ok(profile);
  const request = new vscode.TestRunRequest([item], undefined, profile);
  const done = Promise.resolve(profile.runHandler(request, token.token));
  return { document, item, done, result: () => api.resultOf(uri, id) };
}

suite('running with a model of the editor', () => {
  test('(the configuration, unsaved, names the runners)', async () => {
    const { document } = await openFile('callsheet.config.yaml');
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), RUNNERS);
    assert.ok(await vscode.workspace.applyEdit(edit));
  });

  test('plays the case, and lists its runs', async () => {
    const { done, result, item } = await run('plays');
    await done;
    assert.equal(result()?.verdict, 'pass');
    assert.equal(result()?.trials, 2);
    assert.deepEqual(
      Array.from(item.children, ([, run]) => run.label),
      ['#1', '#2'],
    );
  });

  test('marks what gates a run that fails', async () => {
    const { done, result, document } = await run('plays', 'rain');
    await done;
    assert.equal(result()?.verdict, 'fail');
    await untilFindings(document, SCORE, ['missing-fact on "rain"']);
  });

  test('says what to do about a model that does not answer', async () => {
    const { done, result } = await run('blocks');
    await done;
    assert.equal(result()?.verdict, 'error');
    assert.match(result()?.messages[0]?.message ?? '', /its quota is used up.*out of quota/);
  });

  test('says which models there are where none fits', async () => {
    const { done, result } = await run('gone');
    await done;
    assert.equal(result()?.verdict, 'error');
    assert.match(
      result()?.messages[0]?.message ?? '',
      /no model “scripted\/gone”.*scripted\/plays/,
    );
  });

  test('ends the question when it is cancelled, and leaves no verdict', async () => {
    const token = new vscode.CancellationTokenSource();
    const { done, result } = await run('hangs', 'clear', token);
    await until(() => vscode.commands.executeCommand('scripted.hangs'), 'the question');
    token.cancel();
    const ended = await vscode.commands.executeCommand('scripted.end');
    assert.equal(ended, 'cancelled');
    await done;
    assert.equal(result(), undefined);
  });

  test('(the configuration is as it was)', async () => {
    await openFile('callsheet.config.yaml');
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });
});

test('the runner replay, by the profile Run, scores the runs that the case names', async () => {
  const api = await callsheet();
  const uri = fileUri('flights/book.case.yaml').toString();
  await openFile('flights/book.case.yaml');
  const item = await until(
    () => api.tests.get(uri)?.children.get('flight_book_from_search'),
    'the case',
  );
  const profile = api.profile('run');
  assert.ok(profile);
  const request = new vscode.TestRunRequest([item], undefined, profile);
  await profile.runHandler(request, new vscode.CancellationTokenSource().token);
  assert.equal(api.resultOf(uri, 'flight_book_from_search')?.verdict, 'pass');
});
