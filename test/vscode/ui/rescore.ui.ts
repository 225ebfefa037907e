import { expect, it } from 'vitest';
import { useWorkbench } from './workbench.ts';

const workbench = useWorkbench('ui-rescore');

it('a click on the lens Rescore marks the wrong argument on its line', async () => {
  const { page, openFile, lenses, clickLowestLens, screenshot } = workbench();
  await openFile('weather/parallel.case.yaml');
  await clickLowestLens('Rescore', 2, lenses('failed'));
  await page.locator('.squiggly-error').first().waitFor();
  await screenshot('rescore-lens');
  expect(await lenses('passed').count()).toBe(0);
});

it('a click on the icon in the margin runs the case beside it', async () => {
  const { page, openFile, gutterIcons, screenshot } = workbench();
  await openFile('general/capital.case.yaml');
  await gutterIcons.first().waitFor();
  await gutterIcons.first().click();
  const passed = page.locator('.testing-run-glyph.codicon-testing-passed-icon');
  await passed.first().waitFor();
  await screenshot('gutter-icon');
  expect(await passed.count()).toBe(1);
});
