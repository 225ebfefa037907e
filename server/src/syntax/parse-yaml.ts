import type { CST, Document, ParsedNode, YAMLParseError } from 'yaml';
import { Composer, Lexer, Parser } from 'yaml';
import { MAX_DEPTH, tooDeep } from './depth.ts';
import type { Node, SegmentTree, SyntaxProblem } from './node.ts';
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
  return { tree: { text, root: rootOf(plain, part), problems: [] }, facts: NO_NAMES };
}

/** As `parseYaml`, for YAML of any kind. */
export function parseByLibrary(text: string, part: Part = 'document'): YamlParse {
  const tokens: CST.Token[] = [];
  const deep = readTokens(text, tokens);
  const converter = new NodeConverter(text);
  if (deep) return { tree: { text, root: null, problems: [deep] }, facts: converter.facts };
  const documents = [...new Composer(OPTIONS).compose(tokens)] as Document.Parsed[];
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

/** Fills `tokens`; answers the problem where the text nests too deeply to go on. */
function readTokens(text: string, tokens: CST.Token[]): SyntaxProblem | undefined {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > MAX_DEPTH)
      return tooDeep({ start: parser.offset - 1, end: parser.offset });
  }
  for (const token of parser.end()) tokens.push(token);
  return undefined;
}
