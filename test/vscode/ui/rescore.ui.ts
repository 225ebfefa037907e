import { expect, it } from 'vitest';
import { useWorkbench } from './workbench.ts';

const workbench = useWorkbench('ui-rescore');

it('a click on the lens Rescore marks the wrong argument on its line', async () => {
  const { page, openFile, goToLine, lenses, clickLowestLens, screenshot } = workbench();
  await openFile('flights/book.case.yaml');
  await clickLowestLens('Rescore', 2, lenses('failed'));
  await page.locator('.squiggly-error').first().waitFor();
  await page.locator('.test-error-content-widget').first().waitFor();
  await page.keyboard.press('Control+B');
  await goToLine(40);
  await page.locator('.view-line', { hasText: 'book.bad.trace.json' }).waitFor();
  await screenshot('rescore-wrong-argument');
  await page.keyboard.press('Control+B');
  expect(await lenses('passed').count()).toBe(0);
});

it('a click on the icon in the margin runs the case beside it', async () => {
  const { page, openFile, gutterIcons, screenshot } = workbench();
  await openFile('general/capital.case.yaml');
  await gutterIcons.first().waitFor();
  await gutterIcons.first().click();
  const passed = page.locator('.testing-run-glyph.codicon-testing-passed-icon');
  await passed.first().waitFor();
  await gutterIcons.last().click();
  const failed = page.locator('.testing-run-glyph.codicon-testing-failed-icon');
  await failed.first().waitFor();
  await screenshot('gutter-icons');
  expect([await passed.count(), await failed.count()]).toEqual([1, 1]);
});

it('the Testing view lists the cases with their states', async () => {
  const { page, runCommand, screenshot } = workbench();
  await runCommand('Testing: Focus on Test Explorer View');
  const file = page.locator('.test-explorer .monaco-list-row', { hasText: 'capital.case.yaml' });
  await file.waitFor();
  await page
    .locator('.test-explorer .monaco-list-row', { hasText: 'near-neighbours.dataset.yaml' })
    .waitFor();
  await screenshot('testing-view');
  expect(await file.locator('.codicon-testing-failed-icon').count()).toBe(1);
});

it('a score is legible with high contrast', async () => {
  const { page, openFile, lenses, screenshot } = workbench();
  await openFile('flights/book.case.yaml');
  await page.keyboard.press('Control+J');
  await page.keyboard.press('Control+K');
  await page.keyboard.press('Control+T');
  await page.locator('.quick-input-widget input[type="text"]').fill('Dark High Contrast');
  await page
    .locator('.quick-input-list .monaco-list-row', { hasText: 'Dark High Contrast' })
    .waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.monaco-workbench.hc-black').waitFor();
  await lenses('failed').first().waitFor();
  await screenshot('high-contrast');
});
