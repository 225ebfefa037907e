/** Running cases as a person does: by the lens and by the Testing view, with every question answered by hand. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, expect, it, vi } from 'vitest';
import { calls, chatServer, says } from '../../../server/src/runner/testing/chat-server.ts';
import { isAlive } from '../../../server/src/runner/testing/processes.ts';
import { agree, question, status } from './parts.ts';
import { useWorkbench } from './workbench.ts';

const service = await chatServer([
  calls(['get_order', '{"order_id": "8842"}']),
  says('Order 8842 comes to 64.20 dollars.'),
]);
afterAll(() => service.close());

/** Plays well, or badly every second time, or starts a child and never ends. */
const AGENT = `
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
const manner = process.argv[2];
const { messages, trial } = JSON.parse(readFileSync(0, 'utf8'));
console.error('trial ' + trial + ', ' + manner);
if (manner === 'slow') {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  appendFileSync('pids', process.pid + ' ' + child.pid + ' ');
  setInterval(() => {}, 1000);
} else {
  const order_id = manner === 'wavering' && trial === 2 ? '8824' : '8842';
  const calls = [{ name: 'get_order', arguments: { order_id }, status: 'ok', output: { total: 64.2 } }];
  console.log(JSON.stringify({ calls, messages, final_message: 'Order 8842 comes to 64.20 dollars.' }));
}
`;

const caseText = (id: string, runner: string, more = '') => `case_id: ${id}
user_message: What does order 8842 come to?
tools: order.tools.json
runner: ${runner}
expected:
  calls:
    - name: get_order
      args: { order_id: "8842" }
      returns: { total: 64.2 }
  must_mention: ["64.20"]
${more}`;

const workbench = useWorkbench('ui-running', {
  'callsheet.config.yaml': `runners:
  good: { type: command, command: [node, agent.mjs, good] }
  wavering: { type: command, command: [node, agent.mjs, wavering] }
  slow: { type: command, command: [node, agent.mjs, slow] }
  model: { type: chat, base_url: "${service.url}", model: small }
`,
  'order.tools.json': JSON.stringify({
    tools: [
      {
        name: 'get_order',
        inputSchema: { type: 'object', properties: { order_id: { type: 'string' } } },
        annotations: { readOnlyHint: true },
      },
    ],
  }),
  'agent.mjs': AGENT,
  'good.case.yaml': caseText('order_total', 'good'),
  'wavering.case.yaml': caseText('order_wavering', 'wavering', 'trials: 3\npass_rule: all\n'),
  'slow.case.yaml': caseText('order_slow', 'slow'),
  'model.case.yaml': caseText('order_model', 'model'),
});

const row = (label: string | RegExp) =>
  workbench().page.locator('.test-explorer .monaco-list-row', { hasText: label });

/** Opens what is below a row of the Testing view. */
async function unfold(label: string, below: Locator): Promise<void> {
  await row(label).first().click();
  await workbench().page.keyboard.press('ArrowRight');
  await below.first().waitFor();
}

/** Runs a case with the profile Run, by the menu of its row in the Testing view. */
async function runInView(file: string, caseId: string): Promise<void> {
  const { page, runCommand } = workbench();
  await runCommand('Testing: Focus on Test Explorer View');
  await unfold(file, row(caseId));
  const item = page.locator('.monaco-menu .action-label', { hasText: 'Execute Using Profile' });
  const choice = page.locator('.quick-input-list .monaco-list-row .label-name');
  // A menu that has just opened may take a click for the end of the one that opened it.
  await vi.waitFor(async () => {
    await page.keyboard.press('Escape');
    await row(caseId).first().click({ button: 'right' });
    await item.click({ timeout: 5_000 });
    await choice.getByText('Run', { exact: true }).click({ timeout: 5_000 });
  }, 60_000);
}

it('a click on the lens Run asks with the command line, runs, and shows the verdict', async () => {
  const { openFile, lenses, clickLowestLens, page, screenshot } = workbench();
  await openFile('good.case.yaml');
  await clickLowestLens(/^Run$/, 1, question(page, 'node agent.mjs good'));
  await agree(workbench(), 'node agent.mjs good', 'run-consent');
  await lenses('passed').first().waitFor();
  await status(page, '1 passed').waitFor();
  await screenshot('run-passed');
});

it('a failing trial is shown on the line that gates it, and as a run of its own', async () => {
  const { openFile, page, runCommand, screenshot } = workbench();
  await openFile('wavering.case.yaml');
  await runCommand('Callsheet: Run Case');
  await agree(workbench(), 'node agent.mjs wavering');
  await page.locator('.test-error-content-widget').first().waitFor();
  await status(page, '1 failed').waitFor();
  await runCommand('Testing: Focus on Test Explorer View');
  const runs = row(/^#\d/);
  await unfold('wavering.case.yaml', row('order_wavering'));
  await unfold('order_wavering', runs);
  await expect.poll(() => runs.count()).toBe(3);
  await screenshot('run-failing-trial');
  expect(await runs.locator('.codicon-testing-failed-icon').count()).toBe(1);
});

it('a run that takes its time can be cancelled, and leaves no process', async () => {
  const { page, openFile, folder, notification, runCommand, screenshot } = workbench();
  await openFile('slow.case.yaml');
  await runCommand('Callsheet: Run Case');
  await agree(workbench(), 'node agent.mjs slow');
  const toast = notification('Running cases');
  await toast.waitFor();
  await status(page, '0 of 1').waitFor();
  const file = join(folder, 'pids');
  await vi.waitFor(() => expect(existsSync(file)).toBe(true), 10_000);
  const pids = (await readFile(file, 'utf8')).trim().split(' ').map(Number);
  expect(pids.map(isAlive)).toEqual([true, true]);
  await screenshot('run-progress');
  await toast.locator('.monaco-button', { hasText: 'Cancel' }).click();
  await status(page, '1 skipped').waitFor();
  await vi.waitFor(() => expect(pids.map(isAlive)).toEqual([false, false]), 10_000);
});

it('the profile Run of the Testing view runs a program', async () => {
  await runInView('good.case.yaml', 'order_total');
  await status(workbench().page, '1 passed').waitFor();
});

it('the profile Run of the Testing view plays with a model behind an address', async () => {
  const { page, screenshot } = workbench();
  await runInView('model.case.yaml', 'order_model');
  await agree(workbench(), service.url);
  await expect.poll(() => service.asked.length).toBe(2);
  await status(page, '1 passed').waitFor();
  await screenshot('run-chat');
});

it('the verdicts are there again after a reload', async () => {
  const { page, openFile, lenses, screenshot } = workbench();
  await page.reload();
  await page.locator('.explorer-folders-view .monaco-list-row, .test-explorer').first().waitFor();
  await openFile('wavering.case.yaml');
  await lenses('failed').first().waitFor();
  await screenshot('run-after-reload');
});
