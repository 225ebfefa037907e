import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../workspace/session.ts';
import { at, sessionOf } from '../workspace/testing.ts';
import { codeLenses } from './code-lens.ts';
import { askEverything } from './every-feature.ts';
import type { FeatureContext } from './host.ts';
import { Outlines } from './outline.ts';
import { documentSymbols } from './symbols.ts';
import { ABLE } from './testing.ts';

const ROOT = join(import.meta.dirname, '../../../examples');
const files = Object.fromEntries(
  readdirSync(ROOT, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ya?ml|jsonl?)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(ROOT, path), readFileSync(path, 'utf8')]),
);
const written = Object.keys(files).filter((path) => !/\.trace\.|\.tools\./.test(path));

/** How many offsets of each file are tried. */
const TRIES = 20;

let session: Session;
beforeAll(async () => {
  ({ session } = sessionOf(files));
  await session.loadCases();
});

async function contextOf(path: string, outlines: Outlines): Promise<FeatureContext> {
  const snapshot = (await session.snapshot(at(path)))!;
  const { workspace } = session;
  return {
    workspace,
    snapshot,
    client: ABLE,
    findings: () => session.findings(snapshot).lint,
    scores: session.scoresOf(at(path)),
    files: (kind) => workspace.listed.filter((each) => workspace.kindOf(each) === kind),
    outlines,
  };
}

const offsetsOf = (text: string): number[] => {
  const step = Math.max(1, Math.floor(text.length / TRIES));
  return Array.from({ length: Math.ceil(text.length / step) }, (_, i) => i * step);
};

describe.each(written)('%s', (path) => {
  const text = files[path]!;
  /** What is shown while the file is as it should be; `outlines` then remember it. */
  const good = async () => {
    const outlines = new Outlines();
    session.workspace.open(at(path), 1, text);
    const context = await contextOf(path, outlines);
    return { outlines, lenses: codeLenses(context), symbols: documentSymbols(context) };
  };

  it('answers every feature with any one character gone', async () => {
    for (const offset of offsetsOf(text)) {
      const { outlines, lenses, symbols } = await good();
      session.workspace.open(at(path), 2, text.slice(0, offset) + text.slice(offset + 1));
      const context = await contextOf(path, outlines);
      const answers = askEverything(context, offset);
      if (!context.findings().some(({ code }) => code === 'yaml-syntax')) continue;
      expect([answers.lenses.length, answers.symbols.length]).toEqual([
        lenses.length,
        symbols.length,
      ]);
    }
    session.workspace.close(at(path));
  });

  it('answers every feature when cut off anywhere', async () => {
    const { outlines } = await good();
    for (const offset of offsetsOf(text)) {
      session.workspace.open(at(path), 2, text.slice(0, offset));
      const answers = askEverything(await contextOf(path, outlines), offset);
      expect(Object.keys(answers)).toHaveLength(17);
    }
    session.workspace.close(at(path));
  });
});
