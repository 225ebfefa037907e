import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseAtCursor } from './cursor.ts';
import { parseFile } from './file.ts';
import { suppressions } from './suppress.ts';
import { toValue } from './value.ts';

const fragment = fc.constantFrom(
  ...[
    'a',
    ': ',
    ':',
    '\n',
    '\n  ',
    '- ',
    '? ',
    '\n- ',
    '\n  - ',
    'cases:\n',
    '\n---\n',
    '--- ',
    '\n...\n',
  ],
  ...[
    '!',
    '!!',
    '!!str ',
    '!<x> ',
    '!e!x ',
    '%TAG !e! x:\n',
    '%YAML 3.0\n',
    '!!int x',
    '!!map ',
    '!!merge <<',
  ],
  ...[
    '&a ',
    '*a',
    '*a ',
    '<<',
    '<<<<<<< x',
    '{',
    '}',
    '[',
    ']',
    ',',
    '"',
    "'",
    '|',
    '>',
    '|2-',
    '>+',
    '#',
    ' # c',
  ],
  ...[
    '\t',
    '\r\n',
    '\r',
    '\0',
    '\ud800',
    '\uFEFF',
    '\u2028',
    '😀',
    '1e999',
    '0x',
    '.nan',
    '@',
    '`',
    '\\',
    '\\u12',
  ],
  ...['//', '/*', '"cases": [', '{"a": 1}', '# callsheet-disable-line a'],
);

it('any text is read without a throw, with findings that stand in it, each on one line', () => {
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 25 }), fc.nat(100), (fragments, offset) => {
      const text = fragments.join('');
      for (const language of ['yaml', 'json', 'jsonl'] as const) {
        const file = parseFile(text, language, { splitKey: 'cases' });
        for (const { frame, items } of file.documents) {
          for (const { tree } of [frame, ...items]) {
            if (tree.root) toValue(tree.root);
            suppressions(tree);
            for (const { start, end, message } of tree.problems) {
              expect(start).toBeGreaterThanOrEqual(0);
              expect(end).toBeGreaterThanOrEqual(start);
              expect(end).toBeLessThanOrEqual(tree.text.length);
              expect(tree.text.slice(start, end)).not.toContain('\n');
              expect(message).not.toContain('\n');
            }
          }
        }
        parseAtCursor(file, Math.min(offset, text.length));
      }
    }),
    { numRuns: 500 },
  );
});
