import { it } from 'vitest';
import { useWorkbench } from './workbench.ts';

const workbench = useWorkbench('ui-running-restricted', undefined, { trusted: false });

it('in Restricted Mode running is refused, with a button that leads to the way forward', async () => {
  const { page, openFile, goToLine, runCommand, notification, screenshot } = workbench();
  await openFile('agents/charge.case.yaml');
  await goToLine(5);
  await runCommand('Callsheet: Run Case');
  const toast = notification('Trust this workspace first');
  await toast.waitFor();
  await screenshot('run-restricted');
  await toast.locator('.monaco-button', { hasText: 'Manage Workspace Trust' }).click();
  await page.locator('.workspace-trust-editor').waitFor();
  await screenshot('run-restricted-way');
});
