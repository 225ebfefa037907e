/** The way of docs/first-case.md in the editor: an MCP server's tools pulled, a case completed, a run scored. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { root } from '../../../scripts/bootstrap.mjs';
import { CLICK_LIMIT, EFFECT_LIMIT, useWorkbench } from './workbench.ts';

const workbench = useWorkbench('ui-first-case');

const SERVER = join(root, 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js');
const CASE = `case_id: release_day
user_message: On which day does release 4.2 ship?
trace: ./release.trace.json
tools:
expected:
  calls:
    - name:
`;
const RUN = {
  runs: [
    {
      calls: [
        { name: 'search_files', arguments: { path: '.', pattern: '**/*release*' }, status: 'ok' },
      ],
    },
  ],
};

it('pulls the tools of a server that the folder names, once a person agrees', async () => {
  const { page, folder, screenshot } = workbench();
  const notes = join(folder, 'notes');
  await mkdir(notes);
  await mkdir(join(folder, '.vscode'), { recursive: true });
  const servers = { files: { command: process.execPath, args: [SERVER, notes] } };
  await writeFile(join(folder, '.vscode/mcp.json'), JSON.stringify({ servers }));

  const box = page.locator('.quick-input-widget input[type="text"]');
  const rows = (text: string) =>
    page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
  // The palette may be opened before the extension's commands are known.
  await vi.waitFor(async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('F1');
    await box.fill('>Callsheet: Pull Tools from MCP Server', { timeout: CLICK_LIMIT });
    await rows('Pull Tools from MCP Server').click({ timeout: CLICK_LIMIT });
    await rows('server-filesystem').click({ timeout: CLICK_LIMIT });
  }, EFFECT_LIMIT);
  const question = page.locator('.monaco-dialog-box', { hasText: 'starts a program' });
  await question.getByRole('button', { name: 'Pull' }).click();
  await expect.poll(() => box.inputValue()).toContain('files.tools.json');
  await screenshot('pull-place');
  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: 'files.tools.json' }).waitFor();
  const { tools } = JSON.parse(await readFile(join(folder, 'files.tools.json'), 'utf8'));
  expect(tools.map(({ name }: { name: string }) => name)).toContain('search_files');
});

it('completes a case with these tools, and scores a run of it', async () => {
  const { page, folder, openFile, goToLine, lenses, clickLowestLens, untilSeen, screenshot } =
    workbench();
  await writeFile(join(folder, 'release.trace.json'), JSON.stringify(RUN));
  await writeFile(join(folder, 'release.case.yaml'), CASE);
  await openFile('release.case.yaml');
  /** Types at the end of a line and takes the offer that holds a text. */
  const complete = async (line: number, typed: string, offer: string) => {
    await goToLine(line);
    await page.keyboard.press('End');
    await page.keyboard.type(typed);
    const row = page.locator('.suggest-widget .monaco-list-row', { hasText: offer }).first();
    await untilSeen(row, async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+Space');
    });
    await row.click();
  };
  await complete(4, ' ', 'files.tools.json');
  await complete(7, ' sear', 'search_files');
  // The tool came with its required arguments, to be filled in.
  for (const [line, value] of ['"."', '"**/*release*"'].entries()) {
    await goToLine(9 + line);
    await page.keyboard.press('End');
    await page.keyboard.insertText(value);
  }
  await screenshot('first-case');
  await page.keyboard.press('Control+S');
  await page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
  const text = await readFile(join(folder, 'release.case.yaml'), 'utf8');
  expect(text).toContain('tools: files.tools.json\n');
  expect(text).toContain('args:\n        path: "."\n        pattern: "**/*release*"\n');
  await clickLowestLens('Rescore', 1, lenses('passed'));
});
