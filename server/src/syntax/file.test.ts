import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFile, updateFile } from './file.ts';
import type { Language, SegmentTree, SourceFile, TextEdit } from './node.ts';
import { toValue } from './value.ts';

const rootsOf = (file: SourceFile) =>
  file.documents.map(({ frame, items }) => ({
    frame: frame.tree.root && toValue(frame.tree.root),
    items: items.map(({ tree }) => tree.root && toValue(tree.root)),
  }));

const treesOf = (file: SourceFile): SegmentTree[] =>
  file.documents.flatMap(({ frame, items }) => [frame.tree, ...items.map(({ tree }) => tree)]);

/** The text that the segments of a file say they cover, in the file's order. */
const coveredText = (file: SourceFile): string =>
  file.documents
    .map(({ frame, items }) => {
      if (!frame.hole) return frame.tree.text;
      const { at } = frame.hole;
      const inner = items.map(({ tree }) => tree.text).join('');
      return frame.tree.text.slice(0, at) + inner + frame.tree.text.slice(at);
    })
    .join('');

const yaml = (text: string, splitKey = 'cases') => parseFile(text, 'yaml', { splitKey });

describe('cutting a dataset', () => {
  const text = `# about\ndataset: d # name\ncases:\n  # first\n  - case_id: a\n    notes: |\n      # no comment\n      - no item\n\n  # second\n\n  - case_id: b\n# after\ngates: []\n`;
  for (const [name, source] of [
    ['LF', text],
    ['CRLF', text.replaceAll('\n', '\r\n')],
  ] as const) {
    it(`cuts the items out of the frame (${name})`, () => {
      const file = yaml(source);
      expect(rootsOf(file)).toEqual([
        {
          frame: { dataset: 'd', cases: null, gates: [] },
          items: [{ case_id: 'a', notes: '# no comment\n- no item\n' }, { case_id: 'b' }],
        },
      ]);
      const [document] = file.documents;
      expect(document?.splitKey).toBe('cases');
      expect(
        document?.items.map(({ start }) => source.slice(start).trimStart().slice(0, 8)),
      ).toEqual([
        '# first\r'.slice(0, name === 'LF' ? 7 : 8) + (name === 'LF' ? '\n' : ''),
        '# second',
      ]);
      expect(coveredText(file)).toBe(source);
      expect(file.parsed).toBe(3);
    });
  }

  it('cuts dashes at the column of their key, and stops at the next key', () => {
    const file = yaml('cases:\n- a: 1\n  b: 2\n- c: 3\nversion: 1\n');
    expect(rootsOf(file)).toEqual([
      { frame: { cases: null, version: 1 }, items: [{ a: 1, b: 2 }, { c: 3 }] },
    ]);
  });

  it('keeps trailing blank lines with the block text that they belong to', () => {
    const [document] = rootsOf(yaml('cases:\n  - n: |+\n      x\n\n  # c\n  - n: y\n'));
    expect(document?.items).toEqual([{ n: 'x\n\n' }, { n: 'y' }]);
  });

  const uncut: Record<string, string> = {
    'a flow list': 'cases: [{a: 1}]\n',
    'an alias of another item': 'cases:\n  - &a {x: 1}\n  - *a\n',
    'an alias of the frame': 'base: &a {x: 1}\ncases:\n  - <<: *a\n',
    'an alias behind the items': 'cases:\n  - &a {x: 1}\nlast: *a\n',
    'a directive': '%YAML 1.2\n---\ncases:\n  - a: 1\n',
    'a root in braces': '{ x: [\ncases:\n- a ] }',
    'a root text': '"a\ncases:\n- b"\n',
    'a tag on the list': 'cases: !!seq\n  - a: 1\n',
    'an anchor on the list': 'cases: &all\n  - a: 1\n',
  };
  for (const [name, source] of Object.entries(uncut)) {
    it(`leaves ${name} uncut`, () => {
      const [document, ...rest] = yaml(source).documents;
      expect(rest).toEqual([]);
      expect(document?.items).toEqual([]);
      expect(document?.splitKey).toBeUndefined();
      expect(document?.frame.tree.text).toBe(source);
    });
  }

  it('lets an unclosed quote spoil only its own item', () => {
    const file = yaml('cases:\n  - a: "x\n    b: 1\n  - a: 2\n');
    const [document] = file.documents;
    expect(document?.items.map(({ tree }) => tree.problems.length)).toEqual([1, 0]);
    expect(document?.frame.tree.problems).toEqual([]);
  });

  it('resolves an alias within its item without giving up the cuts', () => {
    const [document] = rootsOf(yaml('cases:\n  - x: &a {k: 1}\n    y: *a\n  - z: 1\n'));
    expect(document?.items).toEqual([{ x: { k: 1 }, y: { k: 1 } }, { z: 1 }]);
  });

  it('cuts a JSON array', () => {
    const source = '{"dataset": "d", "cases": [\n  {"a": "]},"}, // c\n  [1, 2]\n], "version": 1}';
    const file = parseFile(source, 'json', { splitKey: 'cases' });
    expect(rootsOf(file)).toEqual([
      { frame: { dataset: 'd', cases: [], version: 1 }, items: [{ a: ']},' }, [1, 2]] },
    ]);
    expect(coveredText(file)).toBe(source);
    expect(treesOf(file).flatMap((tree) => tree.problems)).toEqual([]);
  });

  it('complains once of a comma too many in a JSON array', () => {
    const file = parseFile('{"cases": [{"a": 1}, ]}', 'json', { splitKey: 'cases' });
    expect(file.documents[0]?.items).toHaveLength(1);
    expect(treesOf(file).flatMap((tree) => tree.problems)).toHaveLength(1);
  });
});

