import { readFileSync } from 'node:fs';
import type { Gate } from '../model/config.ts';
import { parseJson } from '../model/json-text.ts';
import { readGates } from '../model/read-config.ts';
import { SCORE_FORMATS } from '../report/formats.ts';
import { jsonText } from '../report/json.ts';
import { RULES } from '../rules/index.ts';
import {
  type EarlierReport,
  isBeyondNoise,
  keyOf,
  readReport,
  withBaseline,
} from '../scoring/set/baseline.ts';
import { compareTrials } from '../scoring/set/comparison.ts';
import { applyGates, type GateResult } from '../scoring/set/gates.ts';
import { type Locate, type ScoreReport, scoreReport } from '../scoring/set/score-report.ts';
import { contentsOf } from '../workspace/files/contents.ts';
import { locate } from '../workspace/locate.ts';
import { findingPlace } from '../workspace/scores/placed-findings.ts';
import { EXIT, Failure } from './failure.ts';
import { fileAfter, fileName } from './roots.ts';
import type { ChosenCase, ScoreCommandOptions, Scored } from './score.ts';
import type { Terminal } from './terminal.ts';

/** What cases are compared with that were run with changed tools. */
export interface Comparing {
  /** What the tools are called. */
  readonly label: string;
  /** The same cases with other tools; the baseline of the options where absent. */
  readonly before?: { readonly label: string; readonly scored: readonly Scored[] };
}

/**
 * Writes the report of scored cases to the terminal.
 *
 * @param comparing where they were run with changed tools
 * @returns the exit code
 */
export function present(
  terminal: Terminal,
  scored: readonly Scored[],
  options: Pick<ScoreCommandOptions, 'format' | 'gate' | 'baseline' | 'failOnRegression'>,
  comparing?: Comparing,
): number {
  const report = reportOf(scored, terminal.cwd, options, comparing);
  const scores = new Map(scored.map(({ score }) => [keyOf(score), score]));
  if (options.gate) requireGates(scored);
  terminal.out(
    SCORE_FORMATS[options.format](report, {
      color: terminal.color,
      source: () => undefined,
      describe: (code) => RULES.get(code)?.summary,
      scoreOf: (of) => scores.get(keyOf(of)),
    }),
  );
  const { fail, error } = report.summary;
  const broken = options.gate ? report.gates.some(({ ok }) => !ok) || error > 0 : fail + error > 0;
  const worse = options.failOnRegression && report.baseline?.regressions.some(isBeyondNoise);
  return broken || worse ? EXIT.findings : EXIT.fine;
}

function reportOf(
  scored: readonly Scored[],
  cwd: string,
  options: Pick<ScoreCommandOptions, 'gate' | 'baseline' | 'failOnRegression'>,
  comparing?: Comparing,
): ScoreReport {
  const before = comparing?.before
    ? { file: comparing.before.label, report: asEarlier(figuresOf(comparing.before.scored, cwd)) }
    : readBaseline(cwd, options);
  const cases = scored.map(({ score }) => score);
  const report = figuresOf(scored, cwd);
  const gated = options.gate ? { ...report, gates: gatesOf(scored) } : report;
  if (!before) return gated;
  const compared = withBaseline(gated, cases, before.file, before.report);
  if (!comparing) return compared;
  const names = { before: before.file, after: comparing.label };
  return { ...compared, comparison: compareTrials(names, before.report, report, cases) };
}

/** The report without gates or comparison. */
function figuresOf(scored: readonly Scored[], cwd: string): ScoreReport {
  const byScore = new Map(scored.map((each) => [each.score, each]));
  const locateFinding: Locate = (of, finding) => {
    const placed = byScore.get(of);
    const file = placed?.root.session.workspace.store.peek(placed.scored.uri);
    if (!placed || !file) return undefined;
    const { workspace } = placed.root.session;
    const { uri, range } = locate(workspace, file, findingPlace(placed, finding));
    return { file: fileName(cwd)(uri), range };
  };
  return scoreReport(
    scored.map(({ score }) => score),
    {
      gates: [],
      scoreboard: scored.length === 0 ? {} : configOfFirst(scored).scoreboard,
      locate: locateFinding,
    },
  );
}

/** A report as it would be read from its file. */
function asEarlier(report: ScoreReport): EarlierReport {
  const parsed = parseJson(jsonText(report));
  const earlier = parsed.ok ? readReport(parsed.value) : undefined;
  if (!earlier) throw new Error('a report of our own cannot be read');
  return earlier;
}

/**
 * The report that `--baseline` names; undefined where none is. Asked before anything costly, too.
 *
 * @throws Failure where it is none, or is missing beside `--fail-on-regression`
 */
export function readBaseline(
  cwd: string,
  { baseline, failOnRegression }: Pick<ScoreCommandOptions, 'baseline' | 'failOnRegression'>,
): { readonly file: string; readonly report: EarlierReport } | undefined {
  if (baseline === undefined) {
    if (!failOnRegression) return undefined;
    throw new Failure('--fail-on-regression compares with a report: name it with --baseline');
  }
  const parsed = parseJson(readFileSync(fileAfter(cwd, baseline, '--baseline'), 'utf8'));
  const report = parsed.ok ? readReport(parsed.value) : undefined;
  if (!report) throw new Failure(`${baseline} is no report: write one with score --format json`);
  return { file: baseline, report };
}

const configOfFirst = ([first]: readonly ChosenCase[]) => first!.snapshot.around.config;

/** A set of cases and the gates over it. */
interface Gated<T extends ChosenCase> {
  readonly cases: readonly T[];
  readonly gates: readonly Gate[];
}

/** The gates of each configuration over its cases, and those of each dataset over its own. */
function gatedSets<T extends ChosenCase>(cases: readonly T[]): Gated<T>[] {
  return [...new Set(cases.map(({ root }) => root))].flatMap((root) => {
    const own = cases.filter((each) => each.root === root);
    const datasets = new Set(own.flatMap(({ dataset }) => dataset ?? []));
    const ofDatasets = [...datasets].map((dataset): Gated<T> => {
      const state = root.session.workspace.store.peek(dataset);
      const node = state && contentsOf(state, 'dataset').datasets[0]?.node;
      const members = own.filter((each) => each.dataset === dataset);
      return { cases: members, gates: node ? readGates(node) : [] };
    });
    return [{ cases: own, gates: configOfFirst(own).gates }, ...ofDatasets];
  });
}

const gatesOf = (scored: readonly Scored[]): GateResult[] =>
  gatedSets(scored).flatMap(({ cases, gates }) =>
    applyGates(
      cases.map(({ score }) => score),
      gates,
    ),
  );

/**
 * Refuses to apply gates where there are none. Asked before anything costly, too.
 *
 * @throws Failure
 */
export function requireGates(cases: readonly ChosenCase[]): void {
  if (gatedSets(cases).every(({ gates }) => gates.length === 0)) {
    throw new Failure(
      'there is no gate to apply: write `gates` in callsheet.config.yaml or the dataset',
    );
  }
}
