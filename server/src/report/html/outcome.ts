/** What came of a run beside its calls: order, effects, state, facts. */
import type { RunDetail } from '../../scoring/run-detail.ts';
import { callNames } from './calls.ts';
import { type Cell, type Html, html, leftOut, lines, Marked, table } from './markup.ts';
import { clipped, value } from './values.ts';

const mark = (right: boolean, text: string): Cell =>
  right ? new Marked(`✓ ${text}`, 'good') : new Marked(`✗ ${text}`, 'bad');

/** Differences and facts that are listed, at most. */
const MOST = 100;

export function order(detail: RunDetail): Html | undefined {
  if (detail.order.length === 0) {
    return detail.ordered ? html`<p class="good">✓ kept</p>` : undefined;
  }
  const names = callNames(detail);
  return html`<ul>
${lines(
  detail.order.map(({ golden, after }) =>
    after === undefined
      ? html`<li class="bad">✗ ${names.golden(golden)} was made in another turn</li>`
      : html`<li class="bad">✗ ${names.golden(golden)} was made before ${names.golden(after)}</li>`,
  ),
)}
</ul>`;
}

export const effects = ({ effects: counts }: RunDetail): Html | undefined =>
  table(
    'How often each write took effect',
    ['tool', 'golden', 'run', 'result'],
    counts.map(({ tool, fired, wanted }) => [
      tool,
      wanted,
      fired,
      fired > wanted ? mark(false, 'too often') : mark(true, 'no more than wanted'),
    ]),
  );

export function state({ state: differences }: RunDetail): Html | undefined {
  if (differences === null) return undefined;
  if (differences.length === 0) return html`<p class="good">✓ as expected</p>`;
  return html`${table(
    'Where the end state is another',
    ['place', 'expected', 'in the run'],
    differences
      .slice(0, MOST)
      .map(({ pointer, expected, actual }) => [
        html`<code>${pointer || '(the whole)'}</code>`,
        new Marked(value(expected), 'text'),
        new Marked(value(actual), 'text'),
      ]),
  )}${leftOut(differences.length, MOST, 'differences')}`;
}

export const facts = ({ facts: wanted, claims }: RunDetail): Html | undefined =>
  table(
    'What the replies must and must not say',
    ['text', 'asked', 'in the replies'],
    [
      ...wanted.map(({ anyOf, said }): Cell[] => [
        clipped(anyOf.join(' or ')),
        'must be said',
        mark(said, said ? 'said' : 'not said'),
      ]),
      ...claims.map(({ text, said }): Cell[] => [
        clipped(text),
        'must not be said',
        mark(!said, said ? 'said' : 'not said'),
      ]),
    ].slice(0, MOST),
  );
