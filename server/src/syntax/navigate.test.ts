import { describe, expect, it } from 'vitest';
import { parseFile } from './file.ts';
import {
  findEntry,
  findNode,
  getEntry,
  nodesAt,
  segmentAt,
  toFileOffset,
  toFileSpan,
  toSegmentOffset,
} from './navigate.ts';
import { parseYaml } from './parse-yaml.ts';

describe('paths', () => {
  const { root } = parseYaml('a: {b: [x, y]}\nconstructor: 1\nd: 1\nd: 2\n1: z\n').tree;

  it('lead to nodes and entries', () => {
    expect(findNode(root, ['a', 'b', 1])).toMatchObject({ value: 'y' });
    expect(findNode(root, [])).toBe(root);
    expect(findNode(root, ['a', 'b', 2])).toBeUndefined();
    expect(findNode(root, ['a', 0])).toBeUndefined();
    expect(findNode(root, ['toString'])).toBeUndefined();
    expect(findNode(root, ['constructor'])).toMatchObject({ value: 1 });
    expect(findNode(root, [1])).toMatchObject({ value: 'z' });
    expect(findEntry(root, ['a', 'b'])?.key).toMatchObject({ value: 'b', start: 4 });
    expect(findEntry(root, [])).toBeUndefined();
    expect(findNode(null, ['a'])).toBeUndefined();
  });

  it('take the last of several entries', () => {
    expect(root?.kind === 'map' && getEntry(root, 'd')?.value).toMatchObject({ value: 2 });
  });
});

describe('the nodes at an offset', () => {
  it.each([
    ['|a: 1\n', 'a', true],
    ['a|: 1\n', 'a', true],
    ['a: |1\n', 'a', false],
    ['a: 1|\n', 'a', false],
    ['a: |\nb: 1\n', 'a', false],
    ['a:|   x\n', 'a', false],
    ['a: |  x\n', 'a', false],
    ['a: {b: x|}\n', 'a/b', false],
    ['a:\n  - x\n  - b|: 1\n', 'a/1/b', true],
    ['a:\n  - x|\n', 'a/0', false],
    ['x: &x {b: 1}\na: *|x\n', 'a', false],
    ['a: 1\n|\n', '', false],
  ])('%j is %j, on a key: %j', (marked, path, onKey) => {
    const offset = marked.indexOf('|');
    const { root } = parseYaml(marked.replace('|', '')).tree;
    const place = nodesAt(root, offset);
    expect(place.path.join('/')).toBe(path);
    expect(place.onKey).toBe(onKey);
    if (!onKey && path) expect(place.chain.at(-1)).toBe(findNode(root, place.path));
  });
});

describe('offsets', () => {
  const text = 'a: 1\n---\nd: x\ncases:\n  - b: 1\n  - c: 2\nversion: 3\n';
  const file = parseFile(text, 'yaml', { splitKey: 'cases' });

  it('find their segment', () => {
    const found = (offset: number) => segmentAt(file, offset);
    expect(found(0)?.document).toBe(file.documents[0]);
    expect(found(text.indexOf('d: x'))?.document).toBe(file.documents[1]);
    expect(found(text.indexOf('d: x'))?.itemIndex).toBeUndefined();
    expect(found(text.indexOf('  - b'))?.itemIndex).toBe(0);
    expect(found(text.indexOf('  - c') - 1)?.itemIndex).toBe(0);
    expect(found(text.indexOf('c: 2'))?.itemIndex).toBe(1);
    expect(found(text.indexOf('version'))?.itemIndex).toBeUndefined();
    expect(found(text.length)?.itemIndex).toBeUndefined();
    expect(segmentAt(parseFile('cases:\n- a', 'yaml', { splitKey: 'cases' }), 10)?.itemIndex).toBe(
      0,
    );
    expect(segmentAt(parseFile('', 'jsonl'), 0)).toBeUndefined();
  });

  it('go from the file to the segment and back', () => {
    for (let offset = 0; offset < text.length; offset++) {
      const { segment } = segmentAt(file, offset)!;
      expect(toFileOffset(segment, toSegmentOffset(segment, offset))).toBe(offset);
    }
  });

  it('skip the cut list, and keep what ends before it before it', () => {
    const { frame } = file.documents[1]!;
    const version = findEntry(frame.tree.root, ['version'])!;
    const { start, end } = toFileSpan(frame, version);
    expect(text.slice(start, end)).toBe('version: 3');
    const { at } = frame.hole!;
    const span = toFileSpan(frame, { start: at - 7, end: at });
    expect(text.slice(span.start, span.end)).toBe('cases:\n');
  });
});
