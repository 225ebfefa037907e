/** Completes marked texts over files in memory, for the tests. */

import { expect, it } from 'vitest';
import {
  type CompletionItem,
  InsertReplaceEdit,
  InsertTextFormat,
  InsertTextMode,
} from 'vscode-languageserver-types';
import { MemoryFileSystem } from '../../workspace/files/memory-file-system.ts';
import { toUri } from '../../workspace/files/uri.ts';
import { Session } from '../../workspace/session.ts';
import { complete } from './complete.ts';
import { FILES } from './fixtures.ts';
import type { CompletionContext } from './site.ts';

export const FOLDER = 'file:///w';

export interface Situation {
  /** Beside the completed file, by path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly name?: string;
  /** Files that something else has read before. */
  readonly load?: readonly string[];
  readonly client?: Partial<CompletionContext['client']>;
}

const CLIENT = { snippets: true, insertReplace: true };

/** What a feature is given for a file whose text is `text`. */
export async function contextFor(
  text: string,
  { files = FILES, name = 'a.case.yaml', client = {}, load = [] }: Situation = {},
): Promise<CompletionContext> {
  const uri = toUri(`${FOLDER}/${name}`);
  const all = Object.entries({ ...files, [name]: text });
  const fileSystem = new MemoryFileSystem(
    Object.fromEntries(all.map(([path, each]) => [`${FOLDER}/${path}`, each])),
  );
  const session = new Session({ fileSystem, folders: [FOLDER] }, () => {});
  await session.loadCases();
  for (const path of load) await session.workspace.store.load(toUri(`${FOLDER}/${path}`));
  const snapshot = (await session.snapshot(uri))!;
  const { workspace } = session;
  return {
    workspace,
    snapshot,
    client: { ...CLIENT, ...client },
    findings: () => session.findings(snapshot).lint,
    files: (kind) => workspace.listed.filter((each) => workspace.kindOf(each) === kind),
  };
}

/** The text and the offset of a `¦` in it. */
export function marked(text: string): { text: string; offset: number } {
  const offset = text.indexOf('¦');
  return { text: text.slice(0, offset) + text.slice(offset + 1), offset };
}

export class Completion {
  constructor(
    readonly text: string,
    readonly items: readonly CompletionItem[],
    private readonly context: CompletionContext,
  ) {}

  get labels(): string[] {
    return this.items.map(({ label }) => label);
  }

  item(label: string): CompletionItem {
    const found = this.items.filter((each) => each.label === label);
    if (found.length !== 1)
      throw new Error(`${label} is offered ${found.length} times: ${this.labels}`);
    return found[0]!;
  }

  /** The text after an item was taken, as an editor writes it: tab stops as `$1` or by their first text, a lone one at the end left out. */
  after(label: string, mode: 'insert' | 'replace' = 'replace'): string {
    const item = this.item(label);
    const { document } = this.context.snapshot.file;
    const edit = item.textEdit!;
    const range = InsertReplaceEdit.is(edit) ? edit[mode] : edit.range;
    const line = this.text.slice(document!.offsetAt({ ...range.start, character: 0 }));
    const column = range.start.character;
    const isAdjusted = item.insertTextMode === InsertTextMode.adjustIndentation;
    const blanks = isAdjusted ? /^[ \t]*/.exec(line.slice(0, column))![0] : '';
    const eol = this.text.includes('\r\n') ? '\r\n' : '\n';
    const isSnippet = item.insertTextFormat === InsertTextFormat.Snippet;
    const shown = isSnippet ? showStops(edit.newText.replace(/^([^$]*)\$1$/, '$1')) : edit.newText;
    const edits = [
      { range, newText: shown.replaceAll('\n', eol + blanks) },
      ...(item.additionalTextEdits ?? []),
    ]
      .map((each) => ({
        start: document!.offsetAt(each.range.start),
        end: document!.offsetAt(each.range.end),
        newText: each.newText,
      }))
      .sort((a, b) => b.start - a.start || b.end - a.end);
    return edits.reduce(
      (text, each) => text.slice(0, each.start) + each.newText + text.slice(each.end),
      this.text,
    );
  }
}

const showStops = (snippet: string): string =>
  snippet.replace(
    /\\([\\$}])|\$\{\d+\|((?:\\.|[^|\\])*)\|\}|\$\{\d+:((?:\\.|[^}\\])*)\}/g,
    (_, escaped, choices, text) =>
      escaped ??
      (choices === undefined
        ? (text as string).replace(/\\(.)/g, '$1')
        : `⟨${(choices as string).replace(/\\(.)/g, '$1')}⟩`),
  );

/** Completes at the `¦`. */
export async function completeAt(source: string, situation: Situation = {}): Promise<Completion> {
  const { text, offset } = marked(source);
  const context = await contextFor(text, situation);
  return new Completion(text, complete(context, offset), context);
}

/** Completes in one text after another, over files that are loaded once for the first of them. */
export async function completer(first: string, situation: Situation = {}) {
  const context = await contextFor(first, situation);
  const { workspace, snapshot } = context;
  let version = 0;
  return (text: string, offset: number): readonly CompletionItem[] => {
    workspace.open(snapshot.file.uri, ++version, text);
    const now = workspace.peek(snapshot.file.uri)!;
    return complete({ ...context, snapshot: now, findings: () => [] }, offset);
  };
}

/** A text with the cursor, an offered label, and the whole text after it is taken. */
export type Row = readonly [
  name: string,
  source: string,
  label: string,
  after: string,
  situation?: Situation,
];

/** Declares a test a row and line end: the text after the edit, and that each item is offered once. */
export function testRows(rows: readonly Row[]): void {
  const check = async (
    [, source, label, after, situation]: Row,
    change: (text: string) => string,
  ) => {
    const done = await completeAt(change(source), situation);
    expect(done.after(label)).toBe(change(after));
    expect(new Set(done.labels).size).toBe(done.labels.length);
  };
  for (const row of rows) {
    it(row[0], () => check(row, (text) => text));
    it(`${row[0]} (CRLF)`, () => check(row, (text) => text.replaceAll('\n', '\r\n')));
  }
}
