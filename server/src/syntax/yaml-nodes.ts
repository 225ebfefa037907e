import type { Alias, Pair, YAMLMap, Node as YamlNode, Scalar as YamlScalar } from 'yaml';
import { isAlias, isMap, isPair, isScalar, isSeq } from 'yaml';
import { say } from '../l10n/say.ts';
import { MAX_DEPTH, tooDeep } from './depth.ts';
import type { Entry, MapNode, Node, ScalarNode, ScalarStyle, Span, SyntaxProblem } from './node.ts';
import { toScalar } from './yaml-schema.ts';

/** The names that tie a piece of YAML to others. */
export interface AnchorFacts {
  /** Anchors that it defines. */
  readonly anchors: ReadonlySet<string>;
  /** Names that its aliases use. */
  readonly aliases: ReadonlySet<string>;
  /** Names of aliases whose anchor does not stand before them. */
  readonly free: ReadonlySet<string>;
}

/** How many nodes the aliases of one segment may add to its tree. */
const WORK_BUDGET = 200_000;

const STYLES: Record<string, ScalarStyle> = {
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'block',
  BLOCK_FOLDED: 'block',
};

interface Anchored {
  readonly at: Span;
  /** Absent while the anchored node is still being read. */
  node?: Node;
  size: number;
  /** Levels that nest below it. */
  height: number;
}

/** The text of a key as a member name of JSON. */
export const keyText = (key: ScalarNode): string => String(key.value);

/** Turns the library's nodes into ours: aliases and merge keys expanded, spans tight. */
export class NodeConverter {
  readonly problems: SyntaxProblem[] = [];
  private readonly anchored = new Map<string, Anchored>();
  private readonly aliases = new Set<string>();
  private readonly free = new Set<string>();
  private readonly text: string;
  private created = 0;
  private expanded = 0;
  private exhausted = false;
  /** The level of what is being read, and the deepest that was reached below the anchor around it. */
  private level = 0;
  private deepest = 0;

  constructor(text: string) {
    this.text = text;
  }

  get facts(): AnchorFacts {
    return { anchors: new Set(this.anchored.keys()), aliases: this.aliases, free: this.free };
  }

  /** Converts `source`; `at` is where a value stands that is not written. */
  convert(source: unknown, at: number): Node {
    if (isAlias(source)) return this.resolve(source);
    const anchor = isScalar(source) || isMap(source) || isSeq(source) ? source.anchor : undefined;
    if (anchor === undefined) return this.convertPlain(source, at);
    const start = rangeOf(source as YamlNode, at).start;
    const sign = this.text.lastIndexOf(`&${anchor}`, start);
    const entry: Anchored = {
      at: sign < 0 ? { start, end: start } : { start: sign, end: sign + anchor.length + 1 },
      size: 0,
      height: 0,
    };
    this.anchored.set(anchor, entry);
    const { created, deepest } = this;
    this.deepest = this.level;
    entry.node = this.convertPlain(source, at);
    entry.size = this.created - created;
    entry.height = this.deepest - this.level;
    this.deepest = Math.max(deepest, this.deepest);
    return entry.node;
  }

  private convertPlain(source: unknown, at: number): Node {
    this.level++;
    this.deepest = Math.max(this.deepest, this.level);
    const node = this.convertNew(source, at);
    this.level--;
    return node;
  }

  private convertNew(source: unknown, at: number): Node {
    this.created++;
    if (isMap(source)) return this.convertMap(source, at);
    if (isSeq(source)) {
      const span = rangeOf(source, at);
      const flow = source.flow === true;
      const items = source.items.map((item) =>
        isPair(item) ? this.convertPair(item, span) : this.convert(item, span.start),
      );
      const end = flow ? span.end : lastEnd(items, span);
      return { kind: 'seq', items, flow, start: span.start, end };
    }
    if (isScalar(source)) return this.convertScalar(source, at);
    return { kind: 'scalar', value: null, style: 'plain', start: at, end: at };
  }

  private convertScalar(source: YamlScalar, at: number): ScalarNode {
    const { start, end } = rangeOf(source, at);
    const style = STYLES[source.type ?? ''] ?? 'plain';
    return {
      kind: 'scalar',
      value: toScalar(source.value),
      style,
      start,
      end: style === 'block' ? trimEnd(this.text, start, end) : end,
    };
  }

  /** A pair that stands in a list where a mapping was meant, as `[a: 1]`. */
  private convertPair(pair: Pair, span: Span): MapNode {
    const entry = this.convertEntry(pair, span.start);
    return { kind: 'map', entries: [entry], flow: true, start: entry.start, end: entry.end };
  }

