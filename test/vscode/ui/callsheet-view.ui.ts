import { spawnSync } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { root } from '../../../scripts/bootstrap.mjs';
import { report } from './parts.ts';
import { useWorkbench } from './workbench.ts';

const workbench = useWorkbench('ui-callsheet-view');

const row = (page: Page, text: string | RegExp): Locator =>
  page.locator('.pane .monaco-list-row', { hasText: text });

/** A case that passes two of three times. */
const FLAKY = `case_id: trip_flaky
category: trips
tags: [money, flights]
tools: flights.tools.json
user_message: Book me one seat from San Francisco to New York JFK on 12 June 2026.
expected:
  calls:
    - id: search
      name: search_flights
      args: { origin: SFO, dest: JFK, date: "2026-06-12" }
    - name: book_flight
      args: { flight_id: { from_call: search, path: "$.results[*].id" }, seats: 1 }
trace: [runs/book.good.trace.json, runs/again.trace.json, runs/book.bad.trace.json]
`;

it('the cases stand in groups, with trials and flakiness, and with what was chosen', async () => {
  const { page, folder, runCommand, untilSeen, screenshot } = workbench();
  const runs = join(folder, 'flights', 'runs');
  await cp(join(runs, 'book.good.trace.json'), join(runs, 'again.trace.json'));
  await writeFile(join(folder, 'flights', 'flaky.case.yaml'), FLAKY);
  await runCommand('View: Show Callsheet');
  await row(page, 'cancel.case.yaml').waitFor();
  await page.locator('.welcome-view-content', { hasText: 'no results yet' }).waitFor();
  await screenshot('view-no-results');
  await runCommand('Callsheet: Rescore All Cases');
  await row(page, 'All cases').waitFor();
  await screenshot('view-cases');
  const header = page.locator('.pane-header', { hasText: 'Cases' });
  await untilSeen(row(page, /Failed.*passed/), async (limit) => {
    await page.keyboard.press('Escape');
    await header.hover(limit);
    await header.getByRole('button', { name: 'Group By' }).click(limit);
    await page.locator('.monaco-menu .action-item', { hasText: 'Verdict' }).click(limit);
  });
  await row(page, /trip_flaky.*2\/3 flaky/).waitFor();
  await screenshot('view-cases-by-verdict');
  const tab = page.locator('.tab.active[aria-label*="flaky.case.yaml"]');
  await untilSeen(tab, (limit) => row(page, 'trip_flaky').click(limit));
});

it('the tools stand with their floors, and with the case that is worst', async () => {
  const { page, runCommand, untilSeen, screenshot } = workbench();
  await runCommand('Callsheet: Take the Results of Now as the Baseline');
  await page.locator('.pane-header', { hasText: 'Cases' }).click();
  await row(page, /Against the baseline.*nothing is worse/).waitFor();
  await row(page, 'book_flight').first().click();
  await row(page, 'Worst case').waitFor();
  await screenshot('view-tools');
  // It takes the focus, once it is there.
  const tab = page.locator('.tab.active[aria-label*="book.case.yaml"]');
  await untilSeen(tab, (limit) => row(page, 'Worst case').click(limit));
  await page.locator('.breadcrumbs-control', { hasText: '_regression' }).waitFor();
});

it('a run that got worse shows as a trend, and against the baseline', async () => {
  const { page, folder, runCommand, screenshot } = workbench();
  const runs = join(folder, 'flights', 'runs');
  await cp(join(runs, 'book.bad.trace.json'), join(runs, 'book.good.trace.json'));
  await runCommand('Callsheet: Rescore All Cases');
  await row(page, /book_flight.*▼/).waitFor();
  await row(page, /Against the baseline.*\d worse/).waitFor();
  await row(page, 'Against the baseline').click();
  await row(page, 'case flight_book_from_search: pass → fail').waitFor();
  await screenshot('view-trend');
});

it('the report stands beside the case, follows a rescore, and is driven by keys', async () => {
  const { page, folder, untilSeen } = workbench();
  await page.locator('.pane-header', { hasText: 'Cases' }).click();
  const shown = report(page);
  await untilSeen(shown.locator('h1', { hasText: 'trip_flaky' }), async (limit) => {
    await row(page, 'trip_flaky').hover(limit);
    await row(page, 'trip_flaky').getByRole('button', { name: 'Open Report' }).click(limit);
  });
  await shown.getByText('1 of 3 runs passed').first().waitFor();
  const runs = join(folder, 'flights', 'runs');
  // A change while a watcher starts is not seen.
  await untilSeen(shown.getByText('2 of 3 runs passed'), () =>
    cp(join(runs, 'again.trace.json'), join(runs, 'book.good.trace.json')),
  );

  const summary = shown.locator('summary', { hasText: 'Run' }).first();
  const details = shown.locator('details').first();
  const before = await details.getAttribute('open');
  await summary.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => details.getAttribute('open')).not.toBe(before);
  await page.keyboard.press('Enter');
});

it.each([
  ['Dark Modern', 'vs-dark', 'dark', /vscode-dark/],
  ['Dark High Contrast', 'hc-black', 'high-contrast', /vscode-high-contrast/],
  ['Light High Contrast', 'hc-light', 'high-contrast-light', /vscode-high-contrast-light/],
  ['Light Modern', 'vs', 'light', /vscode-light/],
])('the report follows the theme %s', async (theme, kind, name, mark) => {
  const { page, chooseTheme, screenshot } = workbench();
  // Keys that are pressed in the report do not reach the workbench.
  await page.locator('.editor-group-container').first().locator('.tab').first().click();
  await chooseTheme(theme, kind);
  const body = report(page).locator('body');
  await expect.poll(() => body.getAttribute('class')).toMatch(mark);
  await screenshot(`report-${name}`);
});

it('the report of everything opens from the tools', async () => {
  const { page, runCommand, screenshot } = workbench();
  await runCommand('Callsheet: Open the Report of All Results');
  const all = report(page);
  await all.locator('h1', { hasText: 'Callsheet score' }).waitFor();
  await all.getByText('Scoreboard of the tools').waitFor();
  await screenshot('report-all');
});

it.each(['light', 'dark'] as const)(
  'the same report as a file is accessible: %s',
  async (colorScheme) => {
    const { page, folder } = workbench();
    const file = join(folder, 'report.html');
    const program = [join(root, 'dist', 'cli.js'), 'score', 'flights', '--format', 'html'];
    const { stdout } = spawnSync(process.execPath, program, { cwd: folder, encoding: 'utf8' });
    await writeFile(file, stdout);
    const tab = await page.context().newPage();
    await tab.emulateMedia({ colorScheme });
    await tab.goto(`file://${file}`);
    await tab.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    await tab.evaluate(await readFile(axe, 'utf8'));
    const violations = await tab.evaluate(async () => {
      const { axe: checker } = window as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      };
      const found = await checker.run();
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    });
    await tab.close();
    expect(violations).toEqual([]);
  },
);
