/** Breaks the examples one character at a time, as typing does, and asks everything after each edit. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { codeLenses } from '../../server/src/features/code-lens.ts';
import { askEverything } from '../../server/src/features/every-feature.ts';
import type { FeatureContext } from '../../server/src/features/host.ts';
import { Outlines } from '../../server/src/features/outline.ts';
import { documentSymbols } from '../../server/src/features/symbols.ts';
import { ABLE } from '../../server/src/features/testing.ts';
import { Testing } from '../../server/src/server/testing.ts';
import type { ContentChange } from '../../server/src/workspace/files/file-state.ts';
import { type FileKind, kindOf } from '../../server/src/workspace/files/kinds.ts';
import type { Session } from '../../server/src/workspace/session.ts';
import { at, sessionOf } from '../../server/src/workspace/testing.ts';

const ROOT = join(import.meta.dirname, '../../examples');
const files = Object.fromEntries(
  readdirSync(ROOT, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ya?ml|jsonl?)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(ROOT, path), readFileSync(path, 'utf8')]),
);

/** The examples of some kinds, by path. */
export const examplesOf = (...kinds: readonly FileKind[]): string[] =>
  Object.keys(files).filter((path) => {
    const kind = kindOf(at(path), at(''), {});
    return kind !== undefined && kinds.includes(kind);
  });

/** What a person sees of a file's cases. */
const shownIn = (
  lenses: readonly { readonly data?: { readonly case_id?: string } }[],
  symbols: readonly { readonly name: string }[],
  items: readonly { readonly case_id: string }[],
) => ({
  lenses: lenses.map(({ data }) => data?.case_id),
  symbols: symbols.map(({ name }) => name),
  items: items.map(({ case_id }) => case_id),
});

/** For the longest example on a busy machine, in milliseconds. */
const TIMEOUT_MS = 600_000;

/** Tests each example: with every single character gone, and cut off at every offset. */
export function breaking(paths: readonly string[]): void {
  describe.each(paths)('%s', (path) => {
    const text = files[path]!;
    const uri = at(path);
    const positions = TextDocument.create(uri, '', 0, text);
    const outlines = new Outlines();
    let session: Session;
    let testing: Testing;
    /** The file as it was, in a session of its own. */
    let whole: FeatureContext;
    let version = 1;

    const contextOf = async (from: Session): Promise<FeatureContext> => {
      const { workspace } = from;
      const snapshot = (await from.snapshot(uri))!;
      return {
        workspace,
        snapshot,
        client: ABLE,
        findings: () => from.findings(snapshot).lint,
        scores: from.scoresOf(uri),
        files: (kind) => workspace.listed.filter((each) => workspace.kindOf(each) === kind),
        outlines,
      };
    };

    beforeAll(async () => {
      ({ session } = sessionOf(files));
      testing = new Testing({} as Connection, session, false);
      const { session: untouched } = sessionOf(files);
      await Promise.all([session.loadCases(), untouched.loadCases()]);
      whole = await contextOf(untouched);
      session.workspace.open(uri, version, text);
    });

    /** Edits the file, asks everything at an offset, and compares with what the whole file showed. */
    async function askAfter(changes: readonly ContentChange[], offset: number): Promise<void> {
      const good = shownIn(
        codeLenses(whole),
        documentSymbols(whole),
        testing.casesIn(whole.snapshot),
      );
      session.workspace.change(uri, ++version, changes);
      const context = await contextOf(session);
      const { lenses, symbols } = askEverything(context, offset);
      const items = testing.casesIn(context.snapshot);
      const isBroken = context.findings().some(({ code }) => code === 'yaml-syntax');
      if (isBroken) expect(shownIn(lenses, symbols, items), `at ${offset}`).toEqual(good);
    }

    const insert = (offset: number): ContentChange => {
      const start = positions.positionAt(offset);
      return { range: { start, end: start }, text: text[offset]! };
    };
    const remove = (offset: number): ContentChange => {
      const [start, end] = [positions.positionAt(offset), positions.positionAt(offset + 1)];
      return { range: { start, end }, text: '' };
    };

    it(
      'answers everything with any one character gone, and keeps what it showed',
      async () => {
        for (let offset = 0; offset < text.length; offset++) {
          const changes = [...(offset > 0 ? [insert(offset - 1)] : []), remove(offset)];
          await askAfter(changes, offset);
        }
        session.workspace.change(uri, ++version, [{ text }]);
      },
      TIMEOUT_MS,
    );

    it(
      'answers everything when cut off anywhere, and keeps what it showed',
      async () => {
        for (let offset = text.length - 1; offset >= 0; offset--) {
          await askAfter([remove(offset)], offset);
        }
      },
      TIMEOUT_MS,
    );
  });
}
