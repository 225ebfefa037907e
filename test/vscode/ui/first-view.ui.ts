import { expect, it } from 'vitest';
import { useWorkbench } from './workbench.ts';

const workbench = useWorkbench('ui-first-view', { 'notes.txt': 'Nothing of ours.\n' });

it('a folder without cases and tools is told what to do, and a first case is begun', async () => {
  const { page, runCommand, untilSeen, screenshot } = workbench();
  await runCommand('View: Show Callsheet');
  const welcome = page.locator('.pane-body .welcome-view-content');
  const newCase = welcome.getByRole('button', { name: 'New Case' });
  await newCase.waitFor();
  await welcome.getByRole('button', { name: 'Pull Tools from MCP Server' }).waitFor();
  await screenshot('view-welcome');
  const kind = page.locator('.quick-input-list .monaco-list-row', { hasText: 'Case with calls' });
  await untilSeen(kind, (limit) => newCase.click(limit));
  await screenshot('view-new-case');
  await page.keyboard.press('Enter');
  await page.locator('.view-line', { hasText: 'case_id' }).first().waitFor();
  expect(await page.locator('.tab.active').getAttribute('aria-label')).toContain('first.case.yaml');
  await screenshot('view-first-case');
});
