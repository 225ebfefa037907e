import type { CST, Document, ParsedNode, YAMLParseError } from 'yaml';
import { Composer, Lexer, Parser } from 'yaml';
import { MAX_DEPTH, ofBearableSize, tooDeep, tooLong } from './depth.ts';
import type { Node, SegmentTree } from './node.ts';
import { readPlainYaml } from './plain-yaml.ts';
import { cleanErrors, MAX_PROBLEMS } from './yaml-errors.ts';
import { type AnchorFacts, NodeConverter } from './yaml-nodes.ts';
import { SCHEMA, VALUES } from './yaml-schema.ts';

const OPTIONS = {
  prettyErrors: false,
  uniqueKeys: false,
  ...VALUES,
  schema: SCHEMA,
  logLevel: 'silent',
} as const;

export interface YamlParse {
  readonly tree: SegmentTree;
  readonly facts: AnchorFacts;
}

const NO_NAMES: AnchorFacts = { anchors: new Set(), aliases: new Set(), free: new Set() };

type Part = 'document' | 'item';

/**
 * Parses one document's text. Broken text yields the tree that can be had, and problems.
 *
 * @param part `item` where the text is one item of a block list, dash included: the root is the item.
 */
export function parseYaml(text: string, part: Part = 'document'): YamlParse {
  const plain = readPlainYaml(text);
  if (!plain) return parseByLibrary(text, part);
  const tree = ofBearableSize({ text, root: rootOf(plain, part), problems: [] });
  return { tree, facts: NO_NAMES };
}

/** As `parseYaml`, for YAML of any kind. */
export function parseByLibrary(text: string, part: Part = 'document'): YamlParse {
  const tokens: CST.Token[] = [];
  const unread = readTokens(text, tokens);
  if (unread) return { tree: unread, facts: NO_NAMES };
  const converter = new NodeConverter(text);
  const documents = compose(tokens);
  const document = documents.find((each) => isWritten(each.contents)) ?? documents[0];
  const root = document ? convertRoot(document, converter, part) : null;
  const errors = documents.flatMap((each): YAMLParseError[] => each.errors);
  const syntax = cleanErrors(text, errors, root);
  // What is read around a tab is most often not what was meant: the tab alone is reported.
  const problems = syntax.some(({ tabs }) => tabs) ? syntax : [...syntax, ...converter.problems];
  problems.sort((a, b) => a.start - b.start);
  return {
    tree: { text, root, problems: problems.slice(0, MAX_PROBLEMS) },
    facts: converter.facts,
  };
}

function convertRoot(document: Document.Parsed, converter: NodeConverter, part: Part): Node | null {
  const contents = document.contents;
  if (part === 'document' && !isWritten(contents)) return null;
  return rootOf(converter.convert(contents, document.range[1]), part);
}

/** Text that is no list item, as while its dash is being typed, is read as it stands. */
const rootOf = (node: Node, part: Part): Node | null =>
  part === 'item' && node.kind === 'seq' ? (node.items[0] ?? null) : node;

const isWritten = (contents: ParsedNode | null): boolean =>
  contents !== null && (contents.range[1] > contents.range[0] || contents.anchor !== undefined);

/** The errors of a broken text may be thousands: where in this program they are made is not told. */
function compose(tokens: readonly CST.Token[]): Document.Parsed[] {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return [...new Composer(OPTIONS).compose(tokens)] as Document.Parsed[];
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** What the library reads of a text at most: a second or so. */
const MAX_LEXEMES = 600_000;

/** Fills `tokens`; answers what is known of the text where it is too deep or too long to go on. */
function readTokens(text: string, tokens: CST.Token[]): SegmentTree | undefined {
  const parser = new Parser();
  let left = MAX_LEXEMES;
  for (const lexeme of new Lexer().lex(text)) {
    if (left-- === 0) return tooLong(text);
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > MAX_DEPTH) {
      const problem = tooDeep({ start: parser.offset - 1, end: parser.offset });
      return { text, root: null, problems: [problem] };
    }
  }
  for (const token of parser.end()) tokens.push(token);
  return undefined;
}
