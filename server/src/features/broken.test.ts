import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindOf } from '../workspace/kinds.ts';
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
const WRITTEN: ReadonlySet<string | undefined> = new Set(['case', 'golden', 'dataset', 'config']);
const written = Object.keys(files).filter((path) => WRITTEN.has(kindOf(at(path), at(''), {})));

/** How many offsets of each file are tried. */
const TRIES = 30;

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
  const uri = at(path);

  /** What every feature answers with a piece of the text gone; before and after it the text is whole. */
  async function without(start: number, end: number) {
    const { workspace } = session;
    const outlines = new Outlines();
    const whole = await contextOf(path, outlines);
    const good = { lenses: codeLenses(whole).length, symbols: documentSymbols(whole).length };
    const document = workspace.store.peek(uri)!.document!;
    const range = { start: document.positionAt(start), end: document.positionAt(end) };
    workspace.change(uri, 2, [{ range, text: '' }]);
    const context = await contextOf(path, outlines);
    const answers = askEverything(context, start);
    const isBroken = context.findings().some(({ code }) => code === 'yaml-syntax');
    workspace.change(uri, 3, [
      { range: { start: range.start, end: range.start }, text: text.slice(start, end) },
    ]);
    return { answers, good, isBroken };
  }

  beforeAll(() => {
    session.workspace.open(uri, 1, text);
  });
  afterAll(() => {
    session.workspace.close(uri);
  });

  it('answers every feature with any one character gone, and keeps lenses and symbols', async () => {
    for (const offset of offsetsOf(text)) {
      const { answers, good, isBroken } = await without(offset, offset + 1);
      const shown = { lenses: answers.lenses.length, symbols: answers.symbols.length };
      if (isBroken) expect(shown).toEqual(good);
    }
  });

  it('answers every feature when cut off anywhere', async () => {
    for (const offset of offsetsOf(text)) {
      const { answers } = await without(offset, text.length);
      expect(Object.keys(answers)).toHaveLength(17);
    }
  });
});
