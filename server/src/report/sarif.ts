import type { Severity } from '../model/finding.ts';
import type { TextRange } from '../model/range.ts';
import type { ScoreReport } from '../scoring/set/score-report.ts';
import { scoreAnnotations } from './annotations.ts';
import { jsonText } from './json.ts';
import { type Annotation, byCodeUnits, type CheckReport, sortFindings } from './located.ts';

const SCHEMA =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

const LEVELS: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  info: 'note',
  hint: 'note',
};

/** A rule's one-sentence summary; undefined where there is none. */
export type DescribeRule = (code: string) => string | undefined;

/** A path as a relative reference of a URI; half a surrogate pair has no encoding. */
const uriOf = (file: string): string =>
  file
    .replaceAll('\\', '/')
    .replace(/\p{Cs}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/');

const regionOf = ({ start, end }: TextRange) => ({
  startLine: start.line + 1,
  startColumn: start.character + 1,
  endLine: end.line + 1,
  endColumn: end.character + 1,
});

const locationOf = (file: string, range?: TextRange) => ({
  physicalLocation: {
    artifactLocation: { uri: uriOf(file) },
    ...(range && { region: regionOf(range) }),
  },
});

function log(annotations: readonly Annotation[], describe: DescribeRule): string {
  const codes = [...new Set(annotations.map(({ code }) => code))].sort(byCodeUnits);
  const results = annotations.map(({ file, range, severity, code, message, related = [] }) => ({
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: LEVELS[severity],
    message: { text: message },
    locations: file === undefined ? [] : [locationOf(file, range)],
    ...(related.length > 0 && {
      relatedLocations: related.map((place, id) => ({
        id,
        ...locationOf(place.file, place.range),
        message: { text: place.message },
      })),
    }),
  }));
  const rules = codes.map((id) => {
    const text = describe(id);
    return { id, ...(text !== undefined && { shortDescription: { text } }) };
  });
  return jsonText({
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      { tool: { driver: { name: 'Callsheet', rules } }, columnKind: 'utf16CodeUnits', results },
    ],
  });
}

/** Findings as a SARIF 2.1.0 log. */
export const checkSarif = (report: CheckReport, describe: DescribeRule): string =>
  log(sortFindings(report.findings), describe);

/** A score's findings and failed gates as a SARIF 2.1.0 log. */
export const scoreSarif = (report: ScoreReport, describe: DescribeRule): string =>
  log(scoreAnnotations(report), describe);
