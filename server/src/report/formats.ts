import type { ScoreReport } from '../scoring/set/score-report.ts';
import { checkPretty, type SourceText } from './check-pretty.ts';
import { checkGithub, scoreGithub } from './github.ts';
import { type ScoreOf, scoreHtml } from './html/score-html.ts';
import { checkJson, scoreJson } from './json.ts';
import { checkJunit, scoreJunit } from './junit.ts';
import type { CheckReport } from './located.ts';
import { checkSarif, type DescribeRule, scoreSarif } from './sarif.ts';
import { scoreMarkdown } from './score-markdown.ts';
import { scorePretty } from './score-pretty.ts';

/** What a format may ask for beyond the report. */
export interface FormatOptions {
  /** Whether `pretty` may use colours. */
  readonly color: boolean;
  /** The checked files' texts, for the lines that `pretty` shows. */
  readonly source: SourceText;
  /** A rule's summary, for SARIF. */
  readonly describe: DescribeRule;
  /** What the cases of a report were scored from, for the calls that `html` shows. */
  readonly scoreOf?: ScoreOf;
}

export type CheckFormat = 'pretty' | 'json' | 'sarif' | 'junit' | 'github';
export type ScoreFormat = CheckFormat | 'markdown' | 'html';

type Formats<Name extends string, Report> = Readonly<
  Record<Name, (report: Report, options: FormatOptions) => string>
>;

/** The formats of `check`: each turns a report into the whole output. */
export const CHECK_FORMATS: Formats<CheckFormat, CheckReport> = {
  pretty: checkPretty,
  json: checkJson,
  sarif: (report, { describe }) => checkSarif(report, describe),
  junit: checkJunit,
  github: checkGithub,
};

/** The formats of `score` and `run`. */
export const SCORE_FORMATS: Formats<ScoreFormat, ScoreReport> = {
  pretty: scorePretty,
  json: scoreJson,
  sarif: (report, { describe }) => scoreSarif(report, describe),
  junit: scoreJunit,
  github: scoreGithub,
  markdown: scoreMarkdown,
  html: (report, { scoreOf }) => scoreHtml(report, scoreOf),
};
