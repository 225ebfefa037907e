import { expect, it } from 'vitest';
import { useWorkbench } from './workbench.ts';

const workbench = useWorkbench('ui-smoke');

it('the packaged extension is listed', async () => {
  await workbench().page.keyboard.press('Control+Shift+X');
  const row = workbench().page.locator('.extension-list-item', { hasText: 'Callsheet' });
  await row.waitFor();
  expect(await row.textContent()).toContain('Write, check and score tool-call eval cases');
  await workbench().screenshot('extension');
});

it('its page shows the README, without a picture that cannot be shown there', async () => {
  const { page, screenshot } = workbench();
  await page.locator('.extension-list-item', { hasText: 'Callsheet' }).click();
  const readme = page.frameLocator('iframe.webview').frameLocator('#active-frame');
  await readme.locator('h1', { hasText: 'Callsheet' }).waitFor();
  await readme.locator('h2', { hasText: 'Your first case' }).waitFor();
  await screenshot('extension-page');
  expect(await readme.locator('img').count()).toBe(0);
});

it('it wakes at a case, and puts its lenses over it', async () => {
  await workbench().openFile('calendar/hypothetical_07.case.json');
  await workbench().lenses('Rescore').first().waitFor();
});
