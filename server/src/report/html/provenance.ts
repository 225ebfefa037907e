import { say } from '../../l10n/say.ts';
import type { ProvenanceLink } from '../../scoring/provenance-links.ts';
import { show } from '../../scoring/values/show.ts';
import { type Html, html, leftOut, lines, said } from './markup.ts';
import { clipped } from './values.ts';

const WIDTH = 900;
const ROW = 44;
const BOX = { width: 330, height: 32 };

/** Links that are drawn; more make a picture that nobody reads. */
const MOST = 40;

/** Characters of a label in the picture. */
const LABEL = 42;

/** A source or an argument, with its row in the picture. */
interface End {
  readonly label: string;
  readonly row: number;
}

/** Ends by their label, in the order in which they come up. */
class Column {
  readonly ends = new Map<string, End>();

  at(label: string): End {
    const end = this.ends.get(label) ?? { label, row: this.ends.size };
    this.ends.set(label, end);
    return end;
  }
}

/** Names calls for a person. */
export interface CallNames {
  golden(index: number): string;
  emitted(index: number): string;
}

/** Where values came from: results to the left, arguments to the right, a line for each value. */
export function provenance(links: readonly ProvenanceLink[], names: CallNames): Html | undefined {
  if (links.length === 0) return undefined;
  const [results, args] = [new Column(), new Column()];
  const ways = links.slice(0, MOST).map((link) => ({
    link,
    from: results.at(sourceName(link, names)),
    to: args.at(`${names.emitted(link.to)}, ${link.arg}`),
  }));
  const height = Math.max(results.ends.size, args.ends.size) * ROW;
  return html`<svg role="img" aria-label="${say`Lines from results to the arguments that took their values: the list below says the same`}" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">
${[...results.ends.values()].map((end) => box(end, 0))}
${[...args.ends.values()].map((end) => box(end, WIDTH - BOX.width))}
${ways.map(({ link, from, to }) => way(from.row, to.row, link.holds))}
</svg>
<ul>
${lines(ways.map(({ link }) => sentence(link, names)))}
</ul>${leftOut(links.length, MOST, (further) => say`${further} further values are left out.`)}`;
}

const sourceName = ({ golden, from, path }: ProvenanceLink, names: CallNames): string =>
  `${from === undefined ? say`${names.golden(golden)}, not made` : names.emitted(from)}${path ? `, ${path}` : ''}`;

function box({ label, row }: End, x: number): Html {
  const top = row * ROW + (ROW - BOX.height) / 2;
  return html`<rect class="box" x="${x}" y="${top}" width="${BOX.width}" height="${BOX.height}" rx="4" /><text class="mono" x="${x + 8}" y="${top + 21}">${shortened(label)}</text>
`;
}

const shortened = (label: string): string =>
  label.length <= LABEL ? label : `${label.slice(0, LABEL / 2 - 1)}…${label.slice(-LABEL / 2)}`;

function way(fromRow: number, toRow: number, holds: boolean): Html {
  const [y1, y2] = [fromRow, toRow].map((row) => row * ROW + ROW / 2);
  const [x1, x2] = [BOX.width, WIDTH - BOX.width];
  const middle = (x1 + x2) / 2;
  const broken = holds ? '' : ' broken';
  return html`<path class="way${broken}" d="M ${x1} ${y1} C ${middle} ${y1} ${middle} ${y2} ${x2 - 8} ${y2}" /><path class="tip${broken}" d="M ${x2} ${y2} l -9 -5 v 10 z" />${
    !holds && html`<text x="${middle}" y="${(y1! + y2!) / 2 + 5}" text-anchor="middle">✗</text>`
  }
`;
}

const sentence = (link: ProvenanceLink, names: CallNames): Html => {
  const { value, arg, to, holds } = link;
  const what = said`${html`<code>${clipped(show(value))}</code>`} for ${html`<code>${arg}</code>`} of ${names.emitted(to)}`;
  const source = sourceName(link, names);
  return holds
    ? html`<li>${said`${what} came from ${source}`}</li>`
    : html`<li><span class="bad">✗ ${say`broken`}</span>: ${said`${what} did not come from ${source}`}</li>`;
};
