import type {
  Entry,
  MapNode,
  Node,
  Scalar,
  ScalarNode,
  ScalarStyle,
  SegmentTree,
  Span,
} from '../syntax/node.ts';
import type { Edit } from './rule.ts';

/** Words that a YAML reader, of this or the last version, takes for something else than text. */
const WORDS = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
const PLAIN = /^[\p{L}_](?:[\p{L}\p{N}_./-]| (?=[\p{L}\p{N}_]))*$/u;

/** Whether the segment is written as JSON, so that every key and text needs its double quotes. */
export const isJson = (tree: SegmentTree): boolean => /^\s*[[{]\s*(?:["\]}[{]|$)/.test(tree.text);

export const eolOf = (tree: SegmentTree): string => (tree.text.includes('\r\n') ? '\r\n' : '\n');

/** A scalar as text, in the quotes given where it needs or had any. */
export function renderScalar(value: Scalar, style: ScalarStyle = 'plain'): string {
  if (typeof value !== 'string') return String(value);
  if (style === 'single') return `'${value.replaceAll("'", "''")}'`;
  const bare = style === 'plain' && PLAIN.test(value) && !WORDS.test(value);
  return bare ? value : JSON.stringify(value);
}

/** The style that a new scalar takes in a segment. */
const styleIn = (tree: SegmentTree): ScalarStyle => (isJson(tree) ? 'double' : 'plain');

/** A new scalar, as the segment's language writes it. */
export const renderIn = (tree: SegmentTree, value: Scalar): string =>
  renderScalar(value, styleIn(tree));

/** Puts a value in a scalar's place, in the quotes that stand there. */
export const replaceScalar = (node: ScalarNode, value: Scalar): Edit => ({
  start: node.start,
  end: node.end,
  text: renderScalar(value, node.style === 'block' ? 'double' : node.style),
});

/** `{ key: value, … }` in flow style. */
export function renderFlowMap(
  tree: SegmentTree,
  entries: readonly (readonly [key: string, value: string])[],
): string {
  return `{ ${entries.map(([key, value]) => `${renderIn(tree, key)}: ${value}`).join(', ')} }`;
}

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

function lineEnd(text: string, offset: number): number {
  const feed = text.indexOf('\n', offset);
  if (feed === -1) return text.length;
  return text[feed - 1] === '\r' ? feed - 1 : feed;
}

/** The entries that are written in the mapping itself, not merged into it, in the order of the text. */
const ownEntries = (map: MapNode): Entry[] =>
  map.entries.filter((entry) => !entry.key.origin).sort((a, b) => a.start - b.start);

/** How far the nested mappings of a segment are indented. */
export function indentUnit(tree: SegmentTree): number {
  let least: number | undefined;
  for (const [, blanks] of tree.text.matchAll(/^( +)\S/gm)) {
    least = Math.min(least ?? blanks!.length, blanks!.length);
  }
  return Math.max(2, least ?? 2);
}

const columnAt = (tree: SegmentTree, offset: number): number =>
  offset - lineStart(tree.text, offset);

/** The column at which a block mapping's keys stand. */
const columnOf = (tree: SegmentTree, map: MapNode): number => {
  const first = ownEntries(map)[0];
  return columnAt(tree, first?.start ?? map.start);
};

/**
 * Adds an entry to a mapping, in the mapping's own style. `value` is text, or the entries of a nested
 * mapping; it stands after the entry `after`, by default the last one. Undefined where the mapping came
 * through an alias: its text stands elsewhere.
 */
export function insertEntry(
  tree: SegmentTree,
  map: MapNode,
  key: string,
  value: string | readonly (readonly [key: string, value: string])[],
  after?: Entry,
): Edit | undefined {
  if (map.origin) return undefined;
  const entries = ownEntries(map);
  const last = after ?? entries.at(-1);
  const flowValue = typeof value === 'string' ? value : renderFlowMap(tree, value);
  const flowText = `${renderIn(tree, key)}: ${flowValue}`;
  if (!last) return { start: map.start, end: map.end, text: `{ ${flowText} }` };
  const eol = eolOf(tree);
  if (map.flow) {
    const before = tree.text.slice(map.start, entries[0]!.start);
    const own = tree.text.slice(lineStart(tree.text, last.start), last.start);
    const separator = before.includes('\n') && own.trim() === '' ? `,${eol}${own}` : ', ';
    return { start: last.end, end: last.end, text: separator + flowText };
  }
  const indent = ' '.repeat(columnOf(tree, map));
  const deeper = indent + ' '.repeat(indentUnit(tree));
  const lines =
    typeof value === 'string'
      ? flowText
      : [
          `${renderIn(tree, key)}:`,
          ...value.map(([name, text]) => `${deeper}${renderIn(tree, name)}: ${text}`),
        ].join(eol);
  if (tree.text[last.end - 1] === '\n') {
    return { start: last.end, end: last.end, text: `${indent}${lines}${eol}` };
  }
  const at = lineEnd(tree.text, last.end);
  return { start: at, end: at, text: `${eol}${indent}${lines}` };
}

/** Takes an entry out of its mapping, with its line or its comma. */
export function removeEntry(tree: SegmentTree, map: MapNode, entry: Entry): Edit | undefined {
  if (map.origin || entry.key.origin) return undefined;
  const entries = ownEntries(map);
  const index = entries.indexOf(entry);
  const next = entries[index + 1];
  const previous = entries[index - 1];
  const begin = lineStart(tree.text, entry.start);
  const ownLine = tree.text.slice(begin, entry.start).trim() === '';
  if (!map.flow && ownLine) {
    if (tree.text[entry.end - 1] === '\n') return { start: begin, end: entry.end, text: '' };
    const feed = tree.text.indexOf('\n', entry.end);
    if (feed !== -1) return { start: begin, end: feed + 1, text: '' };
    return { start: Math.max(0, lineEnd(tree.text, begin - 1)), end: tree.text.length, text: '' };
  }
  if (next) return { start: entry.start, end: next.start, text: '' };
  if (previous) return { start: previous.end, end: entry.end, text: '' };
  return map.flow ? { start: entry.start, end: entry.end, text: '' } : undefined;
}

/**
 * Takes an entry out of one mapping and adds it to another, indented as it stands there. Undefined where
 * that cannot be written: block style in a mapping with braces, or text that came through an alias.
 */
export function moveEntry(
  tree: SegmentTree,
  from: MapNode,
  entry: Entry,
  to: MapNode,
): Edit[] | undefined {
  const removal = removeEntry(tree, from, entry);
  const written = textOf(tree, entry);
  const oneLine = !written.includes('\n');
  const insertion = insertEntry(tree, to, String(entry.key.value), textOf(tree, entry.value));
  if (!removal || !insertion || (to.flow && !oneLine)) return undefined;
  if (to.flow || ownEntries(to).length === 0) return oneLine ? [insertion, removal] : undefined;
  const indent = ' '.repeat(columnOf(tree, to));
  const shift = columnOf(tree, to) - columnAt(tree, entry.start);
  const lines = written.replaceAll(
    /\n( *)(?=\S)/g,
    (_, spaces: string) => `\n${' '.repeat(Math.max(0, spaces.length + shift))}`,
  );
  // Where it moves to just behind its own lines, both edits are one.
  if (removal.start < insertion.start && insertion.start <= removal.end) {
    return [{ ...removal, text: `${indent}${lines}${eolOf(tree)}` }];
  }
  const moved = insertion.text.startsWith(eolOf(tree))
    ? `${eolOf(tree)}${indent}${lines}`
    : `${indent}${lines}${eolOf(tree)}`;
  return [{ ...insertion, text: moved }, removal];
}

/**
 * Puts an entry one level deeper, as the only one of a mapping under `key` that takes its place. Undefined
 * where its text came through an alias.
 */
export function wrapEntry(
  tree: SegmentTree,
  map: MapNode,
  entry: Entry,
  key: string,
): Edit | undefined {
  if (map.origin || entry.key.origin) return undefined;
  const written = textOf(tree, entry);
  const { start, end } = entry;
  if (map.flow) return { start, end, text: `${renderIn(tree, key)}: { ${written} }` };
  const column = columnAt(tree, start);
  const deeper = ' '.repeat(indentUnit(tree));
  const lines = written.replaceAll(/\n(?=[^\r\n])/g, `\n${deeper}`);
  const text = `${renderIn(tree, key)}:${eolOf(tree)}${' '.repeat(column)}${deeper}${lines}`;
  return { start, end, text };
}

/** Puts text in a node's place. */
export const replaceNode = (node: Node, text: string): Edit => ({
  start: node.start,
  end: node.end,
  text,
});

/** The text of a node as it is written. */
export const textOf = (tree: SegmentTree, node: Span): string =>
  tree.text.slice(node.start, node.end);
