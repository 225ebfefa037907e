/** What is worth saying of a run though it fails nothing. */
import { say } from '../../l10n/say.ts';
import type { Analysis } from '../analysis/analysis.ts';
import { stubbornRetries } from '../analysis/metrics.ts';
import type { GateTarget, RunMetrics, ScoreFinding } from '../score.ts';
import { show } from '../values/show.ts';

const CASE: GateTarget = { kind: 'case' };

type Note = (a: Analysis, metrics: RunMetrics) => readonly ScoreFinding[];

const warning = (code: string, target: GateTarget, message: string): ScoreFinding => ({
  code,
  severity: 'warning',
  message,
  target,
});

/** Extra calls that the case lets pass. */
const freeExtras: Note = (a) => {
  const { behavior, run, alignment, retryOf, spuriousDestructive } = a;
  if (alignment.goldenOf.every((golden) => golden !== -1)) return [];
  const told = new Set([
    ...behavior.gatingExtras,
    ...behavior.hallucinated,
    ...behavior.forbidden,
    ...spuriousDestructive,
  ]);
  return run.calls
    .filter((call) => alignment.goldenOf[call.index] === -1 && !told.has(call))
    .map((call) => {
      const retried = retryOf[call.index]! >= 0;
      const what = retried ? say`is a retry` : say`was not expected, and does no harm`;
      return {
        code: 'spurious-call',
        severity: 'info',
        message: say`${call.call.name} with ${show(call.args ?? call.call.rawArguments)} ${what}`,
        target: { kind: 'expected', key: 'calls' },
        call: call.index,
      };
    });
};

const maladaptive: Note = (a, metrics) => {
  if (!metrics.maladaptive_retry_rate) return [];
  return stubbornRetries(a.run).map((call) => {
    const matched = a.retryOf[call.index]! >= 0 ? a.retryOf[call.index]! : call.index;
    const golden = a.alignment.goldenOf[matched]!;
    const message = say`${call.call.name} was called again with the same arguments right after it failed`;
    return golden < 0
      ? { ...warning('maladaptive-retry', CASE, message), call: call.index }
      : {
          ...warning('maladaptive-retry', { kind: 'call', golden }, message),
          golden,
          call: call.index,
        };
  });
};

const quiet: Note = (_, metrics) =>
  metrics.quiet_failure
    ? [
        warning(
          'quiet-failure',
          CASE,
          say`the run passed, but with more calls than the golden, invalid arguments or repeated attempts`,
        ),
      ]
    : [];

const slower: Note = ({ path, run }) => {
  const { baseline, tolerance } = path.path;
  if (!baseline) return [];
  const compared = [
    ['latency', 'ms', run.run.latencyMs, baseline.latencyMs, tolerance?.latency ?? 1.5],
    ['cost', 'USD', run.run.costUsd, baseline.costUsd, tolerance?.cost ?? 1.5],
  ] as const;
  return compared.flatMap(([what, unit, actual, expected, factor]) => {
    if (actual === undefined || expected === undefined || actual <= expected * factor) return [];
    const message = say`${what}: ${actual} ${unit}, the golden run took ${expected} ${unit} (× ${factor} allowed)`;
    return [{ ...warning('slower-than-golden', { kind: 'baseline' }, message), expected, actual }];
  });
};

/** Digests may be cut to different lengths. */
const sameDigest = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);

const toolsDiffer: Note = ({ of, run }) => {
  const labelled = of.expectation.toolsDigest;
  const recorded = run.run.toolsDigest;
  if (!labelled || !recorded) return [];
  const changed = [...labelled].flatMap(([tool, digest]) => {
    const other = recorded.get(tool);
    return other === undefined || sameDigest(digest, other) ? [] : [tool];
  });
  if (changed.length === 0) return [];
  const message = say`the run's tools are not the case's: ${changed.join(', ')} differ`;
  return [warning('tools-differ', CASE, message)];
};

const NOTES: readonly Note[] = [freeExtras, maladaptive, quiet, slower, toolsDiffer];

/** Everything worth noting of a run, below the severity of an error. */
export function noteFindings(a: Analysis, metrics: RunMetrics): ScoreFinding[] {
  const findings: ScoreFinding[] = [];
  for (const note of NOTES) {
    const found = note(a, metrics);
    for (const each of found) findings.push(each);
  }
  return findings;
}
