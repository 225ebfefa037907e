/**
 * Text for terminals and markup. What a trace or a case file says is not trusted: it must not move the
 * cursor, hide itself, reverse what stands around it, or become markup.
 */

/** Control, bidirectional and invisible characters, and halves of surrogate pairs. Joiners stay: emoji need them. */
const UNSAFE =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Cs}/gu;

/** The text with every character that could deceive written out, as `\u{1b}`. */
export const plain = (text: string): string =>
  text.replace(UNSAFE, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`);

/** As `plain`, but lines stay, each below the first begun with the indentation given. */
export const plainLines = (text: string, indent = ''): string =>
  text.split(/\r?\n/).map(plain).join(`\n${indent}`);

const NO_WIDTH = /\p{Mn}|\p{Me}|\u200c|\u200d|[\ufe00-\ufe0f]/u;
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Columns that a text takes in a terminal, near enough to put a caret under it. */
export function columns(text: string): number {
  let width = 0;
  for (const char of text) width += NO_WIDTH.test(char) ? 0 : WIDE.test(char) ? 2 : 1;
  return width;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as content or attribute of XML or HTML; characters that XML cannot hold are written out. */
export const markup = (text: string): string =>
  plain(text)
    .replace(/[&<>"']/g, (char) => ENTITIES[char]!)
    .replace(/[\ufffe\uffff]/g, '\ufffd');

const COLORS = {
  error: '31;1',
  warning: '33;1',
  info: '36',
  hint: '2',
  good: '32;1',
  strong: '1',
  dim: '2',
} as const;

export type Paint = (style: keyof typeof COLORS, text: string) => string;

/** Colours text, or leaves it. */
export const painter =
  (color: boolean): Paint =>
  (style, text) =>
    color ? `\u001b[${COLORS[style]}m${text}\u001b[0m` : text;

/** `1 error`, `2 errors`. */
export const plural = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
