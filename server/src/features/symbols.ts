import {
  type DocumentSymbol,
  type SymbolInformation,
  SymbolKind,
  type WorkspaceSymbol,
} from 'vscode-languageserver-types';
import { say } from '../l10n/say.ts';
import { plain } from '../report/text.ts';
import { manifestOf } from '../workspace/toolsets.ts';
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

/**
 * Cases, golden trajectories and tools of the workspace whose name, or title, has the letters of a query
 * in their order.
 */
export function workspaceSymbols(
  query: string,
  snapshots: Iterable<Snapshot>,
  isCancelled: () => boolean,
): WorkspaceSymbol[] {
  const matches = matcherOf(query);
  const found: WorkspaceSymbol[] = [];
  for (const snapshot of snapshots) {
    if (isCancelled()) return [];
    for (const symbol of symbolsOf(snapshot, matches)) {
      found.push(symbol);
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

function* symbolsOf({ file, contents }: Snapshot, matches: Matches): Generator<WorkspaceSymbol> {
  const { uri } = file;
  for (const { subject, tree } of contents.units) {
    const id = subject.kind === 'case' ? subject.caseId : subject.goldenId;
    const title = subject.title?.value;
    if (!id || !(matches(id.value) || (title !== undefined && matches(title)))) continue;
    const range = file.rangeOf(tree, id.node);
    if (!range) continue;
    yield {
      name: plain(id.value),
      kind: KINDS[subject.kind],
      location: { uri, range },
      ...(title !== undefined && { containerName: plain(title) }),
    };
  }
  if (file.kind !== 'tools') return;
  for (const { name, place, title } of manifestOf(file).tools) {
    const range = matches(name) ? file.rangeOf(place.tree, place) : undefined;
    if (!range) continue;
    yield {
      name: plain(name),
      kind: SymbolKind.Function,
      location: { uri, range },
      ...(title !== undefined && { containerName: plain(title) }),
    };
  }
}
