import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseFile } from './file.ts';
import type { Language, SourceFile } from './node.ts';
import { type Plain, toValue } from './value.ts';

const problemsOf = (file: SourceFile) =>
  file.documents.flatMap(({ frame, items }) =>
    [frame, ...items].flatMap(({ tree }) => tree.problems),
  );

/** The values of all documents, the cut list put back in its place. */
const valuesOf = (file: SourceFile): Plain[] =>
  file.documents.map(({ frame, items, splitKey }) => {
    const value = frame.tree.root && toValue(frame.tree.root);
    if (splitKey === undefined || typeof value !== 'object' || value === null) return value;
    const list = items.map(({ tree }) => tree.root && toValue(tree.root));
    return { ...value, [splitKey]: list } as Plain;
  });

const yamlLine = fc.tuple(
  fc.constantFrom('', '  ', '    ', '      '),
  fc.constantFrom(...['- ', '- - ', '', '', '', '# ']),
  fc.constantFrom(
    ...[
      'a: 1',
      'b: x',
      'cases:',
      'cases: []',
      'c: |',
      'd: >+',
      'e: "x',
      'y"',
      "f: 'z",
      "z'",
      'g: [1,',
      '2]',
    ],
    ...['h: {i: 1}', 'j: &k 1', 'l: *k', '<<: *m', 'n: &m {o: 1}', 'text', '', 'p:', '---', '...'],
    ...['"cases":', 'cases: # c', '!!str s', '- t', '{', '}', '|', '"', '%YAML 1.2'],
  ),
);

const yamlText = fc
  .tuple(fc.boolean(), fc.array(yamlLine, { maxLength: 9 }), fc.array(yamlLine, { maxLength: 6 }))
  .map(([cut, before, after]) =>
    [
      ...before.map((line) => line.join('')),
      ...(cut ? ['cases:'] : []),
      ...after.map((line) => line.join('')),
    ].join('\n'),
  );

const jsonText = fc
  .array(
    fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"cases"',
        '"cases": [',
        '"a": ',
        '1',
        '"x"',
        '// c\n',
        '\n',
        '{"b": [1]}',
      ],
    ),
    { maxLength: 14 },
  )
  .map((parts) => `{"cases": [${parts.join('')}`);

const check = (language: Language, text: string): void => {
  const whole = parseFile(text, language);
  const cut = parseFile(text, language, { splitKey: 'cases' });
  if (problemsOf(whole).length > 0) {
    expect(problemsOf(cut)).not.toEqual([]);
    return;
  }
  expect(problemsOf(cut)).toEqual([]);
  expect(valuesOf(cut)).toEqual(valuesOf(whole));
};

it('means the same cut or not: YAML', () => {
  fc.assert(
    fc.property(yamlText, (text) => check('yaml', text)),
    { numRuns: 1000 },
  );
});

it('means the same cut or not: JSON', () => {
  fc.assert(
    fc.property(jsonText, fc.constantFrom('', ']}', '}', '], "d": 1}'), (text, end) =>
      check('json', text + end),
    ),
    { numRuns: 1000 },
  );
});
