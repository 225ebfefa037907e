/** The packaged extension in VS Code as a user has it, and what a user does there. */
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { outputFolder, root } from '../../../scripts/bootstrap.mjs';
import { openBrowser } from '../browser.ts';
import { keepLogs, startWorkbench } from '../server.mjs';

/** How long one click may take to show an effect, and all of them together, in milliseconds. */
export const CLICK_LIMIT = 5_000;
export const EFFECT_LIMIT = 60_000;

export interface Workbench {
  readonly page: Page;
  /** The folder that is open: a copy of `examples/`, or what a test has put there. */
  readonly folder: string;
  /** Opens a file by its path in the folder, and waits for its text. */
  openFile(path: string): Promise<void>;
  /** Runs a command by its title, as the palette shows it. */
  runCommand(title: string): Promise<void>;
  /** Puts the cursor on a line, one-based, and brings it into view. */
  goToLine(line: number): Promise<void>;
  /**
   * Does something until its effect is in view: VS Code draws anew while it starts and while it
   * resolves what it shows, and a click, a key or a move of the mouse in between goes nowhere.
   *
   * @param effect what must be in view after it
   * @param act does it, with a limit for each step of the mouse
   */
  untilSeen(effect: Locator, act: (limit: { readonly timeout: number }) => unknown): Promise<void>;
  /** Moves the mouse over something until a hover with this text is in view, and returns the hover. */
  hoverOver(target: Locator, text: string): Promise<Locator>;
  /** Chooses a colour theme by its name; the workbench has its kind as a class, `vs-dark` say. */
  chooseTheme(theme: string, kind: string): Promise<void>;
  /** The code lenses in view that have this title, in no order. */
  lenses(title: string | RegExp): Locator;
  /**
   * Clicks the lowest of the code lenses of a title until it has its effect.
   *
   * @param count how many of them there must be at least
   * @param effect what must be in view after it
   */
  clickLowestLens(title: string | RegExp, count: number, effect: Locator): Promise<void>;
  /** The icons in the editor's margin that run the tests in view. */
  readonly gutterIcons: Locator;
  /** The notification that holds this text. */
  notification(text: string | RegExp): Locator;
  /** Keeps a picture in test-output/screenshots. */
  screenshot(name: string): Promise<string>;
  /** Keeps a picture of the active editor from its top left corner, for a step of the walkthrough. */
  stepPicture(step: string, width: number, height: number): Promise<void>;
  /** Ends everything; logs and the trace stay where `failed`. */
  close(failed: boolean): Promise<void>;
}

/** Texts by name: those of a folder's files, say. */
type Files = Readonly<Record<string, string>>;

export interface WorkbenchOptions {
  /** False for Restricted Mode. */
  readonly trusted?: boolean;
  /** The extension's texts in German, by the English ones: VS Code's display language is German then. */
  readonly german?: Files;
}

/**
 * Installs callsheet.vsix into a fresh profile and opens a folder.
 *
 * @param name names the logs in test-output
 * @param files what the folder holds; a copy of `examples/` where absent
 */
