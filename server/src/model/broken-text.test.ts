import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseFile } from '../syntax/index.ts';
import { readCaseItem } from './read-case.ts';
import { readConfig } from './read-config.ts';
import { readDataset } from './read-dataset.ts';
import { readGolden } from './read-golden.ts';
import { toExpectation } from './resolve.ts';
import { placeAt } from './schema/lookup.ts';
import { checkShape } from './shape.ts';

const text = readFileSync('server/src/model/schema/every-key.case.yaml', 'utf8');
const env = { golden: () => undefined, toolset: { schema: () => null } };

/** Everything that the models do with a file, on a text that may be no file at all. */
function readAll(broken: string): void {
  const { tree } = parseFile(broken, 'yaml').documents[0]!.frame;
  const read = readCaseItem(tree);
  if (read?.kind === 'case') toExpectation(read, env);
  const golden = readGolden(tree);
  if (golden) toExpectation(golden, env);
  readDataset(tree);
  readConfig(tree);
  placeAt('case', tree.root, ['expected', 'calls', 0, 'args', 'a']);
  for (const kind of ['case', 'golden', 'dataset', 'case-item', 'config', 'trace'] as const) {
    if (tree.root) checkShape(kind, tree.root);
  }
}

describe('a text that is being typed', () => {
  it('is read up to any place', () => {
    for (let end = 0; end < text.length; end += 37) readAll(text.slice(0, end));
    expect(readCaseItem(parseFile(text, 'yaml').documents[0]!.frame.tree)?.kind).toBe('case');
  });

  it('is read without any one character', () => {
    for (let at = 0; at < text.length; at += 41) readAll(text.slice(0, at) + text.slice(at + 1));
  });
});
