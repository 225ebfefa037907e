import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useWorkbench } from './workbench.ts';

const workbench = useWorkbench('ui-rescore');

it('a click on the lens Rescore marks the wrong argument on its line', async () => {
  const { page, openFile, goToLine, lenses, clickLowestLens, screenshot, stepPicture } =
    workbench();
  await openFile('flights/book.case.yaml');
  await clickLowestLens('Rescore', 2, lenses('failed'));
  await page.locator('.squiggly-error').first().waitFor();
  await page.locator('.test-error-content-widget').first().waitFor();
  await page.keyboard.press('Control+B');
  await goToLine(40);
  await page.locator('.view-line', { hasText: 'book.bad.trace.json' }).waitFor();
  await page
    .locator('.breadcrumbs-control', { hasText: 'flight_book_from_search_regression' })
    .waitFor();
  await screenshot('rescore-wrong-argument');
  await stepPicture('rescore', 1180, 420);
  await page.keyboard.press('Control+B');
  expect(await lenses('failed').count()).toBe(1);
});

it('a click on the icon in the margin runs the case beside it', async () => {
  const { page, openFile, gutterIcons, untilSeen, screenshot } = workbench();
  await openFile('general/capital.case.yaml');
  const passed = page.locator('.testing-run-glyph.codicon-testing-passed-icon');
  await untilSeen(passed, (limit) => gutterIcons.first().click(limit));
  const failed = page.locator('.testing-run-glyph.codicon-testing-failed-icon');
  await untilSeen(failed, (limit) => gutterIcons.last().click(limit));
  await screenshot('gutter-icons');
  expect([await passed.count(), await failed.count()]).toEqual([1, 1]);
});

it('the Testing view lists the cases with their states', async () => {
  const { page, runCommand, screenshot } = workbench();
  await runCommand('Testing: Focus on Test Explorer View');
  const file = page.locator('.test-explorer .monaco-list-row', { hasText: 'capital.case.yaml' });
  await file.waitFor();
  await page
    .locator('.test-explorer .monaco-list-row', { hasText: 'near-neighbours.dataset.yaml' })
    .waitFor();
  await screenshot('testing-view');
  expect(await file.locator('.codicon-testing-failed-icon').count()).toBe(1);
});

it('a score is legible with high contrast', async () => {
  const { page, openFile, chooseTheme, lenses, screenshot } = workbench();
  await openFile('flights/book.case.yaml');
  await page.keyboard.press('Control+J');
  await chooseTheme('Dark High Contrast', 'hc-black');
  await lenses('failed').first().waitFor();
  await screenshot('high-contrast');
});

it('a dataset of many cases is scored case by case, with the manifests in use at hand', async () => {
  const { page, folder, openFile, lenses, runCommand, untilSeen, screenshot } = workbench();
  await writeFile(join(folder, 'flights/many.dataset.yaml'), manyCases(200));
  await openFile('flights/many.dataset.yaml');
  await lenses('Rescore').first().waitFor();
  await runCommand('Callsheet: Rescore Every Case of This File');
  await lenses('failed').first().waitFor();
  await lenses('passed').first().waitFor();
  const manifests = page.locator('.hover-language-status', { hasText: 'flights.tools.json' });
  const item = page.locator('[id="status.languageStatus"]');
  await untilSeen(manifests, (limit) => item.click(limit));
  await screenshot('dataset-many');
});

/** A dataset whose cases have passed and failed runs in turn. */
function manyCases(count: number): string {
  const cases = Array.from(
    { length: count },
    (_, index) => `  - case_id: trip_${String(index + 1).padStart(3, '0')}
    user_message: Book me one seat from San Francisco to New York JFK on 12 June 2026.
    expected:
      calls:
        - id: search
          name: search_flights
          args: { origin: SFO, dest: JFK, date: "2026-06-12" }
        - name: book_flight
          args: { flight_id: { from_call: search, path: "$.results[*].id" }, seats: 1 }
    trace: runs/book.${index % 2 === 0 ? 'good' : 'bad'}.trace.json
`,
  );
  return `dataset: trips\ntools: flights.tools.json\ncases:\n${cases.join('')}`;
}
