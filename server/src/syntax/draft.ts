import type { Span } from './node.ts';

/** Stands for what is being typed while the text is parsed: a character that no text has in earnest. */
export const PLACEHOLDER = '\uE000';

/** What the text around a cursor says, before anything is parsed. Offsets are those of the text. */
export interface Token {
  /** What a completion replaces: the word or scalar at the cursor, its quotes included. */
  readonly replace: Span;
  /** The typed part of it before the cursor, without the quote. */
  readonly prefix: string;
  readonly quote?: '"' | "'";
  /** In braces or brackets, where block style cannot be written. JSON always is. */
  readonly inFlow: boolean;
  /** The column that the line's structure starts at: that of its dash or key, or of the token. */
  readonly indent: number;
  /** A `:` follows: only the key is to be written. */
  readonly hasColon: boolean;
  /** A space is due before what is inserted, as right after a `:`. */
  readonly needsSpace: boolean;
  /** A comma is due before what is inserted (JSON). */
  readonly needsComma: boolean;
  /** The line has a dash before the token. */
  readonly afterDash: boolean;
  /** Nothing but the token stands on the line. */
  readonly alone: boolean;
}

/** A way to read the text: with the token replaced so that it parses. */
export interface Draft {
  readonly token: Token;
  readonly text: string;
  /** A dash was added to read the token as a list's item. */
  readonly needsDash?: boolean;
}
