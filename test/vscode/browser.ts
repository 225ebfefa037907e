import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { outputFolder } from '../../scripts/bootstrap.mjs';
import { findChromium } from '../../scripts/chromium.mjs';

/** How long an element may take to appear or a page to open, in milliseconds. */
const ACTION_LIMIT = 60_000;

/** Nothing that phones home, and what a container needs. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Browser {
  readonly page: Page;
  /** Ends the browser; a last picture, the trace and the console's log stay where `failed`. */
  close(failed: boolean): Promise<void>;
}

/**
 * Opens a page in Chromium, its size that of the screenshots.
 *
 * @param name names what is kept in test-output: `<name>.png`, `<name>.trace.zip` and
 *   `<name>.console.log`
 */
export async function openBrowser(name: string): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('Chromium is missing: install it, or let CHROME name it');
  const picture = join(outputFolder, `${name}.png`);
  const trace = join(outputFolder, `${name}.trace.zip`);
  const log = join(outputFolder, `${name}.console.log`);
  await mkdir(dirname(log), { recursive: true });

  const browser = await chromium.launch({ executablePath, args: ARGUMENTS });
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  await context.tracing.start({ screenshots: true, snapshots: true });
  const page = await context.newPage();
  page.setDefaultTimeout(ACTION_LIMIT);
  const console = createWriteStream(log);
  page.on('console', (message) => console.write(`${message.type()}: ${message.text()}\n`));
  page.on('pageerror', (error) => console.write(`uncaught: ${error.stack ?? error.message}\n`));

  return {
    page,
    async close(failed) {
      if (failed) await page.screenshot({ path: picture }).catch(() => undefined);
      await context.tracing.stop(failed ? { path: trace } : {});
      await browser.close();
      await new Promise((resolve) => console.end(resolve));
      if (!failed) await rm(log, { force: true });
    },
  };
}
