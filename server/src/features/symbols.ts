import {
  type DocumentSymbol,
  type Range,
  type SymbolInformation,
  SymbolKind,
  type WorkspaceSymbol,
} from 'vscode-languageserver-types';
import { say } from '../l10n/say.ts';
import { plain } from '../report/text.ts';
import { fitted } from '../syntax/index.ts';
import { contentsToCheck } from '../workspace/files/contents.ts';
import type { FileState } from '../workspace/files/file-state.ts';
import { manifestOf } from '../workspace/links/toolsets.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import type { FeatureContext } from './host.ts';
import type { OutlineItem } from './outline.ts';

const KINDS: Readonly<Record<OutlineItem['kind'], SymbolKind>> = {
  case: SymbolKind.Event,
  golden: SymbolKind.Struct,
  run: SymbolKind.Event,
  call: SymbolKind.Function,
};

const titleOf = ({ kind, name }: OutlineItem): string =>
  plain(name ?? '') || (kind === 'call' ? say`(no name)` : say`(no id)`);

/** The outline: cases, golden trajectories and recorded runs, with the calls in them; a list for a client of old. */
export function documentSymbols({
  snapshot,
  client,
  outlines,
}: FeatureContext): DocumentSymbol[] | SymbolInformation[] {
  const items = outlines.of(snapshot);
  return client.symbolTree
    ? items.map(toSymbol)
    : items.flatMap((item) =>
        [item, ...item.children].map((each) => toEntry(each, item, snapshot)),
      );
}

const toSymbol = (item: OutlineItem): DocumentSymbol => ({
  name: titleOf(item),
  kind: KINDS[item.kind],
  ...(item.detail !== undefined && { detail: plain(item.detail) }),
  range: item.range,
  selectionRange: item.selectionRange,
  children: item.children.map(toSymbol),
});

const toEntry = (
  item: OutlineItem,
  holder: OutlineItem,
  { file: { uri } }: Snapshot,
): SymbolInformation => ({
  name: titleOf(item),
  kind: KINDS[item.kind],
  location: { uri, range: item.range },
  ...(item !== holder && { containerName: titleOf(holder) }),
});

/** More hits than anybody reads. */
const MAX_HITS = 500;

/** What a search finds: all that is needed for it, so that no file is parsed for a search again. */
interface Entry {
  readonly kind: SymbolKind;
  readonly name: string;
  readonly title: string | undefined;
  readonly range: Range;
}

const entries = new WeakMap<FileState, readonly Entry[]>();

/** Reads what a search finds in a file; once for each of its states. */
export function symbolsIn(file: FileState): readonly Entry[] {
  const known = entries.get(file) ?? fitted([...readEntries(file)]);
  entries.set(file, known);
  return known;
}

function* readEntries(file: FileState): Generator<Entry> {
  for (const { subject, tree } of contentsToCheck(file).units) {
    const id = subject.kind === 'case' ? subject.caseId : subject.goldenId;
    const range = id && file.rangeOf(tree, id.node);
    if (!range) continue;
    yield { kind: KINDS[subject.kind], name: id.value, title: subject.title?.value, range };
  }
  for (const { name, place, title } of file.kind === 'tools' ? manifestOf(file).tools : []) {
    const range = file.rangeOf(place.tree, place);
    if (range) yield { kind: SymbolKind.Function, name, title, range };
  }
}

/**
 * Cases, golden trajectories and tools of the workspace whose name, or title of a case, has the letters of a
 * query in their order.
 */
export function workspaceSymbols(
  query: string,
  files: Iterable<FileState>,
  isCancelled: () => boolean,
): WorkspaceSymbol[] {
  const matches = matcherOf(query);
  const found: WorkspaceSymbol[] = [];
  for (const file of files) {
    if (isCancelled()) return [];
    for (const { kind, name, title, range } of symbolsIn(file)) {
      const isTool = kind === SymbolKind.Function;
      if (!(matches(name) || (!isTool && title !== undefined && matches(title)))) continue;
      found.push({
        name: plain(name),
        kind,
        location: { uri: file.uri, range },
        ...(title !== undefined && { containerName: plain(title) }),
      });
      if (found.length >= MAX_HITS) return found;
    }
  }
  return found;
}

type Matches = (text: string) => boolean;

/** As editors do it: any text whose letters come in the query's order. */
function matcherOf(query: string): Matches {
  const letters = [...query.toLowerCase()].filter((letter) => letter.trim() !== '');
  return (text) => {
    const low = text.toLowerCase();
    let at = 0;
    for (const letter of letters) {
      at = low.indexOf(letter, at) + 1;
      if (at === 0) return false;
    }
    return true;
  };
}
