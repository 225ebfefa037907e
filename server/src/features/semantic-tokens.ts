import type { Position, Range, SemanticTokens } from 'vscode-languageserver-types';
import type { MatcherNode } from '../model/located.ts';
import { DECIDING_KEYS, MODIFIER_KEYS } from '../model/read-matcher.ts';
import type { Toolset } from '../model/tool.ts';
import { isObject } from '../model/value.ts';
import type { MapNode, SegmentTree, Span } from '../syntax/index.ts';
import type { Unit } from '../workspace/files/contents.ts';
import { frameMentions } from './frame-mentions.ts';
import type { FeatureContext } from './host.ts';
import { argumentMatcher } from './matcher-at.ts';
import { type Mention, unitMentions } from './mentions.ts';
import { trajectoriesOf } from './target.ts';

/** Standard names, so that every theme has a colour for them. */
export const TOKEN_TYPES = ['function', 'parameter', 'variable', 'class', 'keyword'] as const;
export const TOKEN_MODIFIERS = ['declaration', 'deprecated'] as const;

type TokenType = (typeof TOKEN_TYPES)[number];

interface Token {
  readonly tree: SegmentTree;
  readonly span: Span;
  readonly type: TokenType;
  readonly isDeclaration?: boolean;
  readonly isDeprecated?: boolean;
}

/** Beyond this many the colours cost more than they help. */
const MAX_TOKENS = 50_000;

/**
 * Tools, arguments, ids and matcher keys; the grammar colours the rest.
 *
 * @param within only what stands in these lines
 */
export function semanticTokens(context: FeatureContext, within?: Range): SemanticTokens {
  const { snapshot } = context;
  const { file } = snapshot;
  const encoder = new Encoder();
  const placed: { readonly at: Position; readonly length: number; readonly token: Token }[] = [];
  const place = (tokens: Iterable<Token>) => {
    for (const token of tokens) {
      const range = file.rangeOf(token.tree, token.span);
      if (!range || range.start.line !== range.end.line || !touches(range, within)) continue;
      const length = range.end.character - range.start.character;
      if (length > 0) placed.push({ at: range.start, length, token });
    }
  };
  place(frameMentions(snapshot).flatMap((mention) => mentionToken(mention, undefined)));
  for (const unit of snapshot.contents.units) {
    if (placed.length > MAX_TOKENS) break;
    const range = within && file.rangeOf(unit.tree, unit.subject.node);
    if (range && !touches(range, within)) continue;
    place(unitTokens(snapshot.around.anchor, unit, snapshot.scopeOf(unit).toolset));
  }
  placed.sort((a, b) => a.at.line - b.at.line || a.at.character - b.at.character);
  for (const { at, length, token } of placed) encoder.add(at, length, token);
  return { data: encoder.data };
}

const touches = (range: Range, within: Range | undefined): boolean =>
  !within || (range.end.line >= within.start.line && range.start.line <= within.end.line);

/** Five numbers a token, each place relative to the one before it. */
class Encoder {
  readonly data: number[] = [];
  #last: Position = { line: 0, character: -1 };

  add({ line, character }: Position, length: number, token: Token): void {
    const last = this.#last;
    // What came through aliases stands in the text once.
    if (last.line === line && last.character >= character) return;
    const start = line === last.line ? character - Math.max(0, last.character) : character;
    const modifiers = (token.isDeclaration ? 1 : 0) | (token.isDeprecated ? 2 : 0);
    this.data.push(line - last.line, start, length, TOKEN_TYPES.indexOf(token.type), modifiers);
    this.#last = { line, character };
  }
}

function* unitTokens(uri: string, unit: Unit, toolset: Toolset): Generator<Token> {
  for (const mention of unitMentions(uri, unit, toolset)) yield* mentionToken(mention, toolset);
  const { tree } = unit;
  for (const { calls } of trajectoriesOf(unit)) {
    for (const call of calls) {
      const schema = call.name && toolset.schema(call.name.value);
      for (const argument of call.arguments) {
        const { name, entry } = argument;
        const own = schema?.at([name]);
        if (!entry.key.origin) {
          yield {
            tree,
            span: entry.key,
            type: 'parameter',
            isDeprecated: isObject(own) && own.deprecated === true,
          };
        }
        yield* keyTokens(tree, argumentMatcher(call, argument, toolset));
      }
    }
  }
}

const TYPES: Readonly<Record<Mention['kind'], TokenType | undefined>> = {
  tool: 'function',
  call: 'variable',
  case: 'class',
  golden: 'class',
  runner: 'variable',
  file: undefined,
};

function mentionToken(mention: Mention, toolset: Toolset | undefined): Token[] {
  const { kind, tree, text, isDefinition } = mention;
  const type = TYPES[kind];
  if (!type) return [];
  const isDeprecated = kind === 'tool' && toolset?.find(mention.name)?.deprecated === true;
  return [{ tree, span: text, type, isDeclaration: isDefinition, isDeprecated }];
}

const MATCHER_KEYS: ReadonlySet<string> = new Set([...DECIDING_KEYS, ...MODIFIER_KEYS]);

function* keyTokens(tree: SegmentTree, matcher: MatcherNode): Generator<Token> {
  if (matcher.kind === 'object') {
    for (const child of matcher.children) yield* keyTokens(tree, child.matcher);
  } else if (matcher.kind === 'list') {
    for (const child of matcher.children) yield* keyTokens(tree, child);
  } else if (matcher.kind === 'matcher') {
    yield* keysOf(tree, matcher.node);
  }
}

function* keysOf(tree: SegmentTree, { entries }: MapNode): Generator<Token> {
  for (const { key } of entries) {
    if (!key.origin && MATCHER_KEYS.has(String(key.value))) {
      yield { tree, span: key, type: 'keyword' };
    }
  }
}
