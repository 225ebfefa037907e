import type { ScoreReport } from '../scoring/set/score-report.ts';
import { caseDimensions, figureText } from '../scoring/set/summary.ts';
import { caseFindings, gateText, runsText } from './annotations.ts';
import { aggregateFigures, comparedRows, TOOL_COLUMNS, toolRows } from './figures.ts';
import { plain } from './text.ts';

/**
 * Text as a code span, where nothing is markup, a link or a mention: fenced by more backticks than it
 * holds.
 */
function span(text: string): string {
  const shown = plain(text);
  const runs = shown.match(/`+/g) ?? [];
  const fence = '`'.repeat(runs.reduce((most, run) => Math.max(most, run.length), 0) + 1);
  const pad = /^[ `]|[ `]$/.test(shown) ? ' ' : '';
  return shown === '' ? '' : `${fence}${pad}${shown}${pad}${fence}`;
}

/** The same in a cell of a table, whose bars are its own. */
const cell = (text: string): string => span(text).replaceAll('|', '\\|');

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const table = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] => [
  row(head),
  row(head.map((_, i) => (i === 0 ? '---' : '---:'))),
  ...rows.map(row),
];

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];

const CASE_COLUMNS = ['selection', 'arguments', 'exact'] as const;

function caseRows(report: ScoreReport): readonly (readonly string[])[] {
  return report.cases.map((of) => {
    const figures = new Map<string, number>(caseDimensions(of));
    const { n, c } = of.reliability;
    return [
      cell(of.case_id),
      of.verdict,
      `${c}/${n}`,
      ...CASE_COLUMNS.map((name) => figureText(figures.get(name) ?? null)),
    ];
  });
}

const findingLines = (report: ScoreReport): readonly string[] =>
  report.cases.flatMap((of) =>
    caseFindings(of)
      .filter(({ finding }) => finding.severity === 'error' || finding.severity === 'warning')
      .map((each) => {
        const { file = of.file, range, severity, message, code } = each.finding;
        const place = range ? `${file}:${range.start.line + 1}` : file;
        const text = `${of.case_id}: ${message}${runsText(of, each)} [${code}]`;
        return `- ${span(place)} ${severity} ${span(text)}`;
      }),
  );

/** A score as Markdown, for a pull request's comment or a job's summary. */
export function scoreMarkdown(report: ScoreReport): string {
  const { pass, fail, error } = report.summary;
  const figures = aggregateFigures(report).map(({ name, text, floor, healthy }) => [
    cell(name),
    healthy ? text : `**${text}**`,
    floor,
  ]);
  const tools = toolRows(report).map(([name, ...rest]) => [cell(name!), ...rest]);
  const regressions = report.baseline?.regressions ?? [];
  const valueText = (value: string | number | null) =>
    typeof value === 'string' ? value : figureText(value);
  return `${[
    '# Callsheet score',
    '',
    `${pass} passed, ${fail} failed, ${error} ${error === 1 ? 'error' : 'errors'}`,
    ...section(
      'Cases',
      report.cases.length > 0
        ? table(['case', 'verdict', 'passed', ...CASE_COLUMNS], caseRows(report))
        : [],
    ),
    ...section('Findings', findingLines(report)),
    ...section('Figures', pass + fail > 0 ? table(['metric', 'value', 'healthy'], figures) : []),
    ...section('Tools', tools.length > 0 ? table(['tool', ...TOOL_COLUMNS.map(cell)], tools) : []),
    ...section(
      'Gates',
      report.gates.map((gate) => `- ${gate.ok ? 'ok' : '**failed**'}: ${span(gateText(gate))}`),
    ),
    ...section(
      'Comparison',
      report.comparison
        ? [
            `${span(report.comparison.before)} against ${span(report.comparison.after)}`,
            '',
            ...table(
              ['passed', 'before', 'after', 'p'],
              comparedRows(report.comparison).map(([what, ...rest]) => [cell(what), ...rest]),
            ),
          ]
        : [],
    ),
    ...section(
      'Regressions',
      regressions.length > 0
        ? table(
            ['what', 'before', 'after', 'p'],
            regressions.map(({ kind, name, before, after, p }) => [
              cell(`${kind} ${name}`),
              valueText(before),
              valueText(after),
              figureText(p ?? null),
            ]),
          )
        : [],
    ),
  ].join('\n')}\n`;
}
