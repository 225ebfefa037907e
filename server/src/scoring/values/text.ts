/**
 * Searching one text in another at word boundaries (scoring.md, notation): what the provenance of
 * plain outputs, `from_user`, facts and `compare: words` have in common.
 */

const ASCII = /^[\0-\x7f]*$/;
/** A mark changes the letter it stands on, so it counts as part of a word. */
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u;
const DIGIT = /\p{Nd}/u;
/** Scripts that put no space between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
/** A number with a decimal point is one word, as it is for the search. */
const WORDS = /[\p{L}\p{M}\p{N}]+(?:(?<=\p{Nd})\.\p{Nd}[\p{L}\p{M}\p{N}]*)*/gu;

/** Composes a text to Unicode NFC. */
export const compose = (text: string): string => (ASCII.test(text) ? text : text.normalize('NFC'));

/** Folds case so that ß equals SS: upper-cased, then lower-cased, in NFC. */
export const fold = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : text.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');

/** The words of a text: runs of letters and digits. */
export const wordsOf = (text: string): readonly string[] => text.match(WORDS) ?? [];

const before = (text: string, at: number): string => {
  const low = text.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff ? text.slice(at - 2, at) : text.slice(at - 1, at);
};

const from = (text: string, at: number): string => {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
};

/** Whether two neighbouring characters belong to one word. */
const joined = (edge: string, neighbour: string): boolean =>
  WORD_CHARACTER.test(edge) &&
  WORD_CHARACTER.test(neighbour) &&
  !UNSPACED.test(edge) &&
  !UNSPACED.test(neighbour);

function startsWord(text: string, at: number, first: string): boolean {
  const previous = before(text, at);
  if (joined(first, previous)) return false;
  // A point after a letter ends an abbreviation ("no.5"); any other makes a fraction.
  return !(previous === '.' && DIGIT.test(first) && !/\p{L}/u.test(before(text, at - 1)));
}

function endsWord(text: string, end: number, last: string): boolean {
  const next = from(text, end);
  if (joined(last, next)) return false;
  return !(next === '.' && DIGIT.test(last) && DIGIT.test(from(text, end + 1)));
}

/** Whether the part of a text from `start` to `end` touches no letter, digit or fraction. */
export const isWord = (text: string, start: number, end: number): boolean =>
  startsWord(text, start, from(text, start)) && endsWord(text, end, before(text, end));

/**
 * Whether `sought` occurs in `text` at word boundaries. Both have to be folded alike before. An empty
 * text occurs nowhere.
 */
export function occursIn(text: string, sought: string): boolean {
  if (sought === '') return false;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    if (isWord(text, at, at + sought.length)) return true;
  }
  return false;
}
