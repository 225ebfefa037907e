import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { root } from '../../../scripts/bootstrap.mjs';
import { CLICK_LIMIT, EFFECT_LIMIT, useWorkbench } from './workbench.ts';

const workbench = useWorkbench('ui-walkthrough');

const text = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const words: Readonly<Record<string, string>> = text('package.nls.json');
const said = (key: string): string => words[key.slice(1, -1)] ?? '';
const [walkthrough] = text('package.json').contributes.walkthroughs;
const { id, title } = walkthrough;

interface Step {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly media: { readonly image: string; readonly altText: string };
}
const steps: readonly Step[] = walkthrough.steps;

/** Opens the walkthrough by the command that lists those of all extensions. */
async function openWalkthrough(): Promise<void> {
  const { page } = workbench();
  const limit = { timeout: CLICK_LIMIT };
  const choose = async (box: Locator, text: string, choice: string) => {
    await box.fill(text, limit);
    await page
      .locator('.quick-input-list .monaco-list-row', { hasText: choice })
      .first()
      .waitFor(limit);
    await page.keyboard.press('Enter');
  };
  const box = page.locator('.quick-input-widget input[type="text"]');
  await vi.waitFor(async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('F1');
    await choose(box, '>Welcome: Open Walkthrough', 'Open Walkthrough');
    await choose(page.locator('input[placeholder*="walkthrough"]'), said(title), said(title));
    const heading = page.locator('.getting-started-category h2', { hasText: said(title) }).last();
    await heading.waitFor(limit);
  }, EFFECT_LIMIT);
}

/** A step of the walkthrough in view, opened. */
async function openStep(step: Step) {
  const { page } = workbench();
  const shown = page.locator(
    `.getting-started-step[data-step-id="callsheet.callsheet#${id}#${step.id}"]`,
  );
  if (!(await shown.evaluate((element) => element.classList.contains('expanded')))) {
    await shown.locator('.step-title').click();
  }
  return shown;
}

it('each step shows its words and its picture', async () => {
  await openWalkthrough();
  const { page, screenshot } = workbench();
  for (const step of steps) {
    const shown = await openStep(step);
    expect(await shown.locator('.step-title').textContent()).toBe(said(step.title));
    expect(await shown.textContent()).not.toMatch(/`|\*\*|\]\(/);
    const picture = page.locator(`.getting-started-media img[alt="${said(step.media.altText)}"]`);
    await picture.waitFor();
    const seen = await picture.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      return { width: image.naturalWidth, from: decodeURIComponent(image.currentSrc) };
    });
    expect(seen.width).toBeGreaterThan(500);
    expect(seen.from).toContain(step.media.image);
    await screenshot(`walkthrough-${step.id}`);
  }
});

/** What each command of the steps brings into view. */
const EFFECTS: Readonly<Record<string, (page: Page) => Locator>> = {
  'callsheet.pullTools': (page) =>
    page.locator('.quick-input-list .monaco-list-row', { hasText: 'ledger' }),
  'workbench.action.files.newUntitledFile': (page) =>
    page.locator('.statusbar-item', { hasText: 'Callsheet' }).first(),
  'workbench.actions.view.problems': (page) =>
    page.locator('.markers-panel .monaco-list-row').first(),
  'workbench.view.testing.focus': (page) =>
    page.locator('.test-explorer .monaco-list-row', { hasText: 'capital.case.yaml' }),
  'callsheet.openDocumentation': (page) =>
    page
      .frameLocator('iframe.webview')
      .frameLocator('#active-frame')
      .locator('h1', { hasText: 'A first case' }),
};

const LINKS = steps.flatMap((step) =>
  [...said(step.description).matchAll(/\[([^\]]+)\]\(command:([\w.]+)/g)].map(
    ([, label = '', command = '']) => [label, command, step] as const,
  ),
);

it.each(LINKS)('“%s” does what it says: %s', async (label, command, step) => {
  const { page, untilSeen, screenshot } = workbench();
  await openWalkthrough();
  const shown = await openStep(step);
  const effect = EFFECTS[command];
  if (!effect) throw new Error(`nobody knows what ${command} shows`);
  // A list that opens while the step still moves may close again at once.
  await untilSeen(effect(page), (limit) => shown.getByText(label, { exact: true }).click(limit));
  await screenshot(`walkthrough-link-${command}`);
  await page.keyboard.press('Escape');
});

it('a new case begins with what Ctrl+Space offers', async () => {
  const { page, untilSeen, screenshot } = workbench();
  const write = steps.find((step) => step.id === 'write')!;
  await openWalkthrough();
  const link = (await openStep(write)).getByText('New Case', { exact: true });
  await untilSeen(page.locator('.tab.active', { hasText: 'Untitled' }), (limit) =>
    link.click(limit),
  );
  await page.locator('.statusbar-item', { hasText: 'Callsheet' }).first().waitFor();
  const row = page.locator('.suggest-widget .monaco-list-row', { hasText: 'Case with calls' });
  await untilSeen(row, async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Space');
  });
  await row.click();
  await page.locator('.view-line', { hasText: 'case_id:' }).first().waitFor();
  await screenshot('new-case');
});

it('every command of the steps was tried', () => {
  const tried = LINKS.map(([, command]) => command);
  expect(tried.sort()).toEqual(Object.keys(EFFECTS).sort());
});
