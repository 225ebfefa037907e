import { say } from '../l10n/say.ts';
import type { GateResult } from '../scoring/set/gates.ts';
import type { ReportedCase, ReportedFinding, ScoreReport } from '../scoring/set/score-report.ts';
import type { Annotation } from './located.ts';

/** A finding of a case, with the runs in which it was made. */
export interface CaseFinding {
  readonly finding: ReportedFinding;
  readonly runs: readonly string[];
}

const identity = ({ file, range, code, severity, message }: ReportedFinding): string =>
  JSON.stringify([file, range, code, severity, message]);

/** A case's findings in the order of its runs; what several runs say alike is said once. */
export function caseFindings(of: ReportedCase): readonly CaseFinding[] {
  const found = new Map<string, { finding: ReportedFinding; runs: string[] }>();
  for (const run of of.runs) {
    for (const finding of run.findings) {
      const key = identity(finding);
      const known = found.get(key);
      if (known) known.runs.push(run.run_id);
      else found.set(key, { finding, runs: [run.run_id] });
    }
  }
  return [...found.values()];
}

/** Which of a case's runs a finding is from: nothing where it has but one. */
export function runsText(of: ReportedCase, { runs }: CaseFinding): string {
  if (of.runs.length < 2) return '';
  return runs.length === of.runs.length ? ' (every run)' : ` (run ${runs.join(', ')})`;
}

const boundsText = ({ min, max }: GateResult): string =>
  [
    ...(min === undefined ? [] : [say`at least ${min}`]),
    ...(max === undefined ? [] : [say`at most ${max}`]),
  ].join(say` and `);

/** A gate as a person reads it: `pass_pow_k (k 5, consequence=destructive)`. */
export function gateName({ metric, k, where }: GateResult): string {
  const parts = [
    ...(k === undefined ? [] : [`k ${k}`]),
    ...Object.entries(where ?? {}).map(([key, value]) => `${key}=${value}`),
  ];
  return parts.length === 0 ? metric : `${metric} (${parts.join(', ')})`;
}

/** What a gate wants and what was measured. */
export function gateText(gate: GateResult): string {
  const value = gate.value === null ? say`not known` : Number(gate.value.toPrecision(6));
  return say`${gateName(gate)} should be ${boundsText(gate)}, is ${value}`;
}

/** All findings of a score report, and its failed gates, for formats that list such. */
export const scoreAnnotations = (report: ScoreReport): readonly Annotation[] => [
  ...report.cases.flatMap((of) =>
    caseFindings(of).map((each): Annotation => {
      const { code, severity, message, file = of.file, range } = each.finding;
      return {
        file,
        range,
        severity,
        code,
        message: `${of.case_id}: ${message}${runsText(of, each)}`,
      };
    }),
  ),
  ...report.gates
    .filter((gate) => !gate.ok)
    .map((gate): Annotation => ({ severity: 'error', code: 'gate', message: gateText(gate) })),
];
