import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeCorpora } from '../../../test/corpora.ts';
import { parseByLibrary } from './parse-yaml.ts';
import { readPlainYaml } from './plain-yaml.ts';

/** Checks that the text is read as the library reads it, or not at all; tells whether it was. */
function isReadAlike(text: string): boolean {
  const root = readPlainYaml(text);
  if (root) expect({ text, root, problems: [] }).toEqual(parseByLibrary(text).tree);
  return root !== undefined;
}

/** The documents of every YAML file below a folder. */
function documentsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ya?ml$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .filter((text) => text.length < 300_000)
    .flatMap((text) => text.split(/^(?=---)/m));
}

const EXAMPLES = documentsBelow(join(import.meta.dirname, '../../../examples'));

describe('plain YAML is read as the library reads it', () => {
  it.each([
    'a: 1\nb: two words # a comment\n\n# another\nc: x#y:z\n',
    'a:\n  b:\n    - c\n    - d: e\n      f: g\n    -\n      h: i\n    - - j\n      - k\nl:\n- m\n- n\no: p',
    '---\na: b\n',
    '  - a: 1\n    b: 2\n',
    'null: ~\ntrue: FALSE\n-1: 0x1F\n.5: 1e3\n012: 9007199254740993\n-0: .inf\nx: Null\ny: nullx\n',
    `a: "say \\"x\\" \\u00e9\\n"\n"b c": 'it''s'\n'd' : ""\n`,
    'a: {}\nb: [ ]\nc: { d: [1, "x", {e: f g}], "h":1, \'i\': -1, j : k:l }\n',
    'é: 漢 😀\n"\ud800": \ud800\n__proto__: {constructor: 1}\n',
    '# first\n\n   \na: -b\n# last',
  ])('%j', (text) => {
    expect(isReadAlike(text)).toBe(true);
    expect(isReadAlike(text.replaceAll('\n', '\r\n'))).toBe(true);
  });

  it.each([
    ['nothing', '# nothing\n'],
    ['a lone text', 'a\n'],
    ['a value that is not written', 'a:\nb: 1\n'],
    ['a text of two lines', 'a: b\n  c\n'],
    ['a block text', 'a: |\n  b\n'],
    ['brackets over two lines', 'a: [1,\n  2]\n'],
    ['an anchor and an alias', 'a: &x 1\nb: *x\n'],
    ['a merge key', 'a: {b: 1}\n<<: {c: 1}\n'],
    ['a tag', 'a: !!str 1\n'],
    ['a key twice', 'a: 1\na: 2\n'],
    ['a key that is a list', '[a]: 1\n'],
    ['an escape that JSON does not have', 'a: "\\x41"\n'],
    ['a tab', 'a:\t1\n'],
    ['a byte order mark', '\uFEFFa: 1\n'],
    ['a second document', 'a: 1\n---\nb: 1\n'],
    ['an end of the document', 'a: 1\n...\n'],
    ['an indentation that fits nowhere', 'a:\n    b: 1\n  c: 1\n'],
    ['a mapping in a value', 'a: b: c\n'],
    ['a list in a value', 'a: - b\n'],
    ['a bracket too few', 'a: [1\n'],
    ['a comment that touches', 'a: [1]#b\n'],
    ['a pair in a list', '[a: 1]\n'],
    ['depth', `a: ${'['.repeat(200)}${']'.repeat(200)}\n`],
  ])('%s is left to the library', (_, text) => {
    expect(readPlainYaml(text)).toBeUndefined();
  });

  it('in every example, most of which are plain', () => {
    const plain = EXAMPLES.filter(isReadAlike);
    expect(plain.length).toBeGreaterThan(EXAMPLES.length * 0.8);
  });

  const sign = fc.constantFrom(
    ...[' ', '\n', ': ', ':', '- ', '-', '#', ' # ', '"', "'", '{', '}', '[', ']', ',', '?', '\t'],
    ...['\r', '\r\n', '---', '...', '&a ', '*a', '!', '|', '>', '%', '@', '~', '<<: ', '\\', "''"],
    ...['\uFEFF', '\0', '\u0085', '\u2028', '\n  ', '\n- ', '1', '.5', '0x1F', '1e3', 'null', 'a'],
    ...['{a: 1}', '[a, b]', '"a":1', '- -'],
  );

  it('in whatever stands in one of signs', () => {
    const texts = fc.array(sign, { maxLength: 14 }).map((signs) => signs.join(''));
    fc.assert(
      fc.property(texts, (text) => void isReadAlike(text)),
      { numRuns: 3000 },
    );
  });

  it('in examples with a change here and there', () => {
    const change = fc.record({ at: fc.nat(), length: fc.nat({ max: 4 }), text: sign });
    const [few, lines] = [fc.array(change, { maxLength: 3 }), fc.nat({ max: 12 })];
    fc.assert(
      fc.property(
        fc.constantFrom(...EXAMPLES),
        fc.nat(),
        lines,
        few,
        (example, from, count, all) => {
          const written = example.split('\n');
          const first = from % written.length;
          const piece = written.slice(first, first + count + 1).join('\n');
          const text = all.reduce((before, { at, length, text }) => {
            const start = at % (before.length + 1);
            return before.slice(0, start) + text + before.slice(start + length);
          }, piece);
          isReadAlike(text);
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describeCorpora('plain YAML of the corpora', '.', (folder) => {
  it('is read as the library reads it', () => {
    for (const text of documentsBelow(folder)) isReadAlike(text);
  });
});
