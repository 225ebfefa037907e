/** docs/dependencies.md names every package that package.json does, with the licence that it has. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../scripts/bootstrap.mjs';

const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');

const { devDependencies, dependencies = {} } = JSON.parse(read('package.json'));
const wanted: Readonly<Record<string, string>> = { ...devDependencies, ...dependencies };

/** The rows of the page's tables, by their columns' heads. */
const rows = read('docs', 'dependencies.md')
  .split(/\n{2,}/)
  .filter((block) => block.startsWith('| package |'))
  .flatMap((table) => {
    const [head = [], , ...lines] = table
      .trim()
      .split('\n')
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    return lines.map((cells) => Object.fromEntries(head.map((name, i) => [name, cells[i] ?? ''])));
  });

const documented = rows.flatMap((row) => row.package!.split(', '));

it('is justified, each of them and no other', () => {
  expect(documented.toSorted()).toEqual(Object.keys(wanted).toSorted());
  for (const row of rows) expect(Object.values(row), row.package).not.toContain('');
});

it('is of an exact version', () => {
  expect(
    Object.values(wanted).filter((version) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)),
  ).toEqual([]);
});

it('has the licence that the page says', () => {
  for (const row of rows) {
    for (const name of row.package!.split(', ')) {
      const { license } = JSON.parse(read('node_modules', name, 'package.json'));
      // Some packages name a file that they do not hold.
      if (!license.startsWith('SEE ')) expect(license.split(' OR '), name).toContain(row.licence);
    }
  }
});
