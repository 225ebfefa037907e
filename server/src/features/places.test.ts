import { describe, expect, it } from 'vitest';
import { codeLenses } from './code-lens.ts';
import { definition } from './definition.ts';
import { foldingRanges } from './folding.ts';
import { hover } from './hover.ts';
import { inlayHints } from './inlay-hints.ts';
import { documentHighlights } from './references.ts';
import { rename } from './rename.ts';
import { selectionRanges } from './selection-ranges.ts';
import { documentSymbols } from './symbols.ts';
import { type Asked, ask, changedBy, textAt } from './testing.ts';

const TOOLS = JSON.stringify({
  tools: [{ name: 'search', annotations: { readOnlyHint: true } }, { name: 'book' }],
});
const FILES = { 'a.tools.json': TOOLS };

const targets = (asked: Asked) =>
  definition(asked.context, asked.offset, asked.snapshots).map(({ targetUri, targetRange }) =>
    textAt(asked, targetUri, targetRange),
  );

describe('JSON', () => {
  const JSON_CASE = `{
  "case_id": "one", "tools": "a.tools.json",
  "expected": {"calls": [
    {"id": "found", "name": "search"},
    {"name": "book", "args": {"id": {"from_call": "found"}}}
  ]}
}`;

  it('is navigated and renamed like YAML', async () => {
    for (const eol of ['\n', '\r\n']) {
      const text = JSON_CASE.replaceAll('\n', eol);
      const marked = text.replace('"from_call": "fo', '"from_call": "fo|');
      const asked = await ask({ ...FILES, 'one.case.json': marked });
      expect(targets(asked)).toEqual(['"found"']);
      const edit = rename(asked.context, asked.offset, 'it', asked.snapshots);
      expect(changedBy(asked, edit)).toEqual({
        'one.case.json': text.replaceAll('"found"', '"it"'),
      });
    }
  });

  it('lines are cases of their own', async () => {
    const line = (id: string) =>
      `{"case_id": "${id}", "tools": "a.tools.json", "expected": {"calls": [{"id": "c", "name": "search"}, {"name": "book", "after": "c"}]}}\n`;
    const marked = line('one') + line('two').replace('"after": "c', '"after": "c|');
    const asked = await ask({ ...FILES, 'all.cases.jsonl': marked });
    const lines = documentHighlights(asked.context, asked.offset).map(
      ({ range }) => range.start.line,
    );
    expect(lines).toEqual([1, 1]);
  });
});

describe('streams of several documents', () => {
  const stream = (first: string, second: string) =>
    ['# one', first, '---', '# two', second].join('\n').replaceAll('\n', '\r\n');
  const document = (id: string, after = 'c') =>
    `case_id: ${id}\ntools: a.tools.json\nexpected:\n  calls:\n    - { id: c, name: search }\n    - { name: book, after: ${after} }\n`;

  it('keep the calls of each apart', async () => {
    const asked = await ask({
      ...FILES,
      'a.case.yaml': stream(document('one'), document('two', 'c|')),
    });
    const edit = rename(asked.context, asked.offset, 'found', asked.snapshots);
    const wanted = document('two', 'found').replace('id: c,', 'id: found,');
    expect(changedBy(asked, edit)).toEqual({ 'a.case.yaml': stream(document('one'), wanted) });
  });

  it('explain each case', async () => {
    const asked = await ask({ ...FILES, 'a.case.yaml': stream(document('one'), document('tw|o')) });
    expect(hover(asked.context, asked.offset)?.contents).toMatchObject({
      value: expect.stringContaining('**two**'),
    });
  });
});

describe('anchors, aliases and merge keys', () => {
  it('are renamed where the text stands, once', async () => {
    const text = `case_id: one
tools: a.tools.json
expected:
  any_of:
    - calls: &calls
        - { id: found, name: search }
        - { name: book, after: fou|nd }
    - calls: *calls
`;
    const asked = await ask({ ...FILES, 'a.case.yaml': text });
    const edit = rename(asked.context, asked.offset, 'it', asked.snapshots);
    expect(changedBy(asked, edit)).toEqual({
      'a.case.yaml': text.replace('|', '').replaceAll('found', 'it'),
    });
  });

  it('are hovered like what they stand for', async () => {
    const text = `case_id: one
tools: a.tools.json
expected:
  calls:
    - name: &tool search
    - name: *to|ol
`;
    const asked = await ask({ ...FILES, 'a.case.yaml': text });
    expect(hover(asked.context, asked.offset)?.contents).toMatchObject({
      value: expect.stringContaining('**search**'),
    });
    const anchored = await ask({
      ...FILES,
      'a.case.yaml': text.replace('|', '').replace('search', 'sea|rch'),
    });
    expect(hover(anchored.context, anchored.offset)).toBeDefined();
  });

  it('that lead in a circle stop nothing', async () => {
    const text = 'case_id: one\nexpected: &x\n  final_state:\n    a: *|x\n';
    const asked = await ask({ 'a.case.yaml': text });
    const position = asked.context.snapshot.file.document!.positionAt(asked.offset);
    expect(selectionRanges(asked.context, [position])).toHaveLength(1);
  });
});