describe('streams', () => {
  it('reads each document of a YAML stream', () => {
    const source =
      '\uFEFF# one\r\na: 1\r\n...\r\n# two\r\n%YAML 1.2\r\n---\r\na: no\r\n--- # three\r\na: 3\r\n...\r\n# end\r\n';
    const file = parseFile(source, 'yaml');
    expect(rootsOf(file).map(({ frame }) => frame)).toEqual([{ a: 1 }, { a: 'no' }, { a: 3 }]);
    expect(coveredText(file)).toBe(source);
    const [first] = file.documents;
    expect(first?.frame.tree.root?.start).toBe(source.indexOf('a: 1'));
  });

  it('keeps an empty document in its place', () => {
    expect(rootsOf(parseFile('---\n---\na: 1\n', 'yaml')).map(({ frame }) => frame)).toEqual([
      null,
      { a: 1 },
    ]);
  });

  it('reads JSON lines around blank ones', () => {
    const file = parseFile('\n{"a": 1}\r\n\r\n{"a":\n{"a": 3}', 'jsonl');
    expect(rootsOf(file).map(({ frame }) => frame)).toEqual([{ a: 1 }, { a: null }, { a: 3 }]);
    expect(file.documents.map(({ frame }) => frame.tree.problems.length)).toEqual([0, 1, 0]);
  });

  it.each(['yaml', 'json', 'jsonl'] as const)('answers an empty %s file', (language) => {
    for (const text of ['', '  \n\n', '\uFEFF']) {
      const roots = parseFile(text, language).documents.map(({ frame }) => frame.tree);
      expect(roots.map(({ root, problems }) => ({ root, problems }))).toEqual(
        language === 'jsonl' ? [] : [{ root: null, problems: [] }],
      );
    }
  });

  it('stops at a merge conflict with one finding', () => {
    const file = yaml('cases:\n  - a: 1\n<<<<<<< HEAD\n  - a: 2\n=======\n  - a: 3\n>>>>>>> x\n');
    expect(treesOf(file).map(({ root }) => root)).toEqual([null]);
    expect(treesOf(file)[0]?.problems).toMatchObject([{ code: 'yaml-syntax', start: 16, end: 23 }]);
  });
});

