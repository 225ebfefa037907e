import { expect, it } from 'vitest';
import { useWorkbench } from './workbench.ts';

const workbench = useWorkbench('ui-writing');

it('completion offers the tools with what they do', async () => {
  const { page, openFile, goToLine, screenshot, stepPicture } = workbench();
  await openFile('flights/book.case.yaml');
  await goToLine(13);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('- name: s');
  const row = page.locator('.suggest-widget .monaco-list-row', { hasText: 'search_flights' });
  await row.waitFor();
  // While the list is open, the key that opens it shows more of the chosen entry.
  await page.keyboard.press('Control+Space');
  await page.locator('.suggest-details', { hasText: 'Find the flights' }).waitFor();
  await screenshot('completion-tool');
  await stepPicture('write', 960, 560);
  expect(await row.count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
});

it('hovering over a tool tells what it does and takes', async () => {
  const { page, openFile, hoverOver, screenshot, stepPicture } = workbench();
  await openFile('flights/retry-503.case.yaml');
  const tool = page.locator('.view-line').getByText('search_flights').first();
  const hover = await hoverOver(tool, 'Find the flights');
  expect(await hover.first().textContent()).toContain('origin');
  await screenshot('hover-tool');
  await stepPicture('tools', 900, 400);
});

it('a mistake is marked, and the quick fix mends it', async () => {
  const { page, openFile, goToLine, untilSeen, screenshot, stepPicture } = workbench();
  await openFile('mistakes.case.yaml');
  await page.locator('.squiggly-error').first().waitFor();
  await goToLine(9);
  await page.keyboard.press('Home');
  for (let step = 0; step < 'name: s'.length + 3; step++) await page.keyboard.press('ArrowRight');
  const fix = page.locator('.action-widget .monaco-list-row', { hasText: 'search_flights' });
  await untilSeen(fix, () => page.keyboard.press('Control+.'));
  await screenshot('quick-fix');
  await stepPicture('check', 900, 330);
  await fix.click();
  await page.locator('.view-line', { hasText: 'name: search_flights' }).first().waitFor();
});
