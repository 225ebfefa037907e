import { satisfiesSchema } from '../manifest/index.ts';
import type { Finding, Place } from '../model/finding.ts';
import { toExpectation } from '../model/resolve.ts';
import type { Run, Trace } from '../model/run.ts';
import type { Json } from '../model/value.ts';
import { type CaseScore, scoreCase } from '../scoring/case-score.ts';
import type { RunScore, ScoreFinding } from '../scoring/score.ts';
import type { ScoringEnv } from '../scoring/score-run.ts';
import { scoreSummary } from '../scoring/summary.ts';
import type { Unit } from './contents.ts';
import type { FileState } from './file-state.ts';
import { linksOf } from './links.ts';
import type { Linter } from './lint.ts';
import type { TrackedScope } from './scopes.ts';
import { placeOf, type ScoredSubject } from './score-places.ts';
import { traceOf } from './traces.ts';
import type { Uri } from './uri.ts';
import type { Snapshot, Workspace } from './workspace.ts';

/** A case's score with its findings on the lines that gate them. */
export interface PlacedScore {
  readonly score: CaseScore;
  readonly scored: ScoredSubject;
}

/** Scores of a file's cases, by case id. */
export type CaseScores = ReadonlyMap<string, PlacedScore>;

/** The id by which a case, or a golden run as a case, is scored. */
export const unitId = ({ subject }: Unit): string | undefined =>
  subject.kind === 'case' ? subject.caseId?.value : subject.goldenId?.value;

export interface ScoreOptions {
  /** Recorded runs to score instead of those that the cases name. */
  readonly traces?: readonly Uri[];
  readonly env?: ScoringEnv;
  /** The name of a file in reports. */
  fileName(uri: Uri): string;
}

interface Kept {
  readonly scope: TrackedScope;
  readonly states: readonly FileState[];
  readonly invalid: string;
  readonly options: ScoreOptions;
  readonly placed: PlacedScore;
}

/**
 * Scores cases by their recorded runs. A case is scored again only when its text, its runs or something
 * that it asked about has changed.
 */
export class Scorer {
  readonly #kept = new WeakMap<object, Kept>();

  constructor(
    private readonly workspace: Workspace,
    private readonly linter: Linter,
  ) {}

  /** Scores one case of a file. Never rejects: what cannot be scored has verdict `error` and says why. */
  async score(snapshot: Snapshot, unit: Unit, options: ScoreOptions): Promise<PlacedScore> {
    const { store } = this.workspace;
    const links = linksOf(snapshot.file.uri, unit.subject);
    await Promise.all(links.goldens.map(({ uri }) => store.load(uri)));
    const states = await Promise.all(
      (options.traces ?? links.traces).map((uri) => store.load(uri)),
    );

    const kept = this.#kept.get(unit.subject.node);
    const scope = kept?.scope.holds() ? kept.scope : snapshot.scopeOf(unit);
    const { scored, named } = resolve(snapshot, unit, scope);
    const invalid = this.#invalid(snapshot, unit, named);
    const fingerprint = invalid.map(({ code, message }) => `${code}: ${message}`).join('\n');
    if (
      kept?.scope === scope &&
      kept.invalid === fingerprint &&
      kept.options === options &&
      kept.states.length === states.length &&
      kept.states.every((state, index) => state === states[index])
    ) {
      return kept.placed;
    }
    const pattern = snapshot.around.config.errorPattern;
    const score = scoreCase({
      expectation: scored.resolved.expectation,
      toolset: scope.toolset,
      ...runsOf(states, unit, scored.resolved.expectation.caseId, pattern, options),
      invalid,
      file: options.fileName(snapshot.file.uri),
      env: { satisfies: satisfiesSchema, weights: snapshot.around.config.weights, ...options.env },
    });
    const placed = { score, scored };
    this.#kept.set(unit.subject.node, { scope, states, invalid: fingerprint, options, placed });
    return placed;
  }

  /** The findings that make a case invalid: its own, and those of the goldens that it names. */
  #invalid(
    snapshot: Snapshot,
    unit: Unit,
    named: ReadonlyMap<object, Uri>,
  ): readonly ScoreFinding[] {
    const own = this.#errorsOf(snapshot, unit);
    const theirs = [...named].flatMap(([golden, uri]) => {
      const there = this.workspace.peek(uri, 'golden');
      const its = there?.contents.units.find(({ subject }) => subject === golden);
      return there && its ? this.#errorsOf(there, its) : [];
    });
    return [...own, ...theirs].map(({ code, message }) => ({
      code,
      severity: 'error',
      message,
      target: { kind: 'case' },
    }));
  }

  #errorsOf(snapshot: Snapshot, unit: Unit): readonly Finding[] {
    const { start, end } = unit.subject.node;
    const ofSet = this.linter
      .lintSet(snapshot)
      .filter(({ place }) => place.tree === unit.tree && start <= place.start && place.end <= end);
    return [...this.linter.lintUnit(snapshot, unit), ...ofSet].filter(
      ({ code, severity }) => severity === 'error' || code === 'vacuous-expectation',
    );
  }
}

