/** What came of a run beside its calls: order, effects, state, facts. */
import { say } from '../../l10n/say.ts';
import type { RunDetail } from '../../scoring/run-detail.ts';
import { callNames } from './calls.ts';
import { type Cell, type Html, html, leftOut, lines, Marked, table } from './markup.ts';
import { clipped, value } from './values.ts';

const mark = (right: boolean, text: string): Cell =>
  right ? new Marked(`✓ ${text}`, 'good') : new Marked(`✗ ${text}`, 'bad');

const saidText = (said: boolean): string => (said ? say`said` : say`not said`);

/** Differences and facts that are listed, at most. */
const MOST = 100;

export function order(detail: RunDetail): Html | undefined {
  if (detail.order.length === 0) {
    return detail.ordered ? html`<p class="good">✓ ${say`kept`}</p>` : undefined;
  }
  const names = callNames(detail);
  return html`<ul>
${lines(
  detail.order.map(({ golden, after }) =>
    after === undefined
      ? html`<li class="bad">✗ ${say`${names.golden(golden)} was made in another turn`}</li>`
      : html`<li class="bad">✗ ${say`${names.golden(golden)} was made before ${names.golden(after)}`}</li>`,
  ),
)}
</ul>`;
}

export const effects = ({ effects: counts }: RunDetail): Html | undefined =>
  table(
    say`How often each write took effect`,
    [say`tool`, say`golden`, say`run`, say`result`],
    counts.map(({ tool, fired, wanted }) => [
      tool,
      wanted,
      fired,
      fired > wanted ? mark(false, say`too often`) : mark(true, say`no more than wanted`),
    ]),
  );

export function state({ state: differences }: RunDetail): Html | undefined {
  if (differences === null) return undefined;
  if (differences.length === 0) return html`<p class="good">✓ ${say`as expected`}</p>`;
  return html`${table(
    say`Where the end state is another`,
    [say`place`, say`expected`, say`in the run`],
    differences
      .slice(0, MOST)
      .map(({ pointer, expected, actual }) => [
        html`<code>${pointer || say`(the whole)`}</code>`,
        new Marked(value(expected), 'text'),
        new Marked(value(actual), 'text'),
      ]),
  )}${leftOut(differences.length, MOST, (further) => say`${further} further differences are left out.`)}`;
}

export const facts = ({ facts: wanted, claims }: RunDetail): Html | undefined =>
  table(
    say`What the replies must and must not say`,
    [say`text`, say`asked`, say`in the replies`],
    [
      ...wanted.map(({ anyOf, said }): Cell[] => [
        clipped(anyOf.join(say` or `)),
        say`must be said`,
        mark(said, saidText(said)),
      ]),
      ...claims.map(({ text, said }): Cell[] => [
        clipped(text),
        say`must not be said`,
        mark(!said, saidText(said)),
      ]),
    ].slice(0, MOST),
  );
