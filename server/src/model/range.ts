/** A place in a text as LSP counts it: lines and UTF-16 code units, both from zero. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** Half-open. */
export interface TextRange {
  readonly start: Position;
  readonly end: Position;
}
