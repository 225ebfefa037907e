import type { ReportedCase, ReportedRun, ScoreReport } from '../scoring/score-report.ts';
import { caseSummary, figureText } from '../scoring/summary.ts';
import { gateText } from './annotations.ts';
import { aggregateFigures, TOOL_COLUMNS, toolRows } from './figures.ts';
import { markup } from './text.ts';

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 0.5rem 0; }
th, td { padding: 0.2rem 0.8rem; border-bottom: 1px solid #8884; text-align: right; }
th:first-child, td:first-child { text-align: left; }
summary { cursor: pointer; }
code { font-family: ui-monospace, monospace; }
.pass { color: #1a7f37; } .fail, .error, .low { color: #cf222e; } .warning { color: #9a6700; }
@media (prefers-color-scheme: dark) {
  .pass { color: #3fb950; } .fail, .error, .low { color: #f85149; } .warning { color: #d29922; }
}
`;

/** A cell, or a cell of a class. */
type Cell = string | readonly [text: string, className: string];

const cell = (content: Cell): string =>
  typeof content === 'string'
    ? `<td>${markup(content)}</td>`
    : `<td class="${content[1]}">${markup(content[0])}</td>`;

const table = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  `<table><thead><tr>${head.map((name) => `<th scope="col">${markup(name)}</th>`).join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('\n')}</tbody></table>`;

const section = (title: string, body: string): string =>
  body === '' ? '' : `<section><h2>${markup(title)}</h2>\n${body}</section>`;

function runHtml(of: ReportedCase, run: ReportedRun): string {
  const findings = run.findings.map(({ severity, message, code, file = of.file, range }) => {
    const place = range ? `${file}:${range.start.line + 1}` : file;
    return `<li><span class="${severity}">${severity}</span> ${markup(message)} <code>${markup(code)}</code> <small>${markup(place)}</small></li>`;
  });
  const path = run.path === undefined ? '' : `, path ${run.path}`;
  const pairs = run.alignment.map(({ golden, call, per_arg, exact }): readonly Cell[] => [
    golden === null ? 'none' : String(golden + 1),
    call === null ? ['none', 'low'] : String(call + 1),
    figureText(per_arg ?? null),
    exact === undefined ? '–' : exact ? 'yes' : ['no', 'low'],
  ]);
  const title = run.run_id === '' ? 'Not scored' : `Run ${run.run_id}`;
  return `<h4>${markup(title)}: <span class="${run.verdict}">${run.verdict}</span>${markup(path)}</h4>
${findings.length > 0 ? `<ul>${findings.join('\n')}</ul>` : ''}
${pairs.length > 0 ? table(['golden call', 'call', 'arguments', 'exact'], pairs) : ''}`;
}

const caseHtml = (of: ReportedCase): string =>
  `<details${of.verdict === 'pass' ? '' : ' open'}><summary><strong class="${of.verdict}">${of.verdict}</strong> ${markup(of.case_id)} <small>${markup(caseSummary(of))}</small></summary>
${of.runs.map((run) => runHtml(of, run)).join('\n')}</details>`;

/** A score as one HTML page: no script, nothing fetched, all text escaped. */
export function scoreHtml(report: ScoreReport): string {
  const { pass, fail, error } = report.summary;
  const figures = aggregateFigures(report).map(({ name, text, floor, healthy }) => [
    name,
    healthy ? text : ([text, 'low'] as const),
    floor,
  ]);
  const gates = report.gates.map((gate): readonly Cell[] => [
    gateText(gate),
    gate.ok ? ['ok', 'pass'] : ['failed', 'fail'],
  ]);
  const valueText = (value: string | number | null) =>
    typeof value === 'string' ? value : figureText(value);
  const regressions = (report.baseline?.regressions ?? []).map(
    ({ kind, name, before, after, p }) => [
      `${kind} ${name}`,
      valueText(before),
      valueText(after),
      figureText(p ?? null),
    ],
  );
  const tools = toolRows(report);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Callsheet score</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Callsheet score</h1>
<p>${pass} passed, ${fail} failed, ${error} ${error === 1 ? 'error' : 'errors'}</p>
${[
  section('Cases', report.cases.map(caseHtml).join('\n')),
  section('Figures', pass + fail > 0 ? table(['metric', 'value', 'healthy'], figures) : ''),
  section('Tools', tools.length > 0 ? table(['tool', ...TOOL_COLUMNS], tools) : ''),
  section('Gates', gates.length > 0 ? table(['gate', ''], gates) : ''),
  section(
    'Regressions',
    regressions.length > 0 ? table(['what', 'before', 'after', 'p'], regressions) : '',
  ),
].join('\n')}
</body>
</html>
`;
}
