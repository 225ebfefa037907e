/** Text that a person does not see and a model reads. */

/** Never part of honest prose: embeddings and overrides of direction, invisible operators, tag characters. */
const NEVER = /[\u202A-\u202E\u2060-\u2064\u2066-\u206F\u{E0000}-\u{E001F}]/u;
/** Zero width space, and a byte order mark in the middle of a text. */
const ZERO_WIDTH = /\u200B|(?<!^)\uFEFF/;
/** Joiners, outside emoji and the scripts that join letters. */
const JOINER =
  /(?<!\uFE0F|\p{M}|[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{sc=Arabic}\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Gurmukhi}\p{sc=Gujarati}\p{sc=Oriya}\p{sc=Tamil}\p{sc=Telugu}\p{sc=Kannada}\p{sc=Malayalam}\p{sc=Sinhala}])[\u200C\u200D]/u;
/** Direction marks, in a text without a script that is written from right to left. */
const MARK = /[\u200E\u200F\u061C]/;
const RIGHT_TO_LEFT = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}]/u;
/** Variation selectors: several in a row can spell a message; the supplement's belong behind an ideograph. */
const SELECTORS = /[\uFE00-\uFE0F]{2}|(?<!\p{sc=Han})[\u{E0100}-\u{E01EF}]/u;
/** Tag characters spell a message, but behind a flag they name its region, up to the cancel tag. */
const TAGS = /(?<!\u{1F3F4}[\u{E0020}-\u{E007E}]*)[\u{E0020}-\u{E007F}]/u;

/** Whether a text holds invisible or bidirectional characters that honest text has no use for. */
export const hasHiddenText = (text: string): boolean =>
  [NEVER, ZERO_WIDTH, JOINER, SELECTORS, TAGS].some((pattern) => pattern.test(text)) ||
  (MARK.test(text) && !RIGHT_TO_LEFT.test(text));