  private convertMap(source: YAMLMap, at: number): MapNode {
    const span = rangeOf(source, at);
    const flow = source.flow === true;
    const entries: Entry[] = [];
    const merges: Pair[] = [];
    const merged: Node[] = [];
    const seen = new Set<string>();
    let end = span.start;
    for (const pair of source.items) {
      const isMerge = isScalar(pair.key) && pair.key.value === '<<' && pair.key.type === 'PLAIN';
      const entry = this.convertEntry(pair, Math.max(end, span.start));
      end = Math.max(end, entry.end);
      if (isMerge) {
        merges.push(pair);
        for (const each of this.mergeSources(entry, pair)) merged.push(each);
        continue;
      }
      const name = keyText(entry.key);
      if (seen.has(name)) {
        this.report(
          entry.key,
          say`The key ${JSON.stringify(name)} is already used in this mapping.`,
        );
      }
      seen.add(name);
      entries.push(entry);
    }
    for (const map of merged) {
      if (map.kind !== 'map') continue;
      for (const entry of map.entries) {
        const name = keyText(entry.key);
        if (seen.has(name)) continue;
        seen.add(name);
        entries.push(entry);
      }
    }
    return { kind: 'map', entries, flow, start: span.start, end: flow ? span.end : end };
  }

  private mergeSources(entry: Entry, pair: Pair): readonly Node[] {
    const { value } = entry;
    const written = value.kind === 'seq' ? value.items : [value];
    const isBroken = this.exhausted || this.isReported(pair.value);
    if (!isBroken && written.some((node) => node.kind !== 'map')) {
      this.report(entry.key, say`A merge key takes an alias of a mapping, or a list of them.`);
    }
    return written;
  }

  /** Whether an alias in a merge has its own finding already. */
  private isReported(value: unknown): boolean {
    const parts = isSeq(value) ? value.items : [value];
    return parts.some(
      (part) =>
        isAlias(part) &&
        part.range !== undefined &&
        this.problems.some((problem) => problem.start === part.range?.[0]),
    );
  }

  private convertEntry(pair: Pair, at: number): Entry {
    const key = this.convertKey(pair.key, at);
    const value = this.convert(pair.value, key.end);
    return { key, value, start: key.start, end: Math.max(key.end, value.end) };
  }

  private convertKey(source: unknown, at: number): ScalarNode {
    const key = this.convert(source, at);
    if (key.kind === 'scalar') {
      const unwritten = key.start === key.end && key.value === null;
      return unwritten ? { ...key, value: '' } : key;
    }
    const { start, end } = key.origin ?? key;
    const text = this.text.slice(start, end).replace(/\s+/g, ' ');
    return { ...spanOf(key), kind: 'scalar', value: text, style: 'plain' };
  }

  private resolve(alias: Alias): Node {
    const span = rangeOf(alias, 0);
    const nothing: Node = { kind: 'scalar', value: null, style: 'plain', ...span };
    this.created++;
    if (alias.source === '') return nothing;
    this.aliases.add(alias.source);
    const anchored = this.anchored.get(alias.source);
    if (!anchored) {
      this.free.add(alias.source);
      this.report(span, say`No anchor &${alias.source} stands before this alias.`);
      return nothing;
    }
    if (!anchored.node) {
      this.problems.push({
        code: 'circular-alias',
        message: say`The alias *${alias.source} stands inside the node that it refers to.`,
        ...span,
        related: { message: say`The anchor &${alias.source}`, ...anchored.at },
      });
      return nothing;
    }
    if (this.expanded + anchored.size > WORK_BUDGET) {
      if (!this.exhausted) {
        const message = say`The aliases up to *${alias.source} expand to too many values to check.`;
        this.problems.push({ code: 'excessive-alias', message, ...span });
      }
      this.exhausted = true;
      return nothing;
    }
    if (this.level + anchored.height > MAX_DEPTH) {
      this.problems.push(tooDeep(span));
      return nothing;
    }
    this.deepest = Math.max(this.deepest, this.level + anchored.height);
    this.expanded += anchored.size;
    this.created += anchored.size;
    return relocate(anchored.node, span);
  }

  private report(span: Span, message: string): void {
    this.problems.push({ code: 'yaml-syntax', message, start: span.start, end: span.end });
  }
}

/** A copy of `node` that stands at `span`, each part knowing where it is written. */
function relocate(node: Node, span: Span): Node {
  const place = { start: span.start, end: span.end, origin: node.origin ?? spanOf(node) };
  if (node.kind === 'scalar') return { ...node, ...place };
  if (node.kind === 'seq') {
    return { ...node, items: node.items.map((item) => relocate(item, span)), ...place };
  }
  const entries = node.entries.map((entry) => ({
    key: relocate(entry.key, span) as ScalarNode,
    value: relocate(entry.value, span),
    start: span.start,
    end: span.end,
  }));
  return { ...node, entries, ...place };
}

const spanOf = ({ start, end }: Span): Span => ({ start, end });

function rangeOf(node: YamlNode, at: number): Span {
  const range = node.range;
  return range ? { start: range[0], end: range[1] } : { start: at, end: at };
}

const lastEnd = (nodes: readonly Span[], span: Span): number =>
  nodes.reduce((end, node) => Math.max(end, node.end), span.start);

function trimEnd(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && /\s/.test(text[last - 1]!)) last--;
  return last;
}
