import { say } from '../../l10n/say.ts';
import type { Reliability } from '../../scoring/score.ts';
import { figureText } from '../../scoring/set/summary.ts';
import { type Html, html, said, table } from './markup.ts';

const WIDTH = 420;
const HEIGHT = 190;
const LEFT = 40;
const TOP = 12;
const PLOT = { width: WIDTH - LEFT - 90, height: HEIGHT - TOP - 34 };

/** Points that are drawn as dots, and rows that the table has, at most. */
const MOST_POINTS = 25;

/** How sure one can be of a case: its passes, their interval, and what several tries would give. */
export function reliability({ n, c, wilson, flaky, pass_at_k, pass_pow_k }: Reliability): Html {
  if (n < 2) return html``;
  const [low, high] = wilson;
  const passed = flaky
    ? said`${c} of ${n} runs passed: ${html`<strong class="warning">${say`flaky`}</strong>`}.`
    : say`${c} of ${n} runs passed.`;
  const rate = say`A pass rate from ${figureText(low)} to ${figureText(high)} agrees with that (95 %).`;
  const curves = [
    { name: 'pass@k', of: 'at', values: pass_at_k },
    { name: 'pass^k', of: 'pow', values: pass_pow_k },
  ].map((curve) => ({
    ...curve,
    points: Array.from({ length: n }, (_, i) => at(curve.values, i + 1)),
  }));
  const ks = Array.from({ length: Math.min(n, MOST_POINTS) }, (_, i) => i + 1);
  return html`<p>${passed} ${rate}</p>
<svg role="img" aria-label="${say`pass@k and pass^k for k from 1 to ${n}: figures in the table below`}" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<rect class="frame" x="${LEFT}" y="${TOP}" width="${PLOT.width}" height="${PLOT.height}" />
<text x="${LEFT - 8}" y="${TOP + 5}" text-anchor="end">1</text><text x="${LEFT - 8}" y="${TOP + PLOT.height + 5}" text-anchor="end">0</text>
<text x="${LEFT}" y="${HEIGHT - 8}">k = 1</text><text x="${LEFT + PLOT.width}" y="${HEIGHT - 8}" text-anchor="end">${n}</text>
${curves.map(({ of, points }) => curveOf(points, of))}
${curves.map(({ name, points }, i) => html`<text x="${LEFT + PLOT.width + 8}" y="${y(points.at(-1)!) + (i === 0 ? 3 : 17)}">${name}</text>`)}
</svg>
${table(
  n > MOST_POINTS
    ? say`The chance that one of k runs passes, and that all of them do, up to k = ${MOST_POINTS}`
    : say`The chance that one of k runs passes, and that all of them do`,
  ['k', 'pass@k', 'pass^k'],
  ks.map((k) => [k, figureText(at(pass_at_k, k)), figureText(at(pass_pow_k, k))]),
)}`;
}

const at = (values: Readonly<Record<string, number>>, k: number): number => values[String(k)] ?? 0;

const y = (value: number): number => round(TOP + PLOT.height * (1 - value));

const round = (value: number): number => Math.round(value * 10) / 10;

function curveOf(values: readonly number[], of: string): Html {
  const points = values.map((value, i) => [
    round(LEFT + (PLOT.width * i) / (values.length - 1)),
    y(value),
  ]);
  return html`<polyline class="curve ${of}" points="${points.map((point) => point.join(',')).join(' ')}" />${
    values.length <= MOST_POINTS &&
    points.map(([cx, cy]) => html`<circle class="dot ${of}" cx="${cx}" cy="${cy}" r="3.5" />`)
  }`;
}
