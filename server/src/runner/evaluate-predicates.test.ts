import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluatePredicates } from './evaluate-predicates.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'predicates-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function moduleOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('predicates of a module', () => {
  it('are answered in order, from ES modules and CommonJS, big integers whole', async () => {
    const text = '(value) => value === 12345678901234567890n || value === "SKU-1"';
    const calls = ['SKU-1', 12345678901234567890n, 1].map((value) => ({ name: 'sku', value }));
    for (const path of [
      moduleOf('a.mjs', `export const sku = ${text};`),
      moduleOf('a.cjs', `exports.sku = ${text};`),
    ]) {
      expect(await evaluatePredicates(path, calls)).toEqual({
        ok: true,
        answers: [true, true, false],
      });
    }
  });

  it.each([
    ['never ends', 'export const sku = () => { for (;;) {} };', 'it took longer than 0.5 s'],
    ['throws', 'export const sku = () => { throw new Error("no stock list"); };', 'no stock list'],
    ['exports something else', 'export const ean = () => true;', 'it exports no predicate sku'],
    ['exits', 'export const sku = () => process.exit(0);', 'it ended without an answer'],
  ])('a module that %s says so', async (_, text, reason) => {
    const path = moduleOf(`${text.length}.mjs`, text);
    expect(await evaluatePredicates(path, [{ name: 'sku', value: 1 }], 500)).toEqual({
      ok: false,
      reason,
    });
  });

  it('sees nothing of the environment', async () => {
    process.env.CALLSHEET_TEST_SECRET = 'hush';
    const path = moduleOf(
      'env.mjs',
      'export const sku = () => "CALLSHEET_TEST_SECRET" in process.env;',
    );
    expect(await evaluatePredicates(path, [{ name: 'sku', value: 1 }])).toEqual({
      ok: true,
      answers: [false],
    });
    delete process.env.CALLSHEET_TEST_SECRET;
  });
});
