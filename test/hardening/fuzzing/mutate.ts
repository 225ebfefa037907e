/** Mistakes in texts: of characters, of lines and words, and of bytes. */
import { below, pick, type Random } from './random.ts';
import { FRAGMENTS, KEYS, SCALARS } from './words.ts';

type Mutation = (text: string, random: Random) => string;

const spliced = (text: string, start: number, length: number, insert: string): string =>
  text.slice(0, start) + insert + text.slice(start + length);

/** A line and its place. */
function lineOf(text: string, random: Random): { start: number; length: number } {
  const offset = below(random, text.length + 1);
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const feed = text.indexOf('\n', offset);
  return { start, length: (feed < 0 ? text.length : feed + 1) - start };
}

/** A value of any shape, as text of flow style, which JSON nearly is. */
export function valueText(random: Random, depth: number): string {
  const kind = depth <= 0 ? 0 : below(random, 4);
  if (kind < 2) return pick(random, SCALARS);
  const parts = Array.from({ length: below(random, 4) }, () => {
    const value = valueText(random, depth - 1);
    return kind === 2 ? value : `${JSON.stringify(pick(random, KEYS))}: ${value}`;
  });
  return kind === 2 ? `[${parts.join(', ')}]` : `{${parts.join(', ')}}`;
}

/** Puts something in the place of one of the parts that a pattern finds. */
function replacing(pattern: RegExp, make: (random: Random) => string): Mutation {
  return (text, random) => {
    const found = [...text.matchAll(pattern)];
    if (found.length === 0) return text;
    const { index, 0: part } = pick(random, found);
    return spliced(text, index, part.length, make(random));
  };
}

/** Writes over some bytes: what is no UTF-8 any more is read as files are read. */
const overwriteBytes: Mutation = (text, random) => {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length === 0) return text;
  for (let left = 1 + below(random, 4); left > 0; left--) {
    bytes[below(random, bytes.length)] = below(random, 256);
  }
  return new TextDecoder().decode(bytes);
};

const MUTATIONS: readonly Mutation[] = [
  (text, random) => spliced(text, below(random, text.length), 1 + below(random, 5), ''),
  (text, random) => text.slice(0, below(random, text.length)),
  (text, random) => text.slice(below(random, text.length)),
  (text, random) => spliced(text, below(random, text.length), 0, pick(random, FRAGMENTS)),
  (text, random) =>
    spliced(text, below(random, text.length), 1, String.fromCharCode(below(random, 65_536))),
  overwriteBytes,
  (text, random) => {
    const { start, length } = lineOf(text, random);
    return spliced(text, start, length, '');
  },
  (text, random) => {
    const { start, length } = lineOf(text, random);
    return spliced(text, start, 0, text.slice(start, start + length));
  },
  (text, random) => {
    const { start, length } = lineOf(text, random);
    const line = text.slice(start, start + length);
    return spliced(spliced(text, start, length, ''), lineOf(text, random).start, 0, line);
  },
  (text, random) => spliced(text, lineOf(text, random).start, 0, ' '.repeat(1 + below(random, 4))),
  replacing(/[\w$]+/g, (random) => pick(random, random() < 0.5 ? KEYS : SCALARS)),
  replacing(/(?<=: )[^\n]+/g, (random) => valueText(random, 3)),
];

/** A text with a mistake in it. */
export const mistaken: Mutation = (text, random) => pick(random, MUTATIONS)(text, random);

/** A text with some mistakes in it. */
export function mutated(text: string, random: Random): string {
  let result = text;
  for (let left = 1 + below(random, 3); left > 0; left--) result = mistaken(result, random);
  return result;
}
