import { type Position, type Range, TextDocument } from 'vscode-languageserver-textdocument';
import { say } from '../../l10n/say.ts';
import {
  isJsonLines,
  type Language,
  parseFile,
  type Segment,
  type SegmentTree,
  type SourceFile,
  type Span,
  type TextEdit,
  toFileSpan,
  updateFile,
} from '../../syntax/index.ts';
import { shared } from './derived.ts';
import { type FileKind, languageOf } from './kinds.ts';
import type { Uri } from './uri.ts';

/** One change as the protocol sends it; without a range it replaces the whole text. */
export interface ContentChange {
  readonly range?: Range;
  readonly text: string;
}

/** Characters of a file beyond which it is not even parsed. */
const MAX_PARSED = 16 * 1024 * 1024;

/** The list that is cut into segments, by kind. */
const SPLIT_KEYS: Partial<Record<FileKind, string>> = { dataset: 'cases' };

/**
 * A file as it is now: on disk, or in an editor's buffer. A change makes a new state, so that a state's
 * identity can be the key of a cache; the text document behind it is shared and moves on, which is why
 * nobody keeps a state across an `await` without asking the store again.
 */
export class FileState {
  #source: SourceFile | undefined;

  private constructor(
    readonly uri: Uri,
    readonly kind: FileKind | undefined,
    /** Undefined where the file cannot be read: `failure` says why. */
    readonly document: TextDocument | undefined,
    readonly failure: string | undefined,
    /** Whether an editor holds it. */
    readonly open: boolean,
    source?: SourceFile,
    /** Taken for empty, though an editor shows its text. */
    readonly isAside = false,
  ) {
    this.#source = source;
  }

  static of(uri: Uri, kind: FileKind | undefined, text: string): FileState {
    return new FileState(uri, kind, TextDocument.create(uri, '', 0, text), undefined, false);
  }

  static opened(uri: Uri, kind: FileKind | undefined, version: number, text: string): FileState {
    return new FileState(uri, kind, TextDocument.create(uri, '', version, text), undefined, true);
  }

  static unreadable(uri: Uri, kind: FileKind | undefined, reason: string): FileState {
    return new FileState(uri, kind, undefined, reason, false);
  }

  /** By its name; JSON lines are found in files that are named as JSON, too. */
  get language(): Language {
    const language = languageOf(this.uri);
    return language === 'json' && isJsonLines(this.text) ? 'jsonl' : language;
  }

  get text(): string {
    if (this.isAside) return '';
    return this.document?.getText() ?? '';
  }

  get version(): number | undefined {
    return this.open ? this.document?.version : undefined;
  }

  /** The parse, made at the first use. */
  get source(): SourceFile {
    const splitKey = this.kind && SPLIT_KEYS[this.kind];
    if (!this.#source && this.text.length > MAX_PARSED) {
      const message = say`This file is over ${MAX_PARSED / 1024 / 1024} MB: it is not looked into.`;
      this.#source = unreadSource(this.language, message);
    }
    this.#source ??= parseFile(this.text, this.language, splitKey ? { splitKey } : {});
    return this.#source;
  }

  /** The same text, taken for empty or no more. */
  setAside(isAside: boolean): FileState {
    const { uri, kind, document, failure, open, language } = this;
    const message = say`Looking into this file ended the language server: it is set aside until its text changes.`;
    const source = isAside ? unreadSource(language, message) : undefined;
    return new FileState(uri, kind, document, failure, open, source, isAside);
  }

  /** Lets go of the parse, which is made again when somebody asks: its trees are others then. */
  letGo(): void {
    if (!this.open && !this.isAside) this.#source = undefined;
  }

  /** The state after an editor's changes: only what they touch is parsed again. */
  changed(version: number, changes: readonly ContentChange[]): FileState {
    const { document } = this;
    if (!document) return this;
    const isUnread = this.isAside || document.getText().length > MAX_PARSED;
    let source = isUnread ? undefined : this.#source;
    for (const change of changes) {
      const edit = toEdit(document, change);
      TextDocument.update(document, [change as { text: string }], version);
      source = source && updateFile(source, [{ ...edit, result: document.getText() }]);
    }
    const changed = new FileState(this.uri, this.kind, document, undefined, true, source);
    // Typing may make lines of JSON out of a list, and the other way round.
    if (source && source.language !== changed.language) changed.#source = undefined;
    return changed;
  }

  /** The same text, known to hold something else. */
  recognised(kind: FileKind | undefined): FileState {
    const { uri, document, failure, open, isAside } = this;
    const state = new FileState(uri, kind, document, failure, open);
    return isAside ? state.setAside(true) : state;
  }

  /** Where a span of one of this file's segments stands; undefined where the tree is not in it (any more). */
  rangeOf(tree: SegmentTree, span: Span): Range | undefined {
    if (!this.document) return undefined;
    const segment = segmentOf(this.owner, this.source, tree);
    if (!segment) return undefined;
    const { start, end } = toFileSpan(segment, span);
    return { start: this.document.positionAt(start), end: this.document.positionAt(end) };
  }

  /**
   * The owner of lists that are kept up with the file: what stays the same while an editor changes it, or
   * the parse of a file that nobody changes.
   */
  get owner(): object {
    return this.open && this.document ? this.document : this.source;
  }

  offsetAt(position: Position): number {
    return this.document?.offsetAt(position) ?? 0;
  }
}

/** Of a file that is not parsed: nothing but the finding that says so. */
function unreadSource(language: Language, message: string): SourceFile {
  const problems = [{ code: 'gave-up' as const, message, start: 0, end: 0 }];
  const frame = { tree: { text: '', root: null, problems }, start: 0, length: 0 };
  return { text: '', language, documents: [{ frame, items: [] }], parsed: 0 };
}

function toEdit(document: TextDocument, change: ContentChange): TextEdit {
  if (!change.range) return { start: 0, length: document.getText().length, text: change.text };
  const start = document.offsetAt(change.range.start);
  const end = document.offsetAt(change.range.end);
  return { start, length: Math.max(0, end - start), text: change.text };
}

const segments = new WeakMap<SourceFile, readonly Segment[]>();

function segmentsOf(source: SourceFile): readonly Segment[] {
  const known = segments.get(source);
  if (known) return known;
  const made = source.documents.flatMap(({ frame, items }) => [frame, ...items]);
  segments.set(source, made);
  return made;
}

/** Where the trees of a file stand among its segments; an edit inside a case moves no other. */
interface TreeIndex {
  source: SourceFile;
  trees: readonly SegmentTree[];
  positions: Map<SegmentTree, number>;
}

const indexes = new WeakMap<object, TreeIndex>();

function segmentOf(owner: object, source: SourceFile, tree: SegmentTree): Segment | undefined {
  const all = segmentsOf(source);
  let index = indexes.get(owner);
  if (index?.source !== source) {
    index = updated(index, source, all);
    indexes.set(owner, index);
  }
  const position = index.positions.get(tree);
  return position === undefined ? undefined : all[position];
}

function updated(
  before: TreeIndex | undefined,
  source: SourceFile,
  all: readonly Segment[],
): TreeIndex {
  const trees = all.map(({ tree }) => tree);
  if (before?.trees.length !== trees.length) {
    return { source, trees, positions: new Map(trees.map((tree, i) => [tree, i])) };
  }
  const { positions } = before;
  const { head, tail } = shared(before.trees, trees);
  for (let i = head; i < trees.length - tail; i++) positions.delete(before.trees[i]!);
  for (let i = head; i < trees.length - tail; i++) positions.set(trees[i]!, i);
  return { source, trees, positions };
}
