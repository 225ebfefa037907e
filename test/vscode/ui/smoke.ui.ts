import { expect, it } from 'vitest';
import { useWorkbench } from './workbench.ts';

const workbench = useWorkbench('ui-smoke');

it('the packaged extension is listed', async () => {
  const { page, untilSeen, screenshot } = workbench();
  const row = page.locator('.extension-list-item', { hasText: 'Callsheet' });
  await untilSeen(row, () => page.keyboard.press('Control+Shift+X'));
  expect(await row.textContent()).toContain('Write, check and score tool-call eval cases');
  await screenshot('extension');
});

it('its page shows the README, without a picture that cannot be shown there', async () => {
  const { page, untilSeen, screenshot } = workbench();
  const row = page.locator('.extension-list-item', { hasText: 'Callsheet' });
  const readme = page.frameLocator('iframe.webview').frameLocator('#active-frame');
  await untilSeen(readme.locator('h1', { hasText: 'Callsheet' }), (limit) => row.click(limit));
  await readme.locator('h2', { hasText: 'Your first case' }).waitFor();
  await screenshot('extension-page');
  expect(await readme.locator('img').count()).toBe(0);
});

it('it wakes at a case, and puts its lenses over it', async () => {
  await workbench().openFile('calendar/hypothetical_07.case.json');
  await workbench().lenses('Rescore').first().waitFor();
});
