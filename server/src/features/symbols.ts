import { type DocumentSymbol, SymbolKind } from 'vscode-languageserver-types';
import type { CallNode } from '../model/located.ts';
import type { SegmentTree, Span } from '../syntax/index.ts';
import type { Unit } from '../workspace/contents.ts';
import type { FeatureContext } from './host.ts';
import { trajectoriesOf } from './target.ts';

/** Beyond this many an outline helps nobody and slows the editor down. */
const MAX_SYMBOLS = 5_000;

/** The outline: cases, and the calls of their golden trajectories. */
export function documentSymbols({ snapshot }: FeatureContext): DocumentSymbol[] {
  let left = MAX_SYMBOLS;
  const symbols: DocumentSymbol[] = [];
  for (const unit of snapshot.contents.units) {
    if (left <= 0) break;
    const symbol = unitSymbol(snapshot, unit);
    if (!symbol) continue;
    left -= 1 + (symbol.children?.length ?? 0);
    symbols.push(symbol);
  }
  return symbols;
}

type Rangers = Pick<FeatureContext, 'snapshot'>['snapshot'];

function unitSymbol(snapshot: Rangers, unit: Unit): DocumentSymbol | undefined {
  const { subject, tree } = unit;
  const id = subject.kind === 'case' ? subject.caseId : subject.goldenId;
  const ranges = rangesOf(snapshot, tree, subject.node, id?.node);
  if (!ranges) return undefined;
  const children = trajectoriesOf(unit).flatMap(({ calls }) =>
    calls.flatMap((call) => callSymbol(snapshot, tree, call) ?? []),
  );
  return {
    name: id?.value || '(no id)',
    kind: subject.kind === 'case' ? SymbolKind.Event : SymbolKind.Struct,
    ...(subject.title && { detail: subject.title.value }),
    ...ranges,
    children,
  };
}

function callSymbol(
  snapshot: Rangers,
  tree: SegmentTree,
  { node, name, id }: CallNode,
): DocumentSymbol | undefined {
  const ranges = rangesOf(snapshot, tree, node, name?.node);
  if (!ranges) return undefined;
  return {
    name: name?.value || '(no name)',
    kind: SymbolKind.Function,
    ...(id && { detail: id.value }),
    ...ranges,
  };
}

/** A client refuses a selection that is not inside its range. */
function rangesOf(snapshot: Rangers, tree: SegmentTree, span: Span, selection: Span | undefined) {
  const inside = selection && selection.start >= span.start && selection.end <= span.end;
  const range = snapshot.file.rangeOf(tree, span);
  const selectionRange = snapshot.file.rangeOf(
    tree,
    inside ? selection : { ...span, end: span.start },
  );
  return range && selectionRange && { range, selectionRange };
}
