/** Reports to write in tests. */
import type { TextRange } from '../model/range.ts';
import type { ScoreFinding } from '../scoring/score.ts';
import { type ReportOptions, type ScoreReport, scoreReport } from '../scoring/set/score-report.ts';
import { caseOf, expectationOf, toolsetOf } from '../scoring/set/set-testing.ts';
import type { CheckReport, LocatedFinding } from './located.ts';

/** From line and character to character of the same line, zero-based. */
export const onLine = (line: number, from: number, to: number): TextRange => ({
  start: { line, character: from },
  end: { line, character: to },
});

export const finding = (more: Partial<LocatedFinding> = {}): LocatedFinding => ({
  file: 'a.case.yaml',
  range: onLine(1, 2, 5),
  severity: 'error',
  code: 'unknown-tool',
  message: 'no such tool',
  ...more,
});

/** Two files; the first has an error with a related place and a warning before it. */
export const checked: CheckReport = {
  files: ['b.case.yaml', 'a.case.yaml'],
  findings: [
    finding({
      related: [{ file: 'b.case.yaml', range: onLine(0, 0, 3), message: 'went here' }],
      data: { nearest: ['search'] },
    }),
    finding({ range: onLine(0, 0, 7), severity: 'warning', code: 'vacuous-expectation' }),
  ],
};

const wrongArg: ScoreFinding = {
  code: 'wrong-arg',
  severity: 'error',
  message: '`search.q`: expected "a", got "b"',
  target: { kind: 'arg', golden: 0, arg: 'q' },
  golden: 0,
  call: 0,
  arg: 'q',
  expected: 'a',
  actual: 'b',
};

/** One case that passes, one that fails in one of two runs, one without a trace. */
export function scored(options: Partial<ReportOptions> = {}): ScoreReport {
  const toolset = toolsetOf({ search: 'read' });
  const named = (case_id: string) => expectationOf(['search'], { case_id, category: 'web' });
  return scoreReport(
    [
      caseOf(named('good'), [{ calls: ['search'], metrics: { latency_ms: 1500 } }], { toolset }),
      caseOf(
        named('bad'),
        [
          { calls: ['search'] },
          {
            calls: ['search'],
            verdict: 'fail',
            metrics: { arg_acc: 0.5, exact_call_acc: 0, selection_acc: 0.25 },
            score: { findings: [wrongArg] },
          },
        ],
        { toolset },
      ),
      caseOf(named('untold'), [], {
        toolset,
        file: 'b.case.yaml',
        unscored: [
          {
            run_id: '',
            findings: [{ ...wrongArg, code: 'trace-unreadable', message: 'no such file' }],
          },
        ],
      }),
    ],
    {
      gates: [{ metric: 'pass_rate', min: 0.9 }],
      scoreboard: { selection: 1, args: 1, end_to_end: 1, re_call: 0.5, quiet: 0.5 },
      locate: (of, { code }) =>
        code === 'wrong-arg' ? { file: of.file, range: onLine(4, 6, 7) } : undefined,
      ...options,
    },
  );
}

/** Text that tries to move the cursor, to hide and turn text, and to be markup. */
export const HOSTILE =
  '\u001b[2J\u202eevil\u200b<script>alert("x")</script>&]]>|`%0A::error::\n::x';