async function openWorkbench(
  name: string,
  files: Files | undefined,
  { trusted = true, german }: WorkbenchOptions,
): Promise<Workbench> {
  const scratch = await mkdtemp(join(tmpdir(), 'callsheet-ui-'));
  const folder = join(scratch, 'examples');
  const profile = join(scratch, 'profile');
  if (files) await mkdir(folder);
  else await cp(join(root, 'examples'), folder, { recursive: true });
  for (const [file, text] of Object.entries(files ?? {})) await writeFile(join(folder, file), text);
  const server = await startWorkbench({
    profile,
    log: join(outputFolder, `${name}.server.log`),
    vsix: join(root, 'callsheet.vsix'),
    trusted,
  });
  const browser = await openBrowser(name);
  const { page } = browser;
  if (german) {
    await translate(join(profile, 'extensions'), german);
    await page.addInitScript("globalThis._VSCODE_NLS_LANGUAGE = 'de';");
  }
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

  const choices = (choice?: string, state = '') =>
    page.locator(`.quick-input-list .monaco-list-row${state}`, { hasText: choice });
  /** Types into the quick open box and takes what has the focus once a row is there. */
  const pick = async (keys: string, text: string, row: Locator) => {
    for (const key of keys.split(' ')) await page.keyboard.press(key);
    const box = page.locator('.quick-input-widget input[type="text"]');
    await box.fill(text, { timeout: CLICK_LIMIT });
    await row.first().waitFor({ timeout: CLICK_LIMIT });
    await page.keyboard.press('Enter');
    await box.waitFor({ state: 'hidden', timeout: CLICK_LIMIT });
  };
  /** Asks again where the list was made before what is looked for was there. */
  const pickSurely = (key: string, text: string, choice: string) => {
    let again = false;
    return vi.waitFor(async () => {
      if (again) await page.keyboard.press('Escape');
      again = true;
      await pick(key, text, choices(choice));
    }, EFFECT_LIMIT);
  };

  const untilSeen: Workbench['untilSeen'] = async (effect, act) => {
    const limit = { timeout: CLICK_LIMIT };
    await vi.waitFor(async () => {
      await act(limit);
      await effect.first().waitFor(limit);
    }, EFFECT_LIMIT);
  };

  const lenses = (title: string | RegExp) =>
    page.locator('.codelens-decoration > *', { hasText: title });

  return {
    page,
    folder,
    async openFile(path) {
      const file = path.slice(path.lastIndexOf('/') + 1);
      // The files opened before are listed until the search is done, another one with the focus.
      await vi.waitFor(async () => {
        await page.keyboard.press('Escape');
        await pick('Control+P', path, choices(file, '.focused'));
        const tab = page.locator(`.tab.active[aria-label*="${file}"]`);
        await tab.waitFor({ timeout: CLICK_LIMIT });
      }, EFFECT_LIMIT);
      await page.locator('.editor-instance .view-line').first().waitFor();
    },
    runCommand: (title) => pickSurely('F1', `>${title}`, title),
    goToLine: (line) => pick('Control+P', `:${line}`, choices()),
    untilSeen,
    async hoverOver(target, text) {
      const hover = page.locator('.monaco-hover-content', { hasText: text });
      await untilSeen(hover, async (limit) => {
        await page.mouse.move(0, 0);
        await target.hover(limit);
      });
      return hover;
    },
    chooseTheme: (theme, kind) =>
      untilSeen(page.locator(`.monaco-workbench.${kind}`), async () => {
        await page.keyboard.press('Escape');
        await pick('Control+K Control+T', theme, choices(theme, '.focused'));
      }),
    lenses,
    clickLowestLens: (title, count, effect) =>
      untilSeen(effect, async (limit) => {
        const boxes = await Promise.all(
          (await lenses(title).all()).map((lens) => lens.boundingBox()),
        );
        if (boxes.length < count) throw new Error(`${boxes.length} lenses ${title} in view`);
        const heights = boxes.map((box) => box?.y ?? 0);
        const lowest = lenses(title).nth(heights.indexOf(Math.max(...heights)));
        await lowest.click(limit);
      }),
    gutterIcons: page.locator('.testing-run-glyph'),
    notification: (text) => page.locator('.notification-toast', { hasText: text }),
    async screenshot(picture) {
      const path = join(outputFolder, 'screenshots', `${picture}.png`);
      await page.screenshot({ path });
      return path;
    },
    async stepPicture(step, width, height) {
      const editor = await page.locator('.editor-instance .monaco-editor').first().boundingBox();
      const clip = { x: editor!.x, y: editor!.y, width, height };
      const picture = await toWebp(page, await page.screenshot({ clip }));
      await writeFile(join(outputFolder, 'screenshots', `step-${step}.webp`), picture);
    },
    close,
  };
}

/** Adds a translation to the extension where it is installed. */
async function translate(extensions: string, german: Files): Promise<void> {
  const installed = (await readdir(extensions)).find((each) => each.startsWith('callsheet.'));
  if (installed === undefined) throw new Error(`the extension is not in ${extensions}`);
  const bundle = join(extensions, installed, 'l10n', 'bundle.l10n.de.json');
  await writeFile(bundle, JSON.stringify(german));
}

/** Makes a picture small, in sixteen shades a channel: the package holds those of the walkthrough. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const webp = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d', { alpha: false })!;
    context.drawImage(bitmap, 0, 0);
    const drawn = context.getImageData(0, 0, canvas.width, canvas.height);
    drawn.data.forEach((value, index) => {
      drawn.data[index] = Math.round(value / 17) * 17;
    });
    context.putImageData(drawn, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 1 });
    const made = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(made, (byte) => String.fromCharCode(byte)).join(''));
  }, png.toString('base64'));
  return Buffer.from(webp, 'base64');
}

/**
 * One workbench for a file of tests, opened before the first and closed after the last of them.
 *
 * @param name names the logs in test-output
 * @param files what its folder holds; a copy of `examples/` where absent
 * @returns gives the workbench to a test
 */
export function useWorkbench(
  name: string,
  files?: Files,
  options: WorkbenchOptions = {},
): () => Workbench {
  let workbench: Workbench;
  let failed = false;
  beforeAll(async () => {
    workbench = await openWorkbench(name, files, options);
  });
  afterEach(({ task }) => {
    failed ||= task.result?.state === 'fail';
  });
  afterAll(() => workbench?.close(failed));
  return () => workbench;
}
