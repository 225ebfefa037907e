import { it } from 'vitest';
import { useWorkbench } from './workbench.ts';

const workbench = useWorkbench('ui-running-restricted', undefined, { trusted: false });

it('in Restricted Mode running is refused, with a button that leads to the way forward', async () => {
  const { page, openFile, goToLine, runCommand, notification, untilSeen, screenshot } = workbench();
  await openFile('agents/charge.case.yaml');
  await goToLine(5);
  await runCommand('Callsheet: Run Case');
  const toast = notification('Trust this workspace first');
  await toast.waitFor();
  await screenshot('run-restricted');
  const button = toast.locator('.monaco-button', { hasText: 'Manage Workspace Trust' });
  await untilSeen(page.locator('.workspace-trust-editor'), (limit) => button.click(limit));
  await screenshot('run-restricted-way');
});