describe('columns', () => {
  it('count UTF-16 code units behind emoji and combining marks', async () => {
    const text =
      'case_id: one # 😀 é\ntools: a.tools.json\nexpected:\n  calls:\n    - { x-note: "😀é", name: sea|rch }\n';
    const asked = await ask({ ...FILES, 'a.case.yaml': text });
    const { uri } = asked.context.snapshot.file;
    const range = hover(asked.context, asked.offset)?.range;
    expect(range && textAt(asked, uri, range)).toBe('search');
  });
});

describe('names that JavaScript knows', () => {
  it('are ordinary names', async () => {
    const tools = JSON.stringify({ tools: [{ name: '__proto__' }, { name: 'constructor' }] });
    const text = `case_id: toString
tools: a.tools.json
expected:
  calls:
    - id: valueOf
      name: __proto__
      args: { constructor: 1, hasOwnProperty: 2 }
    - name: constr|uctor
      after: valueOf
`;
    const asked = await ask({ 'a.tools.json': tools, 'a.case.yaml': text });
    expect(targets(asked)).toEqual(['"constructor"']);
    const unlimited = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    expect(inlayHints(asked.context, unlimited, true)).toEqual([]);
  });
});

describe('a dataset', () => {
  const text = `dataset: all
tools: a.tools.json
cases:
  - case_id: one
    expected: { tool_behavior: no_call }
  - case_id: two
    expected:
      calls:
        - { id: c, name: search }
        - { name: book, after: c }
near_neighbors:
  - [one, two]
gates:
  - { metric: selection_acc, min: 1, where: { tool: search } }
`;
  const at = async (needle: string) => {
    const end = text.indexOf(needle) + needle.length;
    return ask({ ...FILES, 'all.dataset.yaml': `${text.slice(0, end)}|${text.slice(end)}` });
  };

  it('leads from a pair to the case, and from a gate to the tool', async () => {
    expect(targets(await at('[one, tw'))).toEqual(['two']);
    expect(targets(await at('tool: sear'))).toEqual(['"search"']);
  });

  it('highlights a case with its pairs, and the calls of one case', async () => {
    const pair = await at('[one, tw');
    expect(
      documentHighlights(pair.context, pair.offset).map(({ range }) => range.start.line),
    ).toEqual([11, 5]);
    const call = await at('after: c');
    expect(
      documentHighlights(call.context, call.offset).map(({ range }) => range.start.line),
    ).toEqual([8, 9]);
  });
});

describe('from_call by a tool name', () => {
  const text = `case_id: one
tools: a.tools.json
expected:
  calls:
    - name: search
    - id: later
      name: book
      args: { id: { from_call: sea|rch } }
`;

  it('leads to the call, and is renamed with the tool', async () => {
    const asked = await ask({ ...FILES, 'a.case.yaml': text });
    expect(targets(asked)).toEqual(['search']);
    const edit = rename(asked.context, asked.offset, 'look', asked.snapshots);
    expect(changedBy(asked, edit)).toEqual({
      'a.case.yaml': text.replace('|', '').replaceAll('search', 'look'),
    });
  });

  it('is never made to mean another call', async () => {
    const asked = await ask({ ...FILES, 'a.case.yaml': text });
    expect(() => rename(asked.context, asked.offset, 'later', asked.snapshots)).toThrow(/taken/);
  });
});

describe('a file of many cases', () => {
  it('has a lens over each, and the calls of the first ones in its outline', async () => {
    const calls = '    expected: { calls: [{ name: search }, { name: book }, { name: search }] }\n';
    const cases = Array.from({ length: 2_000 }, (_, i) => `  - case_id: c${i}\n${calls}`);
    const asked = await ask({
      ...FILES,
      'all.dataset.yaml': `dataset: a\n|cases:\n${cases.join('')}`,
    });
    const symbols = documentSymbols(asked.context);
    expect(symbols).toHaveLength(2_000);
    expect(
      symbols.flatMap((symbol) => ('children' in symbol ? (symbol.children ?? []) : [])).length,
    ).toBe(5_001);
    expect(codeLenses(asked.context)).toHaveLength(4_000);
    expect(foldingRanges(asked.context)).toHaveLength(2_001);
  });
});