describe('updates', () => {
  const dataset = [
    'dataset: big\ncases:\n',
    ...Array.from(
      { length: 500 },
      (_, i) =>
        `  - case_id: case-${i}\n    user_message: Find ${i}\n    expected:\n      calls:\n        - id: s\n          name: search\n          args:\n            q: {allowed: [x]}\n            n:\n              allowed:\n                - ${i}\n        - name: book\n          args:\n            id:\n              from_call: s\n              path: "$.id"\n          returns:\n            ok: true\n      max_calls: 3\n    tags: [a]\n`,
    ),
  ].join('');

  it('parses one segment for an edit in a dataset of 500 cases and 10,000 lines', () => {
    const file = yaml(dataset);
    expect(dataset.split('\n').length).toBeGreaterThan(10_000);
    expect(file.parsed).toBe(501);
    const start = dataset.indexOf('Find 250');
    const updated = updateFile(file, [{ start, length: 4, text: 'Look for' }]);
    expect(updated.parsed).toBe(1);
    const before = treesOf(file);
    const changed = treesOf(updated).flatMap((tree, i) => (tree === before[i] ? [] : [i]));
    expect(changed).toEqual([251]);
    expect(updated.documents[0]?.items[251]?.start).toBe(file.documents[0]!.items[251]!.start + 4);
    expect(file.documents[0]?.items[251]?.start).toBe(dataset.indexOf('  - case_id: case-251'));
  });

  it('parses one segment more when a case is inserted, and none when one is deleted', () => {
    const file = yaml(dataset);
    const start = dataset.indexOf('  - case_id: case-100\n');
    const inserted = updateFile(file, [{ start, length: 0, text: '  - case_id: new\n' }]);
    expect(inserted.parsed).toBe(1);
    const removed = updateFile(inserted, [{ start, length: 17, text: '' }]);
    expect(removed.parsed).toBe(0);
    expect(treesOf(removed).every((tree, i) => tree === treesOf(file)[i])).toBe(true);
  });

  it('reads the copy of a case as a case of its own', () => {
    const file = yaml(dataset);
    const start = dataset.indexOf('  - case_id: case-100\n');
    const copy = dataset.slice(start, dataset.indexOf('  - case_id: case-101\n'));
    const copied = updateFile(file, [{ start, length: 0, text: copy }]);
    expect(new Set(treesOf(copied)).size).toBe(502);
  });

  it('gives up the cuts while an alias crosses them, and takes them back', () => {
    const text = 'base: &b {x: 1}\ncases:\n  - a: 1\n  - b: 2\n';
    const file = yaml(text);
    expect(file.documents[0]?.items).toHaveLength(2);
    const start = text.indexOf('1\n  - b');
    const crossing = updateFile(file, [{ start, length: 1, text: '*b' }]);
    expect(crossing.documents[0]?.items).toEqual([]);
    expect(rootsOf(crossing)[0]?.frame).toMatchObject({ cases: [{ a: { x: 1 } }, { b: 2 }] });
    const back = updateFile(crossing, [{ start, length: 2, text: '1' }]);
    expect(back.documents[0]?.items[1]?.tree).toBe(file.documents[0]?.items[1]?.tree);
  });

  const seeds: readonly (readonly [Language, string])[] = [
    [
      'yaml',
      'dataset: d\ncases:\n  # a\n  - case_id: a\n    n: |\n      t\n\n  - case_id: b\n    e: {x: [1, 2]}\n# c\n  - case_id: "c"\n\nversion: 1\n',
    ],
    ['yaml', 'cases:\r\n- case_id: a\r\n- &x case_id: b\r\n- *x\r\ngates: []\r\n'],
    [
      'yaml',
      '\uFEFF%YAML 1.2\n---\na: 1\n...\n# c\n---\ncases:\n  - x: 1\n  - y: 2\n---\nb: 2\n...\n# end\n',
    ],
    [
      'json',
      '{"dataset": "d", "cases": [\n  {"a": 1, "b": [1, {"c": "x,]"}]},\n  {"a": 2},\n  3\n], "v": 1}\n',
    ],
    ['json', '// c\n{"cases": [{"a": 1}, /* x */ {"b": "é😀"}]}'],
    ['jsonl', '{"a": 1}\n\n{"a": 2}\n{"a": [1, 2]}\n'],
  ];
  const fragment = fc.oneof(
    fc.constantFrom(
      '',
      '\n',
      '\r\n',
      ' ',
      '  ',
      '\t',
      '- ',
      '  - ',
      'x: 1',
      ':',
      '#',
      '# c\n',
      '"',
      "'",
      '[',
      ']',
      '{',
      '}',
      ',',
      '---\n',
      '...\n',
      '%YAML 1.1\n',
      'cases:\n',
      '"cases": [',
      '|\n',
      '&x ',
      '*x',
      '<<: *x',
      '<<<<<<< a\n',
      '\uFEFF',
      '😀',
      '\0',
      '//',
      '/*',
      '*/',
      '\\',
    ),
    fc.string({ maxLength: 6 }),
  );
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(40)),
    text: fragment,
  });

  /**
   * Segments that no edit touched, and that are new trees all the same.
   *
   * @param head how much of the text's start no edit reached
   * @param tail how much of its end
   */
  const strangers = (
    before: SourceFile,
    after: SourceFile,
    head: number,
    tail: number,
  ): string[] => {
    const places = (file: SourceFile) =>
      file.documents.flatMap(({ frame, items }) =>
        [frame, ...items].map(({ tree, start, length, hole }) => {
          const role = `${tree === frame.tree}:${hole?.at}`;
          const fromEnd = file.text.length - start;
          const keys = [
            ...(start + length < head ? [`${role}:+${start}:${tree.text}`] : []),
            ...(fromEnd < tail ? [`${role}:-${fromEnd}:${tree.text}`] : []),
          ];
          return { tree, keys };
        }),
      );
    const known = new Map(
      places(before).flatMap(({ tree, keys }) => keys.map((key) => [key, tree])),
    );
    return places(after).flatMap(({ tree, keys }) =>
      keys.filter((key) => {
        // A byte order mark means something at the start of a file only.
        return known.has(key) && known.get(key) !== tree && !key.includes('\uFEFF');
      }),
    );
  };

  it('equals a parse of the new text, and keeps the trees that the edit spares', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...seeds),
        fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
        ([language, seed], batches) => {
          let file = parseFile(seed, language, { splitKey: 'cases' });
          for (const batch of batches) {
            let { text } = file;
            let [head, tail] = [text.length, text.length];
            const edits: TextEdit[] = batch.map(({ at, length, text: insert }) => {
              const start = Math.floor(at * text.length);
              head = Math.min(head, start);
              tail = Math.min(tail, Math.max(0, text.length - start - length));
              text = text.slice(0, start) + insert + text.slice(start + length);
              return { start, length, text: insert };
            });
            const updated = updateFile(file, edits);
            const fresh = parseFile(text, language, { splitKey: 'cases' });
            expect(updated.text).toBe(text);
            expect(updated.documents).toEqual(fresh.documents);
            expect(strangers(file, updated, head, tail)).toEqual([]);
            if (language !== 'jsonl' && fresh.documents.length > 0) {
              expect(coveredText(fresh)).toBe(text);
            }
            file = updated;
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it('never throws on text cut off anywhere, or short of any character', () => {
    for (const [language, seed] of seeds) {
      for (let i = 0; i < seed.length; i++) {
        parseFile(seed.slice(0, i), language, { splitKey: 'cases' });
        const file = parseFile(seed.slice(0, i) + seed.slice(i + 1), language, {
          splitKey: 'cases',
        });
        expect(file.text).toHaveLength(seed.length - 1);
      }
    }
  });
});
