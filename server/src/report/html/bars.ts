import { figureText } from '../../scoring/set/summary.ts';
import { type Html, html } from './markup.ts';

export interface Bar {
  readonly name: string;
  /** 0 to 1. */
  readonly value: number;
}

const ROW = 26;
const NAMES = 130;
const LENGTH = 240;

/**
 * Shares as bars, each with its name and its figure: pictures of attributes alone, since the page allows
 * no style of an element's own.
 */
export function bars(title: string, of: readonly Bar[]): Html | undefined {
  if (of.length === 0) return undefined;
  const label = of.map(({ name, value }) => `${name} ${figureText(value)}`).join(', ');
  const height = of.length * ROW;
  return html`<svg role="img" aria-label="${title}: ${label}" width="460" height="${height}" viewBox="0 0 460 ${height}">
${of.map((bar, i) => barOf(bar, i * ROW))}</svg>`;
}

function barOf({ name, value }: Bar, y: number): Html {
  const length = Math.round(LENGTH * Math.min(1, Math.max(0, value)));
  const low = value < 1 ? ' low' : '';
  return html`<text x="0" y="${y + 18}">${name}</text><rect class="frame" x="${NAMES}" y="${y + 5}" width="${LENGTH}" height="16" />${
    length > 0 &&
    html`<rect class="fill${low}" x="${NAMES}" y="${y + 5}" width="${length}" height="16" />`
  }<text x="${NAMES + LENGTH + 10}" y="${y + 18}">${figureText(value)}</text>
`;
}
