import type { Verdict } from '../scoring/score.ts';
import { isBeyondNoise } from '../scoring/set/baseline.ts';
import type { Regression, ReportedCase, ScoreReport } from '../scoring/set/score-report.ts';
import { caseSummary, figureText } from '../scoring/set/summary.ts';
import { caseFindings, gateText, runsText } from './annotations.ts';
import { aggregateFigures, comparedRows, TOOL_COLUMNS, toolRows } from './figures.ts';
import { columns, type Paint, painter, plain, plainLines } from './text.ts';

const SYMBOLS = {
  pass: ['✓', 'good'],
  fail: ['✗', 'error'],
  error: ['!', 'warning'],
} as const satisfies Record<Verdict, unknown>;

function caseLines(of: ReportedCase, paint: Paint): readonly string[] {
  const [symbol, style] = SYMBOLS[of.verdict];
  const flaky = of.reliability.flaky ? paint('warning', ' flaky') : '';
  const head = `${paint(style, symbol)} ${paint('strong', plain(of.case_id))}  ${caseSummary(of)}${flaky}`;
  const findings = caseFindings(of)
    // What only informs is in the other formats and in the editor.
    .filter(({ finding }) => finding.severity === 'error' || finding.severity === 'warning')
    .map((each) => {
      const { file = of.file, range, severity, message, code } = each.finding;
      const place = range
        ? `${plain(file)}:${range.start.line + 1}:${range.start.character + 1}`
        : plain(file);
      return `    ${place} ${paint(severity, severity)} ${plainLines(message, '      ')}${plain(runsText(of, each))} ${paint('dim', plain(code))}`;
    });
  return [head, ...findings];
}

/** Columns of text, the first to the left and the others to the right. */
function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, i) =>
    rows.reduce((widest, row) => Math.max(widest, columns(row[i] ?? '')), 0),
  );
  return rows.map((row) =>
    row
      .map((cell, i) => {
        const gap = ' '.repeat(widths[i]! - columns(cell));
        return i === 0 ? `${cell}${gap}` : `${gap}${cell}`;
      })
      .join('  ')
      .trimEnd(),
  );
}

const section = (title: string, lines: readonly string[], paint: Paint): readonly string[] =>
  lines.length === 0 ? [] : ['', paint('strong', title), ...lines.map((line) => `  ${line}`)];

function figureLines(report: ScoreReport, paint: Paint): readonly string[] {
  const figures = aggregateFigures(report);
  const rows = table(
    figures.map(({ name, text, floor, healthy }) => [name, text, floor, healthy ? '' : '✗']),
  );
  return rows.map((row, i) => (figures[i]!.healthy ? row : paint('warning', row)));
}

const regressionValue = (value: Regression['before']): string =>
  typeof value === 'string' ? value : figureText(value);

const regressionLine = (regression: Regression): string => {
  const { kind, name, before, after, p } = regression;
  const noise = isBeyondNoise(regression) ? '' : ', may be noise';
  const test = p === undefined ? '' : ` (p ${figureText(p)}${noise})`;
  return `${kind} ${plain(name)}: ${regressionValue(before)} → ${regressionValue(after)}${test}`;
};

function comparisonLines({ comparison }: ScoreReport): readonly string[] {
  if (!comparison) return [];
  const rows = comparedRows(comparison).map(([what, ...rest]) => [plain(what), ...rest]);
  return table([['passed', 'before', 'after', 'p'], ...rows]);
}

/**
 * A score for a terminal: a line for each case and what failed under it, then the figures with the
 * healthy floors beside them, tools, gates and regressions, and the summary last.
 */
export function scorePretty(report: ScoreReport, options: { readonly color: boolean }): string {
  const paint = painter(options.color);
  const { pass, fail, error } = report.summary;
  const scored = pass + fail > 0;
  const tools = toolRows(report).map(([name, ...rest]) => [plain(name!), ...rest]);
  const lines = [
    ...report.cases.flatMap((of) => caseLines(of, paint)),
    ...section('Figures', scored ? figureLines(report, paint) : [], paint),
    ...section('Tools', tools.length > 0 ? table([['', ...TOOL_COLUMNS], ...tools]) : [], paint),
    ...section(
      'Gates',
      report.gates.map((gate) =>
        gate.ok
          ? `${paint('good', '✓')} ${plain(gateText(gate))}`
          : `${paint('error', '✗')} ${plain(gateText(gate))}`,
      ),
      paint,
    ),
    ...section(
      `${plain(report.comparison?.before ?? '')} → ${plain(report.comparison?.after ?? '')}`,
      comparisonLines(report),
      paint,
    ),
    ...section(
      `Worse than ${plain(report.baseline?.file ?? '')}`,
      report.baseline?.regressions.map(regressionLine) ?? [],
      paint,
    ),
  ];
  const counted = (style: 'good' | 'error' | 'warning', count: number, word: string) =>
    count > 0 ? paint(style, `${count} ${word}`) : `${count} ${word}`;
  const summary = [
    counted('good', pass, 'passed'),
    counted('error', fail, 'failed'),
    counted('warning', error, error === 1 ? 'error' : 'errors'),
  ].join(', ');
  return `${[...lines, ...(lines.length > 0 ? [''] : []), summary].join('\n')}\n`;
}
