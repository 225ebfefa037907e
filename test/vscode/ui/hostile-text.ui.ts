/** What cases, manifests and recordings say to deceive whoever looks is text, wherever VS Code shows it. */
import type { Locator, Page } from 'playwright-core';
import { it } from 'vitest';
import { TEXTS, useWatch } from './hostile.ts';
import { useWorkbench } from './workbench.ts';

const name = (index: number): string => `t${index} ${TEXTS[index]}`;

const tool = (text: string, index: number) => ({
  name: name(index),
  title: text,
  description: text,
  inputSchema: {
    type: 'object',
    properties: { q: { type: 'string', description: text, enum: [text], default: text } },
  },
});

/** One case with a call of each tool, a call a line; the recorded run calls them with other values. */
const lines = TEXTS.map(
  (text, index) => `{"name":${JSON.stringify(name(index))},"args":{"q":${JSON.stringify(text)}}}`,
);
const FIRST_LINE = 8;
const FILES = {
  'a.case.json': [
    '{',
    `"case_id": ${JSON.stringify(`c ${TEXTS.join(' ')}`)},`,
    `"title": ${JSON.stringify(TEXTS.join(' '))},`,
    `"tags": ${JSON.stringify(TEXTS)},`,
    '"user_message": "u", "tools": "m.tools.json", "trace": "r.trace.json",',
    '"expected":',
    '{"calls": [',
    lines.join(',\n'),
    ']}}',
  ].join('\n'),
  'm.tools.json': JSON.stringify({ tools: TEXTS.map(tool) }),
  'r.trace.json': JSON.stringify({
    case_id: `c ${TEXTS.join(' ')}`,
    runs: [
      { calls: TEXTS.map((text, index) => ({ name: name(index), arguments: { q: `${text}!` } })) },
    ],
  }),
};

const workbench = useWorkbench('ui-hostile-text', FILES);

const expectText = useWatch(workbench);

const rows = (page: Page, pane: string): Locator =>
  page.locator('.pane', { has: page.locator('.pane-header', { hasText: pane }) });

it('hovers over every tool', async () => {
  const { page, openFile, goToLine, untilSeen, screenshot } = workbench();
  await openFile('a.case.json');
  for (let index = 0; index < TEXTS.length; index++) {
    await goToLine(FIRST_LINE + index);
    await page.keyboard.press('Home');
    for (let i = 0; i < 11; i++) await page.keyboard.press('ArrowRight');
    const hover = page.locator('.monaco-hover:not(.hidden)', { hasText: `t${index}` });
    await untilSeen(hover, async () => {
      await page.keyboard.press('Control+K');
      await page.keyboard.press('Control+I');
    });
    await expectText(hover);
    await page.keyboard.press('Escape');
  }
  await screenshot('hostile-hover');
});

it('completion, with its documentation', async () => {
  const { page, goToLine, screenshot } = workbench();
  await goToLine(FIRST_LINE);
  await page.keyboard.press('Home');
  for (let i = 0; i < 9; i++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+Space');
  const list = page.locator('.suggest-widget.visible');
  await list.locator('.monaco-list-row').first().waitFor();
  const details = page.locator('.suggest-details-container .suggest-details');
  if (!(await details.isVisible())) await page.keyboard.press('Control+Space');
  await details.waitFor();
  const offered = Math.min(TEXTS.length, await list.locator('.monaco-list-row').count());
  for (let i = 0; i < offered; i++) {
    await expectText(list);
    await expectText(details);
    await page.keyboard.press('ArrowDown');
  }
  await screenshot('hostile-completion');
  await page.keyboard.press('Escape');
});

it('the report, in which nothing runs', async () => {
  const { page, runCommand, screenshot } = workbench();
  await runCommand('Callsheet: Rescore All Cases');
  await runCommand('Callsheet: Open the Report of All Results');
  const body = page
    .frameLocator('iframe.webview.ready')
    .frameLocator('#active-frame')
    .locator('main, body');
  await body.getByText('Scoreboard of the tools').first().waitFor();
  await expectText(body);
  await screenshot('hostile-report');
});

it('the trees of cases and tools', async () => {
  const { page, runCommand, screenshot } = workbench();
  await runCommand('View: Show Callsheet');
  const cases = rows(page, 'Cases');
  await cases.locator('.monaco-list-row', { hasText: 'terminal.new' }).first().waitFor();
  await expectText(cases);
  const tools = rows(page, 'Tools');
  await tools.locator('.monaco-list-row', { hasText: 't0' }).first().waitFor();
  await expectText(tools);
  await screenshot('hostile-trees');
});

it('the Testing view', async () => {
  const { page, runCommand, screenshot } = workbench();
  await runCommand('Testing: Focus on Test Explorer View');
  const tests = page.locator('.test-explorer');
  await tests.locator('.monaco-list-row').first().waitFor();
  await tests.locator('.monaco-tl-twistie').first().click();
  await tests.locator('.monaco-list-row', { hasText: 'terminal.new' }).first().waitFor();
  await expectText(tests);
  await screenshot('hostile-tests');
});
