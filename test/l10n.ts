/** Reads the texts for people out of the sources, for the tests of translations. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

const ROOT = join(import.meta.dirname, '..');

/** A node of the syntax tree, of any kind. */
interface AstNode {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && typeof (value as AstNode).type === 'string';

export interface SourceTexts {
  /** The texts that are translated, as keys of the bundle. */
  readonly keys: readonly string[];
  /** Sentences that are not, with the file and line where they stand. */
  readonly bare: readonly string[];
}

/** The texts in a folder's sources, tests aside. */
export function textsIn(folder: string): SourceTexts {
  const texts: SourceTexts & { keys: string[]; bare: string[] } = { keys: [], bare: [] };
  for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || /test\.ts$|testing\.ts$|fake-/.test(name)) continue;
    const path = join(folder, name);
    const source = readFileSync(join(ROOT, path), 'utf8');
    const { program } = parseSync(path, source, { lang: 'ts' });
    const at = ({ start }: AstNode) => `${path}:${source.slice(0, start).split('\n').length}`;
    read(program as unknown as AstNode, texts, at);
  }
  return texts;
}

function read(
  node: AstNode,
  texts: { keys: string[]; bare: string[] },
  at: (node: AstNode) => string,
): void {
  const key = keyOf(node);
  const text = key === undefined ? writtenIn(node) : undefined;
  if (key !== undefined) texts.keys.push(key);
  if (text !== undefined && isSentence(text)) texts.bare.push(`${at(node)} ${text}`);
  const parts = key === undefined ? partsOf(node) : filledInto(node);
  for (const part of parts) if (isNode(part)) read(part, texts, at);
}

/** What stands in a node; types, and the names of modules, are no texts. */
const partsOf = (node: AstNode): unknown[] =>
  Object.entries(node)
    .filter(([name]) => name !== 'source' && name !== 'typeAnnotation')
    .flatMap(([, part]) => part);

/** The values that are filled into a translated text. */
const filledInto = ({ quasi, arguments: given }: AstNode): unknown[] =>
  quasi ? ((quasi as AstNode).expressions as unknown[]) : (given as unknown[]).slice(1);

const TAGS: ReadonlySet<string> = new Set(['say', 'phrase', 'said']);

/** The key of what `l10n.t`, `say`, `phrase` or `said` translates. */
function keyOf(node: AstNode): string | undefined {
  if (node.type === 'TaggedTemplateExpression') {
    const { name } = node.tag as { name?: string };
    return TAGS.has(name ?? '') ? templateKey(node.quasi as AstNode) : undefined;
  }
  if (node.type !== 'CallExpression') return undefined;
  const { object, property } = node.callee as { object?: AstNode; property?: { name?: string } };
  if (property?.name !== 't' || !/l10n$/.test(nameOf(object))) return undefined;
  const [text] = node.arguments as AstNode[];
  return text && (writtenIn(text) ?? `not a literal: ${text.type}`);
}

const nameOf = (node: AstNode | undefined): string =>
  String(node?.name ?? (node?.property as { name?: string } | undefined)?.name ?? '');

const templateKey = (template: AstNode): string =>
  (template.quasis as { value: { cooked: string } }[]).reduce(
    (key, { value: { cooked } }, index) => (index === 0 ? cooked : `${key}{${index - 1}}${cooked}`),
    '',
  );

function writtenIn(node: AstNode): string | undefined {
  if (node.type === 'TemplateLiteral') return templateKey(node);
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

/** Words in a row, as people are told; names and patterns are none. */
const isSentence = (text: string): boolean =>
  /[A-Za-z]{2,}[,.:;]? (?:\{\d\}|[A-Za-z“])[a-z]/.test(text);
