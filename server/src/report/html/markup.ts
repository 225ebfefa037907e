import { phrase, say } from '../../l10n/say.ts';
import { markup } from '../text.ts';

/** Markup that is finished: it goes into a page as it stands. */
export class Html {
  constructor(readonly text: string) {}
}

/** What may stand in markup. Text is escaped; what is false, null or undefined is left out. */
export type Part = string | number | Html | false | null | undefined | readonly Part[];

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (part === false || part === null || part === undefined) return '';
  return typeof part === 'object' ? part.map(textOf).join('') : markup(String(part));
}

/** Markup as a template: whatever is put in that is no markup is escaped, also inside attributes. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.reduce((text, string, i) => text + textOf(parts[i - 1]) + string));

/** A text in the reader's language, as `say` says it, with markup filled in. */
export function said(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const pieces = say(phrase(strings)).split(/\{(\d+)\}/);
  return html`${pieces.map((piece, i) => (i % 2 === 0 ? piece : parts[Number(piece)]))}`;
}

const BREAK = new Html('\n');

/** Parts with a line break between them. */
export const lines = (parts: readonly Part[]): Html =>
  html`${parts.map((part, i) => (i === 0 ? part : [BREAK, part]))}`;

/** A cell of a table with a class. */
export class Marked {
  constructor(
    readonly content: Part,
    readonly of: string,
  ) {}
}

export type Cell = Part | Marked;

const tableCell = (cell: Cell, i: number): Html => {
  const [content, name] = cell instanceof Marked ? [cell.content, cell.of] : [cell, undefined];
  const of = name && html` class="${name}"`;
  return i === 0 ? html`<th scope="row"${of}>${content}</th>` : html`<td${of}>${content}</td>`;
};

/** A table whose first column names the rows; nothing where there are none. */
export const table = (
  caption: string,
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
): Html | undefined =>
  rows.length === 0
    ? undefined
    : html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table>
<caption>${caption}</caption>
<thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${lines(rows.map((row) => html`<tr>${row.map(tableCell)}</tr>`))}
</tbody></table></div>`;

/** Text of several lines, each on its own. */
export const paragraphs = (text: string): Html =>
  html`${text.split(/\r\n|[\r\n]/).map((line, i) => [i > 0 && html`<br />`, line])}`;

/** Says how many a page has no room for; nothing where all are shown. */
export const leftOut = (count: number, most: number, tell: (further: number) => string): Part =>
  count > most && html`<p>${tell(count - most)}</p>`;
