/** The packaged extension in VS Code as a user has it, and what a user does there. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { outputFolder, root } from '../../../scripts/bootstrap.mjs';
import { openBrowser } from '../browser.ts';
import { keepLogs, startWorkbench } from '../server.mjs';

export interface Workbench {
  readonly page: Page;
  /** Where the copy of `examples/` lies that is open as the folder. */
  readonly folder: string;
  /** Opens a file by its path in the folder, and waits for its text. */
  openFile(path: string): Promise<void>;
  /** Runs a command by its title, as the palette shows it. */
  runCommand(title: string): Promise<void>;
  /** Puts the cursor on a line, one-based, and brings it into view. */
  goToLine(line: number): Promise<void>;
  /** The first code lens in view that has this title. */
  lens(title: string | RegExp): Locator;
  /** The icon in the editor's margin that runs the first test in view. */
  readonly gutterIcon: Locator;
  /** The notification that holds this text. */
  notification(text: string | RegExp): Locator;
  /** Keeps a picture in test-output/screenshots. */
  screenshot(name: string): Promise<string>;
  /** Ends everything; logs and the trace stay where `failed`. */
  close(failed: boolean): Promise<void>;
}

/**
 * Installs callsheet.vsix into a fresh profile and opens a copy of `examples/`.
 *
 * @param name names the logs in test-output
 */
async function openWorkbench(name: string): Promise<Workbench> {
  const scratch = await mkdtemp(join(tmpdir(), 'callsheet-ui-'));
  const folder = join(scratch, 'examples');
  const profile = join(scratch, 'profile');
  await cp(join(root, 'examples'), folder, { recursive: true });
  const server = await startWorkbench({
    profile,
    log: join(outputFolder, `${name}.server.log`),
    vsix: join(root, 'callsheet.vsix'),
  });
  const browser = await openBrowser(name);
  const { page } = browser;
  const close = async (failed: boolean) => {
    await browser.close(failed);
    await server.stop();
    if (failed) await keepLogs(profile, join(outputFolder, `${name}.logs`));
    await rm(scratch, { recursive: true, force: true });
  };
  try {
    await page.goto(`${server.url}/?folder=${encodeURIComponent(folder)}`);
    await page.waitForSelector('.monaco-workbench');
    await page.waitForSelector('.explorer-folders-view .monaco-list-row');
  } catch (error) {
    await close(true);
    throw error;
  }

  /** Types into the quick open box and takes the first choice. */
  const pick = async (key: string, text: string, choice?: string) => {
    await page.keyboard.press(key);
    const box = page.locator('.quick-input-widget input[type="text"]');
    await box.fill(text);
    const row = page.locator('.quick-input-list .monaco-list-row', { hasText: choice });
    await row.first().waitFor();
    await page.keyboard.press('Enter');
    await box.waitFor({ state: 'hidden' });
  };

  return {
    page,
    folder,
    async openFile(path) {
      const file = path.slice(path.lastIndexOf('/') + 1);
      await pick('Control+P', path, file);
      await page.locator(`.tab.active[aria-label*="${file}"]`).waitFor();
      await page.locator('.editor-instance .view-line').first().waitFor();
    },
    runCommand: (title) => pick('F1', `>${title}`, title),
    goToLine: (line) => pick('Control+P', `:${line}`),
    lens: (title) => page.locator('.codelens-decoration a', { hasText: title }).first(),
    gutterIcon: page.locator('.testing-run-glyph').first(),
    notification: (text) => page.locator('.notification-toast', { hasText: text }),
    async screenshot(picture) {
      const path = join(outputFolder, 'screenshots', `${picture}.png`);
      await page.screenshot({ path });
      return path;
    },
    close,
  };
}

/**
 * One workbench for a file of tests, opened before the first and closed after the last of them.
 *
 * @param name names the logs in test-output
 * @returns gives the workbench to a test
 */
export function useWorkbench(name: string): () => Workbench {
  let workbench: Workbench;
  let failed = false;
  beforeAll(async () => {
    workbench = await openWorkbench(name);
  });
  afterEach(({ task }) => {
    failed ||= task.result?.state === 'fail';
  });
  afterAll(() => workbench?.close(failed));
  return () => workbench;
}
