/** What Callsheet adds to the workbench, as a person finds it there. */
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { vi } from 'vitest';
import { CLICK_LIMIT, EFFECT_LIMIT, type Workbench } from './workbench.ts';

/** The status bar's item of the last run, once it says this. */
export const status = (page: Page, text: string): Locator =>
  page.locator('[id="callsheet.callsheet.callsheet.lastRun"]', { hasText: text });

/** The report that is in view. */
export const report = (page: Page): FrameLocator =>
  page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');

/** The question whether to start something: it shows the command line or address. */
export const question = (page: Page, start: string): Locator =>
  page.locator('.monaco-dialog-box', { hasText: start });

/** Agrees to what a run starts, once it is shown. */
export async function agree(
  { page, screenshot }: Workbench,
  start: string,
  picture?: string,
): Promise<void> {
  const box = question(page, start);
  await box.waitFor();
  if (picture) await screenshot(picture);
  const button = box.locator('.monaco-button', { hasText: 'Run' });
  await vi.waitFor(async () => {
    if (await button.isVisible()) await button.click({ timeout: CLICK_LIMIT });
    await box.waitFor({ state: 'hidden', timeout: CLICK_LIMIT });
  }, EFFECT_LIMIT);
}
