import { draftJson } from './cursor-json.ts';
import { draftYaml, withoutNested } from './cursor-yaml.ts';
import { type Draft, PLACEHOLDER, type Token } from './draft.ts';
import { segmentAt, toFileSpan, toSegmentOffset } from './navigate.ts';
import type {
  Language,
  MapNode,
  Node,
  Path,
  Segment,
  SegmentTree,
  SourceDocument,
  SourceFile,
  Span,
} from './node.ts';
import { parseJson } from './parse-json.ts';
import { parseYaml } from './parse-yaml.ts';
import { keyText } from './yaml-nodes.ts';

/** Where in a document's structure that stands which is being typed. */
export interface CursorPlace extends Token {
  readonly document: SourceDocument;
  /** The segment that `path` starts in. */
  readonly segment: Segment;
  /** Set where that is an item of the cut list; a new item is counted too. */
  readonly itemIndex?: number;
  /** The segment's value without what is being typed. Its offsets behind the cursor mean nothing. */
  readonly root: Node | null;
  /**
   * `key`: a key of the mapping at `path`; `value`: the value at `path`; `item`: the list item at
   * `path`, its index included (an empty path is an item of the cut list).
   */
  readonly side: 'key' | 'value' | 'item';
  readonly path: Path;
  /** In file offsets. */
  readonly replace: Span;
  /** The keys that the mapping has beside the one being typed. */
  readonly existingKeys: readonly string[];
  /** Nothing else decides what the value is: a mapping, a list or a scalar may be begun here. */
  readonly fresh: boolean;
  /** A dash is due before what is inserted. */
  readonly needsDash: boolean;
  /** Inside a longer text: a block scalar, or several words. */
  readonly inText: boolean;
}

/**
 * Where a key, value or item would stand that is typed at `offset` of the file; undefined in a comment
 * and where the text around is too broken to tell. Reads no more than the segment at the offset.
 */
export function parseAtCursor(file: SourceFile, offset: number): CursorPlace | undefined {
  const place = segmentAt(file, offset);
  if (!place) return emptyPlace(file, offset);
  const { document, segment, itemIndex } = place;
  const { language } = file;
  const at = toSegmentOffset(segment, offset);
  const outside =
    itemIndex === undefined ? undefined : outsideItem(segment.tree.text, at, language);
  if (outside === 'item') {
    return newItem(document, segment, (itemIndex ?? 0) + 1, offset, at);
  }
  if (outside === 'frame') {
    const { frame } = document;
    const cut = frame.hole!.at;
    const text = `${frame.tree.text.slice(0, cut)}\n${frame.tree.text.slice(cut)}`;
    const found = read(draftYaml(text, cut), language, 'document');
    const replace = { start: offset, end: offset };
    return found && { ...found, document, segment: frame, replace };
  }
  const { text } = segment.tree;
  if (isGivenUp(segment.tree)) return undefined;
  const drafts = language === 'yaml' ? yamlDrafts(text, at) : draftJson(text, at);
  const found = read(drafts, language, itemIndex === undefined ? 'document' : 'item');
  if (!found) return undefined;
  const replace = toFileSpan(segment, found.replace);
  // An item of a JSON array may begin within a line: the file knows the line's indentation.
  const indent = language === 'yaml' ? found.indent : lineIndent(file.text, offset);
  const item = itemIndex === undefined ? {} : { itemIndex };
  return { ...found, replace, indent, document, segment, ...item };
}

/** What is not read as it stands is not read with a word more in it. */
const isGivenUp = ({ root, problems }: SegmentTree): boolean =>
  root === null && problems.some(({ code }) => code === 'gave-up');

/** As the text stands, then with what commonly breaks it mended. */
function yamlDrafts(text: string, at: number): readonly Draft[] {
  const mended = withoutNested(text, at);
  return [...draftYaml(text, at), ...(mended === text ? [] : draftYaml(mended, at))];
}

function lineIndent(text: string, offset: number): number {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))![0].length;
}

type Found = Omit<CursorPlace, 'document' | 'segment' | 'itemIndex'>;

/** Of a text longer than this the first draft alone is read: each takes as long as opening the file. */
const MAX_REDRAFTED = 200_000;

/** The best reading: the one with the fewest problems, of several the first. */
function read(
  drafts: readonly Draft[],
  language: Language,
  part: 'document' | 'item',
): Found | undefined {
  let best: { readonly found: Found; readonly problems: number } | undefined;
  for (const draft of drafts) {
    const tree =
      language === 'yaml' ? parseYaml(draft.text, part).tree : parseJson(draft.text, part);
    const hit = tree.root && findPlaceholder(tree.root, []);
    const problems = tree.problems.length + (hit?.exact ? 0 : 1);
    if (hit && (!best || problems < best.problems)) {
      best = { found: describe(draft, tree.root!, hit), problems };
    }
    if (best?.problems === 0 || draft.text.length > MAX_REDRAFTED) break;
  }
  return best?.found;
}