/** A case made ready for scoring, with the golden trajectories that it names and their files. */
function resolve(snapshot: Snapshot, unit: Unit, scope: TrackedScope) {
  const named = new Map<object, Uri>();
  const resolved = toExpectation(unit.subject, {
    golden: (reference) => {
      const found = scope.golden(reference);
      if (found.kind !== 'found') return undefined;
      named.set(found.golden, found.uri);
      return found.golden;
    },
    toolset: scope.toolset,
    ...(scope.dataset && { dataset: scope.dataset }),
  });
  const { uri } = snapshot.file;
  const scored: ScoredSubject = {
    uri,
    subject: unit.subject,
    resolved,
    uriOf: (holder) => named.get(holder) ?? uri,
  };
  return { scored, named };
}

/** The case's runs in its trace files, and what could not be read. */
function runsOf(
  states: readonly FileState[],
  unit: Unit,
  caseId: string,
  pattern: string | undefined,
  options: ScoreOptions,
) {
  const runs: Run[] = [];
  const unreadable: { readonly reason: string }[] = [];
  for (const state of states) {
    const name = options.fileName(state.uri);
    if (!state.document) {
      unreadable.push({ reason: `cannot read ${name}: ${state.failure}` });
      continue;
    }
    const trace = traceOf(state, pattern);
    runs.push(...ownRuns(trace, unit, caseId, options.traces === undefined));
    if (trace.runs.length === 0) {
      const why = trace.problems[0]?.message ?? 'it is empty';
      unreadable.push({ reason: `no run in ${name}: ${why}` });
    }
  }
  return { runs, unreadable };
}

/**
 * The runs of a trace that are the case's: those that say so, where any does. Where none does, a file that
 * the case itself names is meant for it, as long as it holds the runs of one case only.
 */
function ownRuns(trace: Trace, unit: Unit, caseId: string, isNamed: boolean): readonly Run[] {
  const { subject } = unit;
  if (subject.kind === 'golden' && subject.sourceRunId) {
    const wanted = subject.sourceRunId.value;
    return trace.runs.filter(({ runId }) => runId === wanted);
  }
  const ownerOf = (run: Run) => run.caseId ?? trace.caseId;
  const own = trace.runs.filter((run) => ownerOf(run) === caseId);
  if (own.length > 0) return own;
  const owners = new Set(trace.runs.map(ownerOf));
  const anonymous = owners.size === 1 && owners.has(undefined);
  return anonymous || (isNamed && owners.size === 1) ? trace.runs : [];
}

/** A finding of a score on its line, with both values where it compares two. */
export interface PlacedFinding {
  readonly finding: Finding;
  readonly expected?: Json;
  readonly actual?: Json;
}

/** Every finding of a score, its summary included. What several runs share is told once. */
export function placedFindings(placed: PlacedScore): PlacedFinding[] {
  const { score } = placed;
  const seen = new Set<string>();
  const all: [RunScore | undefined, ScoreFinding][] = [
    [undefined, scoreSummary(score)],
    ...score.trials.flatMap(({ score: of }) =>
      of.findings.map((finding): [RunScore, ScoreFinding] => [of, finding]),
    ),
    ...score.unscored.flatMap(({ findings }) =>
      findings.map((finding): [undefined, ScoreFinding] => [undefined, finding]),
    ),
  ];
  return all.flatMap(([of, finding]) => {
    const made = placeFinding(placed.scored, of, finding);
    const { code, message, place } = made.finding;
    const key = `${code} ${place.uri ?? ''} ${place.start} ${place.end} ${message}`;
    return seen.has(key) ? [] : seen.add(key) && [made];
  });
}

function placeFinding(
  scored: ScoredSubject,
  of: RunScore | undefined,
  { code, severity, message, target, relatedGolden, expected, actual }: ScoreFinding,
): PlacedFinding {
  const earlier =
    relatedGolden === undefined
      ? undefined
      : placeOf(scored, of, { kind: 'call', golden: relatedGolden });
  return {
    finding: {
      code,
      severity,
      message,
      place: placeOf(scored, of, target),
      ...(earlier && { related: [{ message: 'this call comes before it', place: earlier }] }),
    },
    ...(expected !== undefined && { expected }),
    ...(actual !== undefined && { actual }),
  };
}

/** Where a finding of a case's score stands, for reports. */
export function findingPlace(placed: PlacedScore, finding: ScoreFinding): Place {
  const trial = placed.score.trials.find(({ score }) => score.findings.includes(finding));
  return placeOf(placed.scored, trial?.score, finding.target);
}
