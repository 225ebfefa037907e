import { SEVERITIES, type Severity } from '../model/finding.ts';
import type { TextRange } from '../model/range.ts';
import type { Json } from '../model/value.ts';

export interface RelatedPlace {
  readonly file: string;
  readonly range: TextRange;
  readonly message: string;
}

/** A finding in a file, as reports show it. */
export interface LocatedFinding {
  /** Relative to the working folder, with forward slashes. */
  readonly file: string;
  readonly range: TextRange;
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  readonly data?: Json;
  readonly related?: readonly RelatedPlace[];
}

/** Like a finding, but it may have no place of its own: a failed gate, a case without a trace. */
export type Annotation = Omit<LocatedFinding, 'file' | 'range' | 'data'> &
  Partial<Pick<LocatedFinding, 'file' | 'range'>>;

/** What `check` found. */
export interface CheckReport {
  /** Every file that was checked, findings or none. */
  readonly files: readonly string[];
  readonly findings: readonly LocatedFinding[];
}

export type SeverityCounts = Readonly<Record<Severity, number>>;

/** How many findings there are of each severity. */
export const countSeverities = (findings: readonly { severity: Severity }[]): SeverityCounts =>
  Object.fromEntries(
    SEVERITIES.map((severity) => [
      severity,
      findings.filter((finding) => finding.severity === severity).length,
    ]),
  ) as SeverityCounts;

export const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Findings by file, place, code and message: the same order whatever order they were found in. */
export const sortFindings = (findings: readonly LocatedFinding[]): readonly LocatedFinding[] =>
  [...findings].sort(
    (a, b) =>
      byCodeUnits(a.file, b.file) ||
      a.range.start.line - b.range.start.line ||
      a.range.start.character - b.range.start.character ||
      a.range.end.line - b.range.end.line ||
      a.range.end.character - b.range.end.character ||
      byCodeUnits(a.code, b.code) ||
      byCodeUnits(a.message, b.message),
  );
