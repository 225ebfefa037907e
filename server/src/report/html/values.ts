import { say } from '../../l10n/say.ts';
import type { Json } from '../../model/value.ts';
import { jsonText } from '../json.ts';
import { type Html, html, paragraphs } from './markup.ts';

/** Characters of one value or message; what is longer is told by its length. */
const LONGEST = 2_000;

/** A text, cut where it is long. */
export function clipped(text: string, longest = LONGEST): string {
  if (text.length <= longest) return text;
  const rest = text.length - longest;
  // Not between the halves of a pair.
  const end = /[\ud800-\udbff]/.test(text[longest - 1]!) ? longest - 1 : longest;
  return say`${text.slice(0, end)}… (${rest} characters more)`;
}

/** A value as code: its JSON, over several lines where it has parts. */
export const value = (of: Json | undefined): Html =>
  of === undefined
    ? html`<span class="none">${say`nothing`}</span>`
    : html`<code>${paragraphs(clipped(short(of)))}</code>`;

/** Lists and objects this short stand on one line, in characters. */
const ONE_LINE = 60;

function short(of: Json): string {
  const text = jsonText(of).trimEnd();
  const joined = text.replaceAll(/\n\s*/g, ' ');
  return joined.length <= ONE_LINE ? joined : text;
}

/** What somebody said. */
export const speech = (text: string): Html =>
  html`<blockquote>${paragraphs(clipped(text))}</blockquote>`;
