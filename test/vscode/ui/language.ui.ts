import { expect, it } from 'vitest';
import { useWorkbench } from './workbench.ts';

const workbench = useWorkbench('ui-language', undefined, {
  german: {
    Rescore: 'Neu bewerten',
    '{0} failed': '{0} durchgefallen',
  },
});

it('speaks the display language, the server as well as the extension', async () => {
  const { page, openFile, runCommand, lenses, screenshot } = workbench();
  await openFile('flights/book.case.yaml');
  await lenses('Neu bewerten').first().waitFor();
  expect(await lenses(/^Rescore$/).count()).toBe(0);
  await runCommand('Callsheet: Rescore Every Case of This File');
  await page.locator('.statusbar-item', { hasText: '1 durchgefallen' }).waitFor();
  await screenshot('language-german');
});
