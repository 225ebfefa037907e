import { SEVERITIES } from '../model/finding.ts';
import { type CheckReport, countSeverities, type LocatedFinding, sortFindings } from './located.ts';
import { columns, type Paint, painter, plain, plural } from './text.ts';

/** The text of a file as it was checked; undefined where it is not at hand. */
export type SourceText = (file: string) => string | undefined;

/** Longest piece of a source line that is shown, in UTF-16 code units. */
const WINDOW = 160;
/** How much of the line before the finding stays in sight when the line is cut. */
const LEAD = 40;

/** The line that a finding begins on, with carets under it; empty where the line is not known. */
function excerpt(finding: LocatedFinding, lines: readonly string[], paint: Paint): string[] {
  const { start, end } = finding.range;
  const line = lines[start.line];
  if (line === undefined || start.character > line.length) return [];
  const stop = end.line === start.line ? Math.min(end.character, line.length) : line.length;
  const from = line.length > WINDOW ? Math.max(0, start.character - LEAD) : 0;
  const to = Math.min(line.length, from + WINDOW);
  const show = (text: string) => plain(text.replaceAll('\t', ' '));
  const before = `${from > 0 ? '…' : ''}${show(line.slice(from, start.character))}`;
  const marked = show(line.slice(start.character, Math.min(stop, to)));
  const after = `${show(line.slice(Math.max(start.character, Math.min(stop, to)), to))}${to < line.length ? '…' : ''}`;
  const number = String(start.line + 1);
  const margin = ' '.repeat(number.length);
  const carets = '^'.repeat(Math.max(1, columns(marked)));
  return [
    `  ${paint('dim', `${number} |`)} ${before}${marked}${after}`.trimEnd(),
    `  ${paint('dim', `${margin} |`)} ${' '.repeat(columns(before))}${paint(finding.severity, carets)}`,
  ];
}

const placeText = (file: string, { start }: LocatedFinding['range']): string =>
  `${plain(file)}:${start.line + 1}:${start.character + 1}`;

function findingLines(
  finding: LocatedFinding,
  lines: readonly string[],
  paint: Paint,
): readonly string[] {
  const { file, range, severity, code, message, related = [] } = finding;
  return [
    `${paint('strong', placeText(file, range))} ${paint(severity, severity)} ${plain(message)} ${paint('dim', plain(code))}`,
    ...excerpt(finding, lines, paint),
    ...related.map(
      (place) =>
        `  ${paint('dim', 'see')} ${placeText(place.file, place.range)} ${plain(place.message)}`,
    ),
  ];
}

/** `2 errors, 1 warning in 3 files`, or that all is well. */
function summaryLine({ files, findings }: CheckReport, paint: Paint): string {
  const counts = countSeverities(findings);
  const told = SEVERITIES.filter((severity) => counts[severity] > 0).map((severity) =>
    paint(severity, plural(counts[severity], severity)),
  );
  const where = plural(files.length, 'file');
  return told.length === 0
    ? `${paint('good', 'No findings')} in ${where}`
    : `${told.join(', ')} in ${where}`;
}

/** Findings for a terminal, file by file, each on its line with a caret under the token. */
export function checkPretty(
  report: CheckReport,
  options: { readonly color: boolean; readonly source: SourceText },
): string {
  const paint = painter(options.color);
  const out: string[] = [];
  let file: string | undefined;
  let lines: readonly string[] = [];
  for (const finding of sortFindings(report.findings)) {
    if (finding.file !== file) {
      if (file !== undefined) out.push('');
      file = finding.file;
      lines = options.source(file)?.split(/\r\n|\r|\n/) ?? [];
    }
    out.push(...findingLines(finding, lines, paint));
  }
  if (file !== undefined) out.push('');
  return `${[...out, summaryLine(report, paint)].join('\n')}\n`;
}
