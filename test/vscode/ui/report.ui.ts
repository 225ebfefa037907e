/** The report of a case: the ways that lead to it, and that it is there again after a reload. */
import type { Locator } from 'playwright-core';
import { it } from 'vitest';
import { report } from './parts.ts';
import { useWorkbench } from './workbench.ts';

const workbench = useWorkbench('ui-report');

const heading = (): Locator =>
  report(workbench().page).locator('h1', { hasText: 'capital' }).first();

it('opens by its lens, once the case is scored', async () => {
  const { openFile, lenses, runCommand, clickLowestLens, screenshot } = workbench();
  await openFile('general/capital.case.yaml');
  await runCommand('Callsheet: Rescore Every Case of This File');
  await lenses('failed').first().waitFor();
  await clickLowestLens(/^Report$/, 1, heading());
  await screenshot('report-by-lens');
});

it('is there again after a reload of the window', async () => {
  const { page, runCommand, screenshot } = workbench();
  // Only a reload of its own has VS Code keep what stands where.
  const loaded = page.waitForEvent('load');
  await runCommand('Developer: Reload Window').catch(() => undefined);
  await loaded;
  await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
  await heading().waitFor();
  await screenshot('report-after-reload');
  await runCommand('View: Close All Editors');
  await report(page).locator('h1').first().waitFor({ state: 'detached' });
});

it('opens by the menu of a case in the Testing view', async () => {
  const { page, runCommand, untilSeen, screenshot } = workbench();
  await runCommand('Testing: Focus on Test Explorer View');
  const row = (text: string) => page.locator('.test-explorer .monaco-list-row', { hasText: text });
  const own = row('general_capital').first();
  await untilSeen(own, async (limit) => {
    await row('capital.case.yaml').first().click(limit);
    await page.keyboard.press('ArrowRight');
  });
  const item = page.locator('.monaco-menu .action-label', { hasText: 'Open Report' });
  await untilSeen(heading(), async (limit) => {
    await page.keyboard.press('Escape');
    await own.click({ ...limit, button: 'right' });
    await item.click(limit);
  });
  await screenshot('report-by-menu');
});
