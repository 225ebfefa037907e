/**
 * Texts of files, as they are shown. VS Code reads more into some texts than text: links to commands in
 * messages, icons in labels, controls in its terminal.
 */

/** Control, bidirectional and invisible characters, and halves of characters. Joiners stay: emoji need them. */
const UNSAFE = /(?!\n)[\p{Cc}\p{Cs}\p{Bidi_Control}\u00ad\u200b\u2028\u2029\u2060-\u2064\ufeff]/gu;

/** Lines with every character that could deceive written out, as `\u{202e}`. */
export const shownLines = (text: string): string =>
  text.replace(UNSAFE, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`);

/** The same on one line, for a label. */
export const shownLine = (text: string): string => shownLines(text.replace(/\s*\n\s*/g, ' ⏎ '));

/** A label where VS Code draws `$(name)` as an icon: a choice, an item of the Testing view. */
export const shownLabel = (text: string): string => shownLine(text).replaceAll('$(', '\\$(');

/** A message, in which VS Code makes `[text](command:name)` a link that runs the command. */
export const shownMessage = (text: string): string => shownLines(text).replaceAll('](', '] (');
