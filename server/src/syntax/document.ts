import type { Language, Node, Segment, SegmentTree, SourceDocument } from './node.ts';
import { parseJson } from './parse-json.ts';
import { parseYaml } from './parse-yaml.ts';
import type { State } from './scan.ts';
import type { AnchorFacts } from './yaml-nodes.ts';

/** What is known of a piece's text, wherever it stands: shared by all files that hold it. */
export interface Body {
  readonly length: number;
  readonly conflict?: number;
  /** Set once the piece was part of a file. */
  known?: boolean;
  /** Of an item: its tree. */
  item?: Parsed;
  /** Of a head: the frame, with the tail that it was read with. */
  frame?: Parsed & { readonly tail?: Body };
  /** Of a head: the whole document, where it cannot be cut. */
  whole?: Parsed & { readonly bodies: readonly Body[] };
}

/** A piece of the file as the scanner cut it. */
export interface Piece {
  readonly state: State;
  readonly start: number;
  readonly body: Body;
}

interface Parsed {
  readonly tree: SegmentTree;
  /** Absent where the text has neither anchors nor aliases. */
  readonly facts?: AnchorFacts;
}

export interface BuildContext {
  readonly text: string;
  readonly language: Language;
  readonly splitKey?: string;
  parsed: number;
}

/** Makes a document of its pieces (head, items, tail), parsing only what is not known yet. */
export function buildDocument(pieces: readonly Piece[], context: BuildContext): SourceDocument {
  const head = pieces[0]!;
  const last = pieces.at(-1)!;
  const end = last.start + last.body.length;
  for (const piece of pieces) piece.body.known = true;
  const tail = last !== head && last.state === 'tail' ? last : undefined;
  const items = pieces.slice(1, tail ? -1 : undefined);
  const uncut = ({ tree }: Parsed): Segment => ({
    tree,
    start: head.start,
    length: end - head.start,
  });
  const frame = parseFrame(head, tail, context);
  const segments = items.map((piece) => parseItem(piece, context));
  if (items.length === 0) return { frame: uncut(frame), items: [] };
  if (!isSound(frame, segments, head.body.length, context.splitKey)) {
    const bodies = pieces.map((piece) => piece.body);
    const known = head.body.whole;
    const same =
      known?.bodies.length === bodies.length && bodies.every((each, i) => each === known.bodies[i]);
    const whole = same
      ? known
      : { ...parse(sliceOf(context, head.start, end), 'document', context), bodies };
    head.body.whole = whole;
    return { frame: uncut(whole), items: [] };
  }
  const holeStart = head.start + head.body.length;
  const holeEnd = tail?.start ?? end;
  return {
    frame: {
      tree: frame.tree,
      start: head.start,
      length: end - head.start,
      hole: { at: head.body.length, length: holeEnd - holeStart },
    },
    splitKey: context.splitKey,
    items: segments.map(({ tree }, index) => ({
      tree,
      start: items[index]!.start,
      length: items[index]!.body.length,
    })),
  };
}

function parseFrame(head: Piece, tail: Piece | undefined, context: BuildContext): Parsed {
  const known = head.body.frame;
  if (known && known.tail === tail?.body) return known;
  const text =
    sliceOf(context, head.start, head.start + head.body.length) +
    (tail ? sliceOf(context, tail.start, tail.start + tail.body.length) : '');
  const frame = { ...parse(text, 'document', context), tail: tail?.body };
  head.body.frame = frame;
  return frame;
}

function parseItem(piece: Piece, context: BuildContext): Parsed {
  piece.body.item ??= parse(
    sliceOf(context, piece.start, piece.start + piece.body.length),
    'item',
    context,
  );
  return piece.body.item;
}

function parse(text: string, part: 'document' | 'item', context: BuildContext): Parsed {
  context.parsed++;
  if (context.language !== 'yaml') return { tree: parseJson(text, part) };
  const { tree, facts } = parseYaml(text, part);
  return facts.anchors.size + facts.aliases.size > 0 ? { tree, facts } : { tree };
}

/** A copy: a mere slice would keep the whole file's text of its day in memory. */
const sliceOf = ({ text }: BuildContext, start: number, end: number): string =>
  start === 0 && end === text.length ? text : JSON.parse(JSON.stringify(text.slice(start, end)));

/**
 * Whether the pieces mean what the uncut document means: the cut key stands where it seemed to, and no
 * alias needs an anchor of another piece. A frame that is broken is left cut, since the findings say
 * that it is broken, and its items are better read than not.
 */
function isSound(
  frame: Parsed,
  items: readonly Parsed[],
  holeAt: number,
  splitKey: string | undefined,
): boolean {
  const { root, problems } = frame.tree;
  return (problems.length > 0 || holdsHole(root, holeAt, splitKey)) && !crossesPieces(frame, items);
}

function holdsHole(root: Node | null, holeAt: number, splitKey: string | undefined): boolean {
  if (root?.kind !== 'map') return false;
  const entry = root.entries.find(({ key }) => key.value === splitKey && !key.origin);
  if (!entry || entry.key.end > holeAt) return false;
  const { value } = entry;
  if (value.kind === 'seq')
    return value.items.length === 0 && value.start < holeAt && value.end > holeAt;
  return value.kind === 'scalar' && value.value === null && value.start === value.end;
}

function crossesPieces(frame: Parsed, items: readonly Parsed[]): boolean {
  const owners = new Map<string, number>();
  const free: AnchorFacts[] = [];
  for (const { facts } of [frame, ...items]) {
    if (!facts) continue;
    for (const name of facts.anchors) owners.set(name, (owners.get(name) ?? 0) + 1);
    if (facts.free.size > 0) free.push(facts);
  }
  const isOwnedElsewhere = (name: string, { anchors }: AnchorFacts): boolean =>
    (owners.get(name) ?? 0) > (anchors.has(name) ? 1 : 0);
  // The frame's tail stands behind the items: even an alias that finds its anchor may mean theirs.
  for (const name of frame.facts?.aliases ?? []) {
    if (isOwnedElsewhere(name, frame.facts!)) return true;
  }
  return free.some((facts) => [...facts.free].some((name) => isOwnedElsewhere(name, facts)));
}
