/** Broken and strange documents from a seed, and everything that may be asked about one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { askEverything } from '../../server/src/features/every-feature.ts';
import type { FeatureContext } from '../../server/src/features/host.ts';
import { Outlines } from '../../server/src/features/outline.ts';
import { ABLE } from '../../server/src/features/testing.ts';
import { readTrace } from '../../server/src/trace/index.ts';
import { at, sessionOf } from '../../server/src/workspace/testing.ts';

/** Numbers from 0 to below 1 that follow from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Random = () => number;
type Files = Readonly<Record<string, string>>;

const below = (random: Random, limit: number): number => Math.floor(random() * limit);
const pick = <T>(random: Random, items: readonly T[]): T => items[below(random, items.length)]!;

/** The files of a folder that are ours, by path; larger ones would only be slow. */
export function filesBelow(root: string, most = 100_000): Files {
  return Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:ya?ml|jsonl?)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(root, path), readFileSync(path, 'utf8')] as const)
      .filter(([, text]) => text.length <= most),
  );
}

const KEYS = [
  ...[
    'case_id',
    'user_message',
    'messages',
    'replies',
    'tools',
    'tools_digest',
    'expected',
    'trace',
  ],
  ...[
    'calls',
    'golden',
    'any_of',
    'name',
    'args',
    'id',
    'after',
    'group',
    'turn',
    'returns',
    'fails',
  ],
  ...['match', 'state', 'final_state', 'must_mention', 'allowed', 'from_call', 'path', 'predicate'],
  ...[
    'from_user',
    'compare',
    'tolerance',
    'cases',
    'include',
    'defaults',
    'near_neighbors',
    'gates',
  ],
  ...[
    'inputSchema',
    'properties',
    'required',
    'type',
    'enum',
    '$ref',
    'anyOf',
    'runs',
    'arguments',
  ],
  ...['output', 'status', 'content', 'role', 'tool_calls', '__proto__', 'constructor', 'toString'],
  ...['<<', '', 'x-own', 'a b', '😀', '\ud800', 'null', '1', '$.a[*]', '-'],
];
const SCALARS = [
  ...[
    'a',
    '',
    '~',
    'null',
    'true',
    '0',
    '-1',
    '1e999',
    '12345678901234567890',
    '0x1f',
    '.nan',
    '"',
    "'",
  ],
  ...[
    '"a\\u0000"',
    '$..*',
    '$[?@.a==1]',
    '$[',
    '*a',
    '&a b',
    '!!str 1',
    '|',
    '>-',
    '2026-02-30',
    'call',
  ],
  ...[
    'clarify',
    'book_flight',
    '../../x',
    'file:///etc/passwd',
    'sha256:00',
    '(a+)+$',
    '\ud800',
    '🙂',
  ],
];
const FRAGMENTS = [
  ...['\n', '\r\n', '\t', '  ', '- ', ': ', ':', ',', '{', '}', '[', ']', '"', "'", '#', '---\n'],
  ...[
    '...\n',
    '&a ',
    '*a',
    '<<: *a',
    '? ',
    '! ',
    '| ',
    '\0',
    '\ufeff',
    '\u202e',
    '\ud800',
    '\\u12',
    '//',
  ],
  ...['<<<<<<< x\n', '%YAML 1.1\n', '/*', '# callsheet-disable-line ', '`', '@'],
];

/** A value of any shape, as text of flow style, which JSON nearly is. */
function valueText(random: Random, depth: number): string {
  const kind = depth <= 0 ? 0 : below(random, 4);
  if (kind < 2) return pick(random, SCALARS);
  const parts = Array.from({ length: below(random, 4) }, () => {
    const value = valueText(random, depth - 1);
    return kind === 2 ? value : `${JSON.stringify(pick(random, KEYS))}: ${value}`;
  });
  return kind === 2 ? `[${parts.join(', ')}]` : `{${parts.join(', ')}}`;
}

/** A document of our keys, at random, in block style. */
export function grown(random: Random, depth = 4, indent = ''): string {
  const isList = random() < 0.3;
  return Array.from({ length: 1 + below(random, 5) }, () => {
    const head = `${indent}${isList ? '-' : `${pick(random, KEYS)}:`}`;
    if (depth <= 0 || random() < 0.5) return `${head} ${valueText(random, 2)}\n`;
    return `${head}\n${grown(random, depth - 1, `${indent}  `)}`;
  }).join('');
}

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

const MUTATIONS: readonly Mutation[] = [
  (text, random) => spliced(text, below(random, text.length), 1 + below(random, 5), ''),
  (text, random) => text.slice(0, below(random, text.length)),
  (text, random) => spliced(text, below(random, text.length), 0, pick(random, FRAGMENTS)),
  (text, random) =>
    spliced(text, below(random, text.length), 1, String.fromCharCode(below(random, 65_536))),
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
  (text, random) => {
    const words = [...text.matchAll(/[\w$]+/g)];
    if (words.length === 0) return text;
    const { index, 0: word } = pick(random, words);
    return spliced(text, index, word.length, pick(random, random() < 0.5 ? KEYS : SCALARS));
  },
  (text, random) => {
    const values = [...text.matchAll(/(?<=: )[^\n]+/g)];
    if (values.length === 0) return text;
    const { index, 0: value } = pick(random, values);
    return spliced(text, index, value.length, valueText(random, 3));
  },
];

/** A document with some mistakes in it. */
export function mutated(text: string, random: Random): string {
  let result = text;
  for (let left = 1 + below(random, 3); left > 0; left--)
    result = pick(random, MUTATIONS)(result, random);
  return result;
}

/** Reads a document in every way that its name allows, asks every feature, and scores it. */
export async function exercise(
  path: string,
  text: string,
  others: Files,
  random: Random,
): Promise<void> {
  readTrace(text, { name: path });
  const { session } = sessionOf({ ...others, [path]: text });
  const { workspace } = session;
  const uri = at(path);
  workspace.open(uri, 1, text);
  const names = Object.keys(others);
  for (const each of new Set([uri, ...names.map(at)])) {
    const snapshot = await session.snapshot(each);
    if (!snapshot || (each !== uri && snapshot.file.kind !== 'case')) continue;
    session.findings(snapshot);
    session.linter.lintSuite(snapshot);
    await session.rescore(snapshot);
    const context: FeatureContext = {
      workspace,
      snapshot,
      client: ABLE,
      findings: () => session.findings(snapshot).lint,
      scores: session.scoresOf(each),
      files: (kind) => workspace.listed.filter((one) => workspace.kindOf(one) === kind),
      outlines: new Outlines(),
    };
    askEverything(context, below(random, snapshot.file.text.length + 1));
  }
}

/** A mutated or grown document, its name, and the files around it that it may name. */
export function documentFrom(
  random: Random,
  corpus: Files,
): { readonly path: string; readonly text: string; readonly others: Files } {
  const path = pick(random, Object.keys(corpus));
  const text = random() < 0.15 ? grown(random) : mutated(corpus[path]!, random);
  const folder = path.includes('/') ? path.slice(0, path.indexOf('/') + 1) : '\0';
  const near = Object.entries(corpus).filter(([each]) => each !== path && each.startsWith(folder));
  return { path, text, others: Object.fromEntries(near.slice(0, 6)) };
}
