import { expect, it } from 'vitest';
import { useWorkbench, type Workbench } from './workbench.ts';

const workbench = useWorkbench('ui-access');

interface Named {
  readonly role: string;
  readonly name: string;
}

/** What Chromium tells a screen reader: every part that has a role and a name. */
async function spoken({ page }: Workbench): Promise<Named[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes.flatMap(({ ignored, role, name }) =>
    ignored || !name?.value ? [] : [{ role: String(role?.value), name: String(name.value) }],
  );
}

/** Looks for a part by its role and name; the error names the parts of that role. */
function expectNamed(parts: readonly Named[], role: string, name: RegExp): void {
  const names = parts.filter((part) => part.role === role).map((part) => part.name);
  expect(names, `a ${role} that is called ${name}`).toEqual(
    expect.arrayContaining([expect.stringMatching(name)]),
  );
}

/** Opens a file with a case that fails, and scores it. */
async function openScored({ openFile, goToLine, lenses, runCommand }: Workbench): Promise<void> {
  await openFile('flights/book.case.yaml');
  await goToLine(40);
  await runCommand('Callsheet: Rescore Every Case of This File');
  await lenses('failed').filter({ visible: true }).first().waitFor();
}

it('a case is scored, looked at and mended with the keyboard alone', async () => {
  const { page, openFile, goToLine, lenses, runCommand, untilSeen } = workbench();
  await openFile('flights/book.case.yaml');
  await lenses('Rescore').first().waitFor();
  await goToLine(40);
  await runCommand('Callsheet: Rescore Case');
  await lenses('failed').first().waitFor();
  await page.keyboard.press('Control+Home');
  const peek = page.locator('.marker-widget', { hasText: 'callsheet score' });
  await untilSeen(peek, () => page.keyboard.press('F8'));
  await page.keyboard.press('Escape');
  await openFile('mistakes.case.yaml');
  await page.locator('.squiggly-error').first().waitFor();
  await goToLine(9);
  await page.keyboard.press('End');
  const fix = page.locator('.action-widget .monaco-list-row', { hasText: 'search_flights' });
  await untilSeen(fix, () => page.keyboard.press('Control+.'));
  await page.keyboard.press('Enter');
  await page.locator('.view-line', { hasText: 'name: search_flights' }).first().waitFor();
  await page.keyboard.press('Control+Z');
});

it('lenses, status and tests have names that a screen reader can say', async () => {
  const { page, runCommand } = workbench();
  await openScored(workbench());
  await runCommand('Testing: Focus on Test Explorer View');
  const row = page.locator('.test-explorer .monaco-list-row', { hasText: 'book.case.yaml' });
  await row.waitFor();
  await page.locator('[id="status.languageStatus"]').waitFor();
  const parts = await spoken(workbench());
  expectNamed(parts, 'button', /^Rescore$/);
  expectNamed(parts, 'button', /failed/);
  expectNamed(parts, 'button', /Language Status/);
  expectNamed(parts, 'treeitem', /book\.case\.yaml.*Failed/i);
});

it.each([
  ['Dark Modern', 'vs-dark', 'dark'],
  ['Light Modern', 'vs', 'light'],
  ['Light High Contrast', 'hc-light', 'high-contrast-light'],
])('findings, a hover and the inline score are legible in %s', async (theme, kind, picture) => {
  const { page, chooseTheme, hoverOver, screenshot } = workbench();
  await chooseTheme(theme, kind);
  await openScored(workbench());
  await page.locator('.squiggly-error').filter({ visible: true }).first().waitFor();
  const tool = page.locator('.view-line').getByText('search_flights').last();
  await hoverOver(tool, 'Find the flights');
  await screenshot(`theme-${picture}`);
  await page.keyboard.press('Escape');
});
