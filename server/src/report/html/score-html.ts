import { say } from '../../l10n/say.ts';
import type { CaseScore } from '../../scoring/set/case-score.ts';
import type { ReportedCase, ScoreReport } from '../../scoring/set/score-report.ts';
import { caseSummary, figureText } from '../../scoring/set/summary.ts';
import { gateText } from '../annotations.ts';
import {
  aggregateFigures,
  comparedName,
  comparedRows,
  TOOL_COLUMNS,
  toolFigures,
} from '../figures.ts';
import { caseBody, verdict } from './case.ts';
import { type Cell, type Html, html, lines, Marked, type Part, table } from './markup.ts';
import { page } from './page.ts';
import { OPEN } from './run.ts';

/** Cases whose runs are shown call by call: a page of thousands would open in no browser. */
const MOST_DETAILED = 300;

/** Finds the score that an entry of a report was made of. */
export type ScoreOf = (of: ReportedCase) => CaseScore | undefined;

const section = (title: string, body: Part): Part =>
  body &&
  html`<section>
<h2>${title}</h2>
${body}
</section>
`;

function figures(report: ScoreReport): Html | undefined {
  if (report.summary.pass + report.summary.fail === 0) return undefined;
  return table(
    say`Figures over all cases, and what a healthy suite has`,
    [say`metric`, say`value`, say`healthy`],
    aggregateFigures(report).map(({ name, text, floor, healthy }) => [
      html`<code>${name}</code>`,
      healthy ? text : new Marked(`✗ ${text}`, 'low'),
      floor,
    ]),
  );
}

const tools = ({ tools: scores }: ScoreReport): Html | undefined =>
  table(
    say`Scoreboard of the tools`,
    [say`tool`, ...TOOL_COLUMNS],
    Object.entries(scores).map(([name, score]) => [
      html`<code>${name}</code>`,
      ...toolFigures(score).map(
        ({ text, healthy }): Cell => (healthy ? text : new Marked(`✗ ${text}`, 'low')),
      ),
    ]),
  );

const gates = ({ gates: results }: ScoreReport): Html | undefined =>
  table(
    say`Gates`,
    [say`gate`, say`result`],
    results.map((gate) => [
      gateText(gate),
      gate.ok ? new Marked(say`✓ ok`, 'pass') : new Marked(say`✗ failed`, 'fail'),
    ]),
  );

const valueText = (value: string | number | null): string =>
  typeof value === 'string' ? value : figureText(value);

const regressions = ({ baseline }: ScoreReport): Html | undefined =>
  baseline &&
  (table(
    say`Worse than ${baseline.file}`,
    [say`what`, say`before`, say`after`, 'p'],
    baseline.regressions.map(({ kind, name, before, after, p }) => [
      comparedName(kind, name),
      valueText(before),
      valueText(after),
      figureText(p ?? null),
    ]),
  ) ??
    html`<p class="good">✓ ${say`Nothing is worse than ${baseline.file}.`}</p>`);

const comparison = ({ comparison: of }: ScoreReport): Html | undefined =>
  of &&
  table(
    say`Passed with ${of.before}, and with ${of.after}`,
    [say`what`, say`before`, say`after`, 'p'],
    comparedRows(of),
  );

/** Those whose calls are shown: what did not pass before what did. */
function detailedOf(cases: readonly ReportedCase[]): ReadonlySet<ReportedCase> {
  const failed = cases.filter((of) => of.verdict !== 'pass');
  const passed = cases.filter((of) => of.verdict === 'pass');
  return new Set([...failed, ...passed].slice(0, MOST_DETAILED));
}

function caseList({ cases }: ScoreReport, scoreOf: ScoreOf): Part {
  const detailed = detailedOf(cases);
  return lines(
    cases.map(
      (of) =>
        html`<details${of.verdict !== 'pass' && OPEN}><summary>${verdict(of.verdict)} <h2>${of.case_id}</h2> <small>${of.file}, ${caseSummary(of)}</small></summary>
${caseBody(of, detailed.has(of) ? scoreOf(of) : undefined)}
</details>`,
    ),
  );
}

/** A score as one HTML page: no script, nothing fetched, all text escaped. */
export function scoreHtml(report: ScoreReport, scoreOf: ScoreOf = () => undefined): string {
  const { pass, fail, error } = report.summary;
  return page(
    say`Callsheet score`,
    html`<h1>${say`Callsheet score`}</h1>
<p>${error === 1 ? say`${pass} passed, ${fail} failed, ${error} error` : say`${pass} passed, ${fail} failed, ${error} errors`}</p>
${section(say`Comparison`, comparison(report))}${section(say`Regressions`, regressions(report))}${caseList(report, scoreOf)}
${section(say`Figures`, figures(report))}${section(say`Tools`, tools(report))}${section(say`Gates`, gates(report))}`,
  );
}
