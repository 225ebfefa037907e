import { satisfiesSchema } from '../manifest/index.ts';
import type { Expectation } from '../model/expectation.ts';
import type { Finding, Place } from '../model/finding.ts';
import { toExpectation } from '../model/resolve.ts';
import type { Run, Trace } from '../model/run.ts';
import type { Toolset } from '../model/tool.ts';
import type { Json } from '../model/value.ts';
import { type CaseScore, scoreCase } from '../scoring/case-score.ts';
import {
  modulePredicates,
  type PredicateQuestion,
  predicateQuestions,
  questionKey,
} from '../scoring/predicate-questions.ts';
import { type CaseProfile, caseProfile } from '../scoring/profile.ts';
import type { RunScore, ScoreFinding } from '../scoring/score.ts';
import type { ScoringEnv } from '../scoring/score-run.ts';
import { scoreSummary } from '../scoring/summary.ts';
import type { Unit } from './contents.ts';
import type { FileState } from './file-state.ts';
import { linksOf } from './links.ts';
import type { Linter } from './lint.ts';
import { predicateModule } from './predicate-module.ts';
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

/** Answers questions to a predicate module, in order, or says why it does not. */
export type PredicateRunner = (
  module: Uri,
  questions: readonly PredicateQuestion[],
) => Promise<
  | { readonly ok: true; readonly answers: readonly boolean[] }
  | { readonly ok: false; readonly reason: string }
>;

export interface ScoreOptions {
  /** Recorded runs to score instead of those that the cases name. */
  readonly traces?: readonly Uri[];
  /**
   * Runs the configuration's predicate module; absent where its code may not run, and then a case that
   * needs it cannot be scored.
   */
  readonly predicates?: PredicateRunner;
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
    const links = linksOf(snapshot.around.anchor, unit.subject);
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
    const { config } = snapshot.around;
    const { expectation } = scored.resolved;
    const { runs, unreadable } = runsOf(
      states,
      unit,
      expectation.caseId,
      config.errorPattern,
      options,
    );
    const predicates = await answersOf(
      snapshot,
      expectation,
      runs,
      scope.toolset,
      options.predicates,
    );
    const score = scoreCase({
      expectation,
      toolset: scope.toolset,
      runs,
      unreadable,
      invalid: predicates.ok ? invalid : [...invalid, predicates.finding],
      file: options.fileName(snapshot.file.uri),
      env: {
        satisfies: satisfiesSchema,
        weights: config.weights,
        ...(predicates.ok && { predicates: predicates.lookUp }),
      },
    });
    const placed = { score, scored };
    this.#kept.set(unit.subject.node, { scope, states, invalid: fingerprint, options, placed });
    return placed;
  }

  /** What is known of a case without its runs: what it expects, and its place in a set. */
  describe(snapshot: Snapshot, unit: Unit): { expectation: Expectation; profile: CaseProfile } {
    const { toolset } = snapshot.scopeOf(unit);
    const { expectation } = resolve(snapshot, unit, snapshot.scopeOf(unit)).scored.resolved;
    const { weights } = snapshot.around.config;
    return { expectation, profile: caseProfile(expectation, toolset, weights) };
  }

  /** The recorded runs that a case names. */
  async recorded(snapshot: Snapshot, unit: Unit): Promise<readonly Run[]> {
    const { traces } = linksOf(snapshot.around.anchor, unit.subject);
    const states = await Promise.all(traces.map((uri) => this.workspace.store.load(uri)));
    const { errorPattern } = snapshot.around.config;
    const options: ScoreOptions = { fileName: (uri) => uri };
    return runsOf(states, unit, unitId(unit) ?? '', errorPattern, options).runs;
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

type Predicates =
  | { readonly ok: true; readonly lookUp: NonNullable<ScoringEnv['predicates']> }
  | { readonly ok: false; readonly finding: ScoreFinding };

/** What the configuration's predicates say of the runs' values, worked out before scoring. */
async function answersOf(
  { around }: Snapshot,
  expectation: Expectation,
  runs: readonly Run[],
  toolset: Toolset,
  run: PredicateRunner | undefined,
): Promise<Predicates> {
  const answers = new Map<string, boolean>();
  const lookUp: Predicates = {
    ok: true,
    lookUp: (name, value) => answers.get(questionKey({ name, value })),
  };
  const [name] = modulePredicates(expectation);
  const module = predicateModule(around.config);
  if (name === undefined || !module) return lookUp;
  const failed = (reason: string): Predicates => ({
    ok: false,
    finding: {
      code: 'predicate-unknown',
      severity: 'error',
      message: `the predicate \`${name}\` cannot be asked: ${reason}`,
      target: { kind: 'case' },
    },
  });
  if (!run)
    return failed('the predicate module runs only in a trusted workspace, or with --allow-code');
  const questions = predicateQuestions(expectation, runs, toolset);
  const results = await run(module, questions);
  if (!results.ok) return failed(results.reason);
  questions.forEach((question, index) => {
    answers.set(questionKey(question), results.answers[index] === true);
  });
  return lookUp;
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
  const unreadable: { readonly run_id?: string; readonly reason: string }[] = [];
  for (const state of states) {
    const name = options.fileName(state.uri);
    if (!state.document) {
      unreadable.push({ reason: `cannot read ${name}: ${state.failure}` });
      continue;
    }
    const trace = traceOf(state, pattern);
    for (const run of ownRuns(trace, unit, caseId, options.traces === undefined)) {
      if (run.failure === undefined) runs.push(run);
      else unreadable.push({ run_id: run.runId, reason: run.failure });
    }
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
  // `source` names a run of its own trace; runs from elsewhere say whose they are.
  if (isNamed && subject.kind === 'golden' && subject.sourceRunId) {
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
