import type { Config } from '../model/config.ts';
import type { Expectation } from '../model/expectation.ts';
import type { Run } from '../model/run.ts';
import type { Toolset } from '../model/tool.ts';
import type { Json } from '../model/value.ts';
import { type Analysis, analyse } from './analysis/analysis.ts';
import { measure } from './analysis/metrics.ts';
import { gateFindings } from './findings/findings.ts';
import { noteFindings } from './findings/notes.ts';
import { compile } from './matching/compile.ts';
import { perArg } from './matching/grade.ts';
import { RunView } from './matching/run-view.ts';
import type {
  AlignedPair,
  RunFacts,
  RunMetrics,
  RunScore,
  ScoreFinding,
  Verdict,
} from './score.ts';

/** What scoring needs of the configuration and cannot work out itself. */
export interface ScoringEnv {
  /** Whether a value satisfies a JSON Schema; undefined where that cannot be told. */
  readonly satisfies?: (schema: Json, value: Json) => boolean | undefined;
  /** The predicates of the configuration's module; undefined for a name that it does not export. */
  readonly predicates?: (name: string, value: Json) => boolean | undefined;
  /** Consequence weights; `DEFAULT_WEIGHTS` where absent. */
  readonly weights?: Config['weights'];
}

/** What a tool weighs by its consequence, where the configuration does not say (format.md). */
export const DEFAULT_WEIGHTS: Config['weights'] = { read: 1, write: 5, destructive: 25 };

interface PathScore {
  readonly analysis: Analysis;
  readonly findings: ScoreFinding[];
  readonly verdict: Verdict;
  readonly metrics: RunMetrics;
  readonly facts: RunFacts;
}

function scorePath(analysis: Analysis): PathScore {
  const findings = gateFindings(analysis);
  const verdict = verdictOf(analysis, findings);
  const { metrics, facts } = measure(analysis, verdict === 'pass');
  return { analysis, findings, verdict, metrics, facts };
}

/** What a predicate left open is not known, whatever else is wrong; what is unsafe fails in any case. */
function verdictOf({ alignment, safetyFailed }: Analysis, findings: ScoreFinding[]): Verdict {
  if (alignment.grades.some((grade) => grade?.unanswered)) return 'error';
  return safetyFailed || findings.some(({ severity }) => severity === 'error') ? 'fail' : 'pass';
}

const RANK: Readonly<Record<Verdict, number>> = { pass: 2, error: 1, fail: 0 };

/**
 * Whether a path counts before another: it passes, it might pass, or its score with the credit is higher
 * (scoring.md §6).
 */
const countsBefore = (a: PathScore, b: PathScore): boolean =>
  a.verdict === b.verdict
    ? a.metrics.consequence_score > b.metrics.consequence_score
    : RANK[a.verdict] > RANK[b.verdict];

function alignmentOf({ run, alignment }: Analysis): AlignedPair[] {
  const pairs: AlignedPair[] = [];
  const { match, goldenOf, grades } = alignment;
  for (let golden = 0; golden < match.length; golden++) {
    const grade = grades[golden];
    pairs.push(
      grade
        ? { golden, call: match[golden]!, per_arg: perArg(grade), exact: grade.exact }
        : { golden, call: null },
    );
  }
  for (const { index } of run.calls)
    if (goldenOf[index] === -1) pairs.push({ golden: null, call: index });
  return pairs;
}

/**
 * Scores one run of a valid case (scoring.md §1 to §6). Pure: the same answer every time. Of several
 * paths the one that counts is told. The verdict is `error` where a predicate gives no answer. A case that
 * is invalid, or a trace that could not be read, has no score, and its verdict `error` is the caller's.
 */
export function scoreRun(
  expectation: Expectation,
  toolset: Toolset,
  run: Run,
  env: ScoringEnv = {},
): RunScore {
  const of = compile(expectation, toolset);
  const view = new RunView(expectation, run, of.tools);
  const paths = of.paths.length > 0 ? of.paths : [of.empty];
  let chosen = 0;
  let best = scorePath(analyse(of, paths[0]!, view, env));
  for (let i = 1; i < paths.length; i++) {
    const other = scorePath(analyse(of, paths[i]!, view, env));
    if (countsBefore(other, best)) [best, chosen] = [other, i];
  }
  const { analysis, findings, metrics, facts } = best;
  const name = of.paths.length > 1 ? analysis.path.path.name : undefined;
  return {
    run_id: run.runId,
    verdict: best.verdict,
    ...(of.paths.length > 0 && { pathIndex: chosen }),
    ...(name !== undefined && { path: name }),
    metrics,
    alignment: alignmentOf(analysis),
    findings: [...findings, ...noteFindings(analysis, metrics)],
    facts,
  };
}
