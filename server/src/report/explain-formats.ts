import type { FindingPlace } from '../scoring/set/score-report.ts';
import type { CaseExplanation, ExplainedLine, Reason } from './explain.ts';
import { jsonText } from './json.ts';
import { type Paint, painter, plain, plainLines } from './text.ts';

/** A case, explained, with the places of its lines. */
export interface LocatedExplanation extends Omit<CaseExplanation, 'lines'> {
  /** The case's file. */
  readonly file: string;
  readonly lines: readonly LocatedLine[];
}

export interface LocatedLine extends ExplainedLine {
  readonly place: FindingPlace;
}

const MARKS = {
  pass: ['✓', 'good'],
  fail: ['✗', 'error'],
  error: ['!', 'warning'],
} as const;

const reasonText = ({ severity, message, runs, code }: Reason, paint: Paint): string => {
  const where = runs.filter((run) => run !== '');
  const ran = where.length > 0 ? ` (run ${where.map(plain).join(', ')})` : '';
  return `      ${paint(severity, severity)} ${plainLines(message, '        ')}${ran} ${paint('dim', plain(code))}`;
};

function lineTexts({ gate, text, place, reasons }: LocatedLine, paint: Paint): string[] {
  const { line, character } = place.range.start;
  const at = paint('dim', `${plain(place.file)}:${line + 1}:${character + 1}`);
  const failed = reasons.some(({ severity }) => severity === 'error');
  const mark = failed ? paint('error', '✗') : ' ';
  return [
    `  ${mark} ${paint('strong', plain(gate))}  ${plain(text)}  ${at}`,
    ...reasons.map((reason) => reasonText(reason, paint)),
  ];
}

function caseTexts(of: LocatedExplanation, paint: Paint): string[] {
  const { case_id, file, verdict, summary, passRule, others, lines } = of;
  const [mark, style] = MARKS[verdict ?? 'error'];
  return [
    `${paint('strong', plain(case_id))}  ${paint('dim', plain(file))}`,
    ...(summary === undefined ? [] : [`${paint(style, mark)} ${plain(summary)}`]),
    ...(passRule === undefined ? [] : [`  ${passRule}`]),
    ...others.map((reason) => reasonText(reason, paint)),
    ...lines.flatMap((line) => lineTexts(line, paint)),
  ];
}

function explainPretty(
  cases: readonly LocatedExplanation[],
  options: { readonly color: boolean },
): string {
  const paint = painter(options.color);
  return `${cases.map((of) => caseTexts(of, paint).join('\n')).join('\n\n')}\n`;
}

const explainJson = (cases: readonly LocatedExplanation[]): string =>
  jsonText({
    version: 1,
    cases: cases.map(({ case_id, file, verdict, summary, passRule, others, lines }) => ({
      case_id,
      file,
      verdict,
      summary,
      pass_rule: passRule,
      lines: lines.map(({ gate, text, path, place, reasons }) => {
        const elsewhere = place.file === file ? undefined : place.file;
        return { gate, text, path, file: elsewhere, range: place.range, reasons };
      }),
      reasons: others,
    })),
  });

export type ExplainFormat = 'pretty' | 'json';

/** The formats of `explain`. */
export const EXPLAIN_FORMATS: Readonly<
  Record<
    ExplainFormat,
    (cases: readonly LocatedExplanation[], options: { readonly color: boolean }) => string
  >
> = { pretty: explainPretty, json: explainJson };