interface Hit {
  readonly side: 'key' | 'value' | 'item';
  readonly path: Path;
  readonly map?: MapNode;
  /** The token alone is the key or scalar. */
  readonly exact: boolean;
}

function findPlaceholder(node: Node, path: Path): Hit | undefined {
  if (node.origin) return undefined;
  if (node.kind === 'scalar') {
    const held = String(node.value).includes(PLACEHOLDER);
    return held ? { side: 'value', path, exact: node.value === PLACEHOLDER } : undefined;
  }
  if (node.kind === 'seq') {
    for (const [index, item] of node.items.entries()) {
      const hit = findPlaceholder(item, [...path, index]);
      if (hit) return item.kind === 'scalar' ? { ...hit, side: 'item' } : hit;
    }
    return undefined;
  }
  for (const { key, value } of node.entries) {
    const name = keyText(key);
    if (name.includes(PLACEHOLDER) && !key.origin) {
      return { side: 'key', path, map: node, exact: name === PLACEHOLDER };
    }
    const hit = findPlaceholder(value, [...path, name]);
    if (hit) return hit;
  }
  return undefined;
}

function describe({ token, needsDash = false }: Draft, root: Node, hit: Hit): Found {
  const existingKeys = hit.map?.entries.map(({ key }) => keyText(key)).filter(isTyped) ?? [];
  const alone = hit.map !== undefined && existingKeys.length === 0;
  const startsItem =
    hit.side === 'key' && alone && token.afterDash && !token.inFlow && !token.hasColon;
  const side =
    startsItem || (hit.side === 'value' && hit.path.length === 0 && token.afterDash)
      ? 'item'
      : hit.side;
  return {
    ...token,
    root: without(root),
    side,
    path: hit.path,
    existingKeys,
    fresh: hit.exact && !token.inFlow && (side !== 'key' || (alone && !token.hasColon)),
    needsDash,
    inText: !hit.exact,
  };
}

const isTyped = (name: string): boolean => !name.includes(PLACEHOLDER);

/** The tree without the placeholder. */
function without(node: Node): Node {
  if (node.origin) return node;
  if (node.kind === 'scalar') {
    return node.value === PLACEHOLDER ? { ...node, value: null, style: 'plain' } : node;
  }
  if (node.kind === 'seq') return { ...node, items: node.items.map(without) };
  const entries = node.entries
    .filter(({ key }) => isTyped(keyText(key)))
    .map((entry) => ({ ...entry, value: without(entry.value) }));
  return { ...node, entries };
}

/**
 * Where a line without a dash stands that lies left of the item it follows: it begins the next item,
 * or, at the margin, a key of the frame.
 */
function outsideItem(text: string, at: number, language: Language): 'item' | 'frame' | undefined {
  const dash = /^( *)-(?=\s|$)/m.exec(text);
  if (language !== 'yaml' || !dash || at <= dash.index + dash[0].length) return undefined;
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const newline = text.indexOf('\n', at);
  const line = text.slice(start, newline < 0 ? text.length : newline);
  if (line.trim() !== '') return undefined;
  const column = at - start;
  if (column === 0) return 'frame';
  return column <= dash[1]!.length ? 'item' : undefined;
}

function newItem(
  document: SourceDocument,
  segment: Segment,
  itemIndex: number,
  offset: number,
  at: number,
): CursorPlace {
  const lineStart = segment.tree.text.lastIndexOf('\n', at - 1) + 1;
  return {
    ...blankToken({ start: offset, end: offset }, at - lineStart, false),
    ...{ document, segment, itemIndex, root: null, side: 'item', path: [] },
    ...{ existingKeys: [], fresh: true, needsDash: true, inText: false },
  };
}

/** A file of JSON lines without a line. */
function emptyPlace(file: SourceFile, offset: number): CursorPlace {
  const tree = { text: file.text, root: null, problems: [] };
  const segment: Segment = { tree, start: 0, length: file.text.length };
  return {
    ...blankToken({ start: offset, end: offset }, 0, true),
    ...{ document: { frame: segment, items: [] }, segment, root: null, side: 'value', path: [] },
    ...{ existingKeys: [], fresh: true, needsDash: false, inText: false },
  };
}

const blankToken = (replace: Span, indent: number, inFlow: boolean): Token => ({
  ...{ replace, prefix: '', inFlow, indent, alone: true },
  ...{ hasColon: false, needsSpace: false, needsComma: false, afterDash: false },
});
