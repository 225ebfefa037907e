/** A case of the examples, run by the examples' own agent against their ledger. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'vitest';
import { agree, question, status } from './parts.ts';
import { useWorkbench } from './workbench.ts';

const workbench = useWorkbench('ui-running-examples');

const HASTY = 'agents/hasty.case.yaml';

it('the careful agent passes; the command takes the only case of the file', async () => {
  const { page, openFile, lenses, runCommand, screenshot } = workbench();
  await openFile('agents/charge.case.yaml');
  // The cursor is in the comment above the case.
  await runCommand('Callsheet: Run Case');
  await agree(workbench(), 'node agents/agent.mjs careful', 'run-example-consent');
  await lenses('passed').first().waitFor();
  await status(page, '1 passed').waitFor();
  await screenshot('run-example');
});

it('the hasty agent charges twice, and that is told on the line that gates it', async () => {
  const { page, folder, openFile, clickLowestLens, screenshot } = workbench();
  const text = await readFile(join(folder, 'agents/charge.case.yaml'), 'utf8');
  const hasty = text
    .replace('runner: careful', 'runner: hasty')
    .replace('agent_charge_timeout', 'agent_charge_hasty')
    .replace(/^trace: .*\n/m, '');
  await writeFile(join(folder, HASTY), hasty);
  await openFile(HASTY);
  await clickLowestLens(/^Run$/, 1, question(page, 'node agents/agent.mjs hasty'));
  await agree(workbench(), 'node agents/agent.mjs hasty');
  await page.locator('.test-error-content-widget').first().waitFor();
  await status(page, '1 failed').waitFor();
  await screenshot('run-example-failing');
});

it('the message of a failure leads to the report', async () => {
  const { page, runCommand, untilSeen, screenshot } = workbench();
  await runCommand('Test: Peek Output');
  const button = page.locator('.test-output-peek').getByText('Open Report').first();
  await button.waitFor();
  await screenshot('run-example-message');
  const tab = page.locator('.tab[aria-label*="Report: agent_charge_hasty"]');
  await untilSeen(tab, (limit) => button.click(limit));
});
