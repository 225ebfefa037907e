import type { Severity } from '../model/finding.ts';
import type { ScoreReport } from '../scoring/set/score-report.ts';
import { scoreAnnotations } from './annotations.ts';
import { type Annotation, type CheckReport, sortFindings } from './located.ts';
import { plain } from './text.ts';

const COMMANDS: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  info: 'notice',
  hint: 'notice',
};

/** Line breaks survive as escapes; whatever else could start a command or fool a reader is written out. */
const message = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map(plain)
    .join('\n')
    .replaceAll('%', '%25')
    .replaceAll('\n', '%0A');

const property = (text: string): string =>
  message(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

function command({ file, range, severity, code, message: text }: Annotation): string {
  const oneLine = range !== undefined && range.start.line === range.end.line;
  const properties = [
    ...(file === undefined ? [] : [`file=${property(file)}`]),
    ...(range === undefined
      ? []
      : [`line=${range.start.line + 1}`, `endLine=${range.end.line + 1}`]),
    // GitHub takes columns only of what stands on one line.
    ...(oneLine
      ? [
          `col=${range.start.character + 1}`,
          `endColumn=${Math.max(range.start.character + 1, range.end.character)}`,
        ]
      : []),
    `title=${property(code)}`,
  ];
  return `::${COMMANDS[severity]} ${properties.join(',')}::${message(text)}\n`;
}

/** Findings as workflow commands of GitHub Actions, which shows them on the lines of a pull request. */
export const checkGithub = (report: CheckReport): string =>
  sortFindings(report.findings).map(command).join('');

/** Errors and warnings of a score, and its failed gates, as workflow commands. */
export const scoreGithub = (report: ScoreReport): string =>
  scoreAnnotations(report)
    .filter(({ severity }) => severity === 'error' || severity === 'warning')
    .map(command)
    .join('');
