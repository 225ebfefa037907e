import { phrase, say } from '../../l10n/say.ts';
import type { Run } from '../../model/run.ts';
import type { RunDetail } from '../../scoring/run-detail.ts';
import { RUN_METRICS, type RunMetrics } from '../../scoring/score.ts';
import type { ReportedCase, ReportedFinding, ReportedRun } from '../../scoring/set/score-report.ts';
import { figureText } from '../../scoring/set/summary.ts';
import { type Bar, bars } from './bars.ts';
import { callNames, calls } from './calls.ts';
import { type Html, html, leftOut, lines, type Part, table } from './markup.ts';
import { effects, facts, order, state } from './outcome.ts';
import { provenance } from './provenance.ts';
import { clipped, speech } from './values.ts';

/** A recorded run with what a report draws of it. */
export interface DetailedRun {
  readonly run: Run;
  readonly detail: RunDetail;
}

/** The dimensions of a run that are shares of 1; a yes or no is all or nothing. */
const DIMENSIONS: readonly (readonly [
  name: string,
  of: (m: RunMetrics) => number | boolean | null,
])[] = [
  [phrase`selection`, (m) => m.selection_acc],
  [phrase`arguments`, (m) => m.arg_acc],
  [phrase`exact calls`, (m) => m.exact_call_acc],
  [phrase`chain`, (m) => m.chain_completion],
  [phrase`execution`, (m) => m.exec_success],
  [phrase`efficiency`, (m) => m.call_efficiency],
  [phrase`state`, (m) => m.state_match],
  [phrase`consequence`, (m) => m.consequence_score],
  [phrase`safety`, (m) => !m.safety_failed],
];

const dimensions = (metrics: ReportedRun['metrics']): Bar[] =>
  metrics.selection_acc === null
    ? []
    : DIMENSIONS.flatMap(([name, of]) => {
        const value = of(metrics as RunMetrics);
        return value === null ? [] : [{ name: say(name), value: Number(value) }];
      });

/** A verdict in a word. */
export const VERDICT = { pass: phrase`pass`, fail: phrase`fail`, error: phrase`error` } as const;

const SEVERITY: Readonly<Record<ReportedFinding['severity'], string>> = {
  error: phrase`error`,
  warning: phrase`warning`,
  info: phrase`info`,
  hint: phrase`hint`,
};

/** A finding in one line, with its place. */
function findingLine(of: ReportedCase, finding: ReportedFinding): Html {
  const { severity, message, code, file = of.file, range } = finding;
  const place = range ? `${file}:${range.start.line + 1}` : file;
  return html`<li><span class="${severity}">${say(SEVERITY[severity])}</span> ${clipped(message)} <small><code>${code}</code> ${place}</small></li>`;
}

/** Findings that are listed of one run. */
const MOST_FINDINGS = 200;

const findingList = (of: ReportedCase, { findings }: ReportedRun): Part =>
  findings.length > 0 &&
  html`<ul>
${lines(findings.slice(0, MOST_FINDINGS).map((finding) => findingLine(of, finding)))}
</ul>${leftOut(findings.length, MOST_FINDINGS, (further) => say`${further} further findings are left out.`)}`;

/** Details that show their body. */
export const OPEN = html` open=""`;

const part = (title: string, body: Part): Part =>
  body &&
  html`<h4>${title}</h4>
${body}
`;

/** Runs of several recordings may share an id: they are counted. */
function titleOf(run: ReportedRun, runs: ReportedCase['runs']): string {
  if (run.run_id === '') return say`Not scored`;
  return runs.length === 1
    ? say`Run ${run.run_id}`
    : say`Run ${runs.indexOf(run) + 1} of ${runs.length} (${run.run_id})`;
}

/**
 * One run: what is wrong with it, its figures, and its calls beside the golden's.
 *
 * @param detailed undefined where the run has no score, or a page has no room for it
 * @param open whether it shows at once
 */
export function runSection(
  of: ReportedCase,
  run: ReportedRun,
  detailed: DetailedRun | undefined,
  open: boolean,
): Html {
  const title = titleOf(run, of.runs);
  return html`<details${open && OPEN}><summary><h3>${title}: <span class="${run.verdict}">${say(VERDICT[run.verdict])}</span>${run.path !== undefined && say`, path ${run.path}`}</h3></summary>
${findingList(of, run)}
${part(say`Figures`, bars(say`Figures`, dimensions(run.metrics)))}${detailed && detailParts(detailed)}${metricsTable(run)}
</details>`;
}

function detailParts({ run, detail }: DetailedRun): Part {
  const { finalMessage } = run;
  return [
    part(say`Golden and run, call by call`, calls(detail)),
    part(say`Provenance`, provenance(detail.links, callNames(detail))),
    part(say`Order`, order(detail)),
    part(say`Effects`, effects(detail)),
    part(say`End state`, state(detail)),
    part(say`Facts`, facts(detail)),
    part(say`Final reply`, finalMessage !== undefined && speech(finalMessage)),
  ];
}

const metricText = (value: number | boolean | null): string =>
  typeof value === 'boolean' ? (value ? say`yes` : say`no`) : figureText(value);

function metricsTable({ metrics }: ReportedRun): Part {
  const rows = RUN_METRICS.filter((name) => metrics[name] !== null);
  return (
    rows.length > 0 &&
    html`<details><summary>${say`Every metric`}</summary>
${table(
  say`Metrics of the run`,
  [say`metric`, say`value`],
  rows.map((name) => [html`<code>${name}</code>`, metricText(metrics[name])]),
)}</details>`
  );
}
