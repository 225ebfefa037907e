/** Asks features about marked texts over files in memory, for the tests. */
import type { Position, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import type { Uri } from '../workspace/files/uri.ts';
import { at, sessionOf } from '../workspace/testing.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import { frameMentions } from './frame-mentions.ts';
import type { ClientAbilities, FeatureContext } from './host.ts';
import { Outlines } from './outline.ts';

export const ABLE: ClientAbilities = {
  snippets: true,
  insertReplace: true,
  canRun: true,
  reports: true,
  markdown: true,
  links: true,
  symbolTree: true,
  documentChanges: false,
  resolvesActions: false,
};

export interface Asked {
  readonly context: FeatureContext;
  readonly snapshots: readonly Snapshot[];
  /** Of the `|` in the marked file. */
  readonly offset: number;
  /** The texts without the mark, by URI. */
  readonly texts: ReadonlyMap<Uri, string>;
}

/** How a fixture is written: each is run in every way. */
export interface Writing {
  readonly name: string;
  write(text: string): string;
}

const lines = (text: string): string => text.replaceAll('\n', '\r\n');
/** Twice the indentation, with what follows a dash moved along. */
const wider = (text: string): string =>
  text.replaceAll(
    /^( *)((?:- )*)/gm,
    (_, blanks: string, dashes: string) => blanks + blanks + dashes.replaceAll('- ', '-   '),
  );

export const WRITINGS: readonly Writing[] = [
  { name: 'LF, 2 spaces', write: (text) => text },
  { name: 'CRLF, 2 spaces', write: lines },
  { name: 'LF, 4 spaces', write: wider },
  { name: 'CRLF, 4 spaces', write: (text) => lines(wider(text)) },
];

/**
 * Loads files, one of them with a `|` where the cursor is.
 *
 * @param score rescore the marked file first
 */
export async function ask(
  files: Readonly<Record<string, string>>,
  { client = {}, score = false }: { client?: Partial<ClientAbilities>; score?: boolean } = {},
): Promise<Asked> {
  const marked = Object.entries(files).find(([, text]) => text.includes('|')) ?? [
    Object.keys(files)[0]!,
    '',
  ];
  const offset = Math.max(0, marked[1].indexOf('|'));
  const clean = Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, text.replace('|', '')]),
  );
  const { session } = sessionOf(clean);
  const { workspace } = session;
  await session.loadCases();
  for (const uri of workspace.listed) {
    const snapshot = await session.snapshot(uri);
    for (const mention of snapshot ? frameMentions(snapshot) : []) {
      if (mention.kind === 'file' && mention.uri) {
        await workspace.store.load(mention.uri);
        await workspace.store.loadPresence(mention.uri);
      }
    }
  }
  const uri = at(marked[0]);
  const snapshot = (await session.snapshot(uri))!;
  if (score) await session.rescore(snapshot);
  const context: FeatureContext = {
    workspace,
    snapshot,
    client: { ...ABLE, ...client },
    findings: () => session.findings(snapshot).lint,
    scores: session.scoresOf(uri),
    files: (kind) => workspace.listed.filter((each) => workspace.kindOf(each) === kind),
    outlines: new Outlines(),
  };
  const snapshots = workspace.listed.flatMap((each) => workspace.peek(each) ?? []);
  const texts = new Map(Object.entries(clean).map(([path, text]) => [at(path), text]));
  return { context, snapshots, offset, texts };
}

const offsetOf = (text: string, { line, character }: Position): number => {
  let start = 0;
  for (let i = 0; i < line; i++) start = text.indexOf('\n', start) + 1;
  return start + character;
};

/** A text after edits. */
export const edited = (text: string, edits: readonly TextEdit[]): string =>
  edits
    .map(({ range, newText }) => ({
      start: offsetOf(text, range.start),
      end: offsetOf(text, range.end),
      newText,
    }))
    .sort((a, b) => b.start - a.start)
    .reduce(
      (done, { start, end, newText }) => done.slice(0, start) + newText + done.slice(end),
      text,
    );

/** The files that an edit changes, by path below the folder, with their texts after it. */
export function changedBy(
  { texts }: Asked,
  edit: WorkspaceEdit | undefined,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(edit?.changes ?? {}).map(([uri, edits]) => [
      uri.slice(at('').length),
      edited(texts.get(uri) ?? '', edits),
    ]),
  );
}

/** The text at a range of a file. */
export const textAt = (
  { texts }: Asked,
  uri: Uri,
  range: { readonly start: Position; readonly end: Position },
): string => {
  const text = texts.get(uri) ?? '';
  return text.slice(offsetOf(text, range.start), offsetOf(text, range.end));
};
