import { nodesAt } from './navigate.ts';
import type { SegmentTree, Span } from './node.ts';
import { readLine } from './scan-yaml.ts';

/** A comment that silences findings on one line. */
export interface Suppression {
  /** The silenced line, without its line break. */
  readonly line: Span;
  /** The ids that the comment names, each where it stands. */
  readonly rules: readonly ({ readonly id: string } & Span)[];
}

const COMMENT = /(?<=^|[ \t])#[ \t]*callsheet-disable-(next-line|line)(?=[ \t,]|\r?$)([^\r\n]*)/gm;

const cache = new WeakMap<SegmentTree, readonly Suppression[]>();

/** The comments `# callsheet-disable-line` and `-next-line` of a YAML segment, in its offsets. */
export function suppressions(tree: SegmentTree): readonly Suppression[] {
  const known = cache.get(tree);
  if (known) return known;
  const found = tree.text.includes('callsheet-disable-') ? read(tree) : [];
  cache.set(tree, found);
  return found;
}

function read({ text, root }: SegmentTree): Suppression[] {
  const found: Suppression[] = [];
  for (const match of text.matchAll(COMMENT)) {
    const innermost = nodesAt(root, match.index).chain.at(-1);
    const inText =
      innermost?.kind === 'scalar' && innermost.start < match.index && match.index < innermost.end;
    if (inText) continue;
    const listAt = match.index + match[0].length - match[2]!.length;
    const rules = [...match[2]!.matchAll(/[\w-]+/g)].map(({ 0: id, index }) => ({
      id,
      start: listAt + index,
      end: listAt + index + id.length,
    }));
    found.push({ line: silenced(text, match.index, match[1] === 'next-line'), rules });
  }
  return found;
}

function silenced(text: string, comment: number, next: boolean): Span {
  let start = comment === 0 ? 0 : text.lastIndexOf('\n', comment - 1) + 1;
  let line = readLine(text, start);
  if (next) {
    // Comments may be stacked: the line that is meant is the next one of content.
    do {
      start = line.end;
      line = readLine(text, start);
    } while (line.kind === 'comment' && line.end < text.length);
  }
  return { start, end: start + text.slice(start, line.end).replace(/\r?\n$/, '').length };
}
