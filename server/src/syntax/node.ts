/**
 * The tree that everything above the parser works on: one shape for YAML and JSON.
 *
 * Offsets are UTF-16 code units, relative to the segment that was parsed (see `file.ts`), so that a
 * tree stays valid, and everything cached for it, when text before its segment changes.
 */
export type Scalar = null | boolean | number | bigint | string;

/** A half-open piece of a segment's text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

interface NodeBase extends Span {
  /**
   * Where the text of this node really stands, when it came through an alias or a merge key.
   * `start` and `end` are then those of the alias.
   */
  readonly origin?: Span;
}

export type ScalarStyle = 'plain' | 'single' | 'double' | 'block';

export interface ScalarNode extends NodeBase {
  readonly kind: 'scalar';
  /** Integers beyond 2^53 are `bigint`, so that no digit is lost. */
  readonly value: Scalar;
  /** `start` to `end` covers the quotes. A value that is not written has a zero-width span. */
  readonly style: ScalarStyle;
}

export interface MapNode extends NodeBase {
  readonly kind: 'map';
  /** In written order, merged entries last; the same key twice keeps both (the later is the value). */
  readonly entries: readonly Entry[];
  /** Written with braces. */
  readonly flow: boolean;
}

export interface Entry extends Span {
  /** A key that is no scalar is rendered as text. */
  readonly key: ScalarNode;
  readonly value: Node;
}

export interface SeqNode extends NodeBase {
  readonly kind: 'seq';
  readonly items: readonly Node[];
  readonly flow: boolean;
}

export type Node = ScalarNode | MapNode | SeqNode;

/** Keys and indexes that lead from a root to a node. */
export type Path = readonly (string | number)[];

export interface SyntaxProblem extends Span {
  readonly code: 'yaml-syntax' | 'circular-alias' | 'excessive-alias' | 'gave-up';
  readonly message: string;
  /** Set where the text has a tab for indentation: the quick fix replaces it by spaces. */
  readonly tabs?: boolean;
  /** Set where a value lacks its quotes: the quick fix puts them around what is underlined. */
  readonly unquoted?: boolean;
  /** Another place that matters, e.g. the anchor of a recursive alias. */
  readonly related?: { readonly message: string } & Span;
}

/**
 * The parse of one segment. Identity is the cache key: an edit elsewhere in the file leaves the very
 * same object in place.
 */
export interface SegmentTree {
  readonly text: string;
  /** Null where the segment is empty or nothing could be read. */
  readonly root: Node | null;
  readonly problems: readonly SyntaxProblem[];
}

/** A tree and where its text stands in the file now. */
export interface Segment {
  readonly tree: SegmentTree;
  /** Offset in the file of the tree's first character. */
  readonly start: number;
  /** Length in the file: the tree's text, and the hole where there is one. */
  readonly length: number;
  /**
   * Where the items of a dataset were cut out of the frame's text: at this offset of the tree, that
   * many characters of the file are left out.
   */
  readonly hole?: { readonly at: number; readonly length: number };
}

/** One YAML document, one JSON file or one JSON line. */
export interface SourceDocument {
  readonly frame: Segment;
  /** The key whose list was cut into segments, e.g. `cases`; absent where the frame holds everything. */
  readonly splitKey?: string;
  /** The cut list's items, each a segment whose root is the item. */
  readonly items: readonly Segment[];
}

export type Language = 'yaml' | 'json' | 'jsonl';

export interface SourceFile {
  readonly text: string;
  readonly language: Language;
  readonly documents: readonly SourceDocument[];
  /** How many segments were parsed to make this file: all at first, the touched ones after an edit. */
  readonly parsed: number;
}

/** A replacement in a file's text: `length` characters from `start` become `text`. */
export interface TextEdit {
  readonly start: number;
  readonly length: number;
  readonly text: string;
  /** The whole text after it, where the caller has it: making it costs as much as reading the file. */
  readonly result?: string;
}
