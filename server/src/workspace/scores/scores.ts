import { satisfiesSchema } from '../../manifest/index.ts';
import type { Expectation } from '../../model/expectation.ts';
import type { Finding, Place } from '../../model/finding.ts';
import { toExpectation } from '../../model/resolve.ts';
import type { Run } from '../../model/run.ts';
import type { Offer } from '../../runner/offer.ts';
import type { ScoreFinding } from '../../scoring/score.ts';
import { type CaseScore, scoreCase } from '../../scoring/set/case-score.ts';
import { type CaseProfile, caseProfile } from '../../scoring/set/profile.ts';
import type { Unit } from '../files/contents.ts';
import type { FileState } from '../files/file-state.ts';
import { isInside, parentOf, relativePath, type Uri } from '../files/uri.ts';
import { linksOf } from '../links/links.ts';
import { predicateModule } from '../links/predicate-module.ts';
import type { TrackedScope } from '../links/scopes.ts';
import type { Linter } from '../lint/lint.ts';
import type { Snapshot, Workspace } from '../workspace.ts';
import { runsOf } from './case-runs.ts';
import { withOffered } from './offers.ts';
import { answersOf, type PredicateRunner } from './predicate-answers.ts';
import type { ScoredSubject } from './score-places.ts';

/** A case's score with its findings on the lines that gate them. */
export interface PlacedScore {
  readonly score: CaseScore;
  readonly scored: ScoredSubject;
  /** The lint findings that keep the case from being scored, and where they stand. */
  readonly lint: ReadonlyMap<ScoreFinding, Place>;
}

/** Scores of a file's cases, by case id. */
export type CaseScores = ReadonlyMap<string, PlacedScore>;

/** The id by which a case, or a golden run as a case, is scored. */
export const unitId = ({ subject }: Unit): string | undefined =>
  subject.kind === 'case' ? subject.caseId?.value : subject.goldenId?.value;

export interface ScoreOptions {
  /** Recorded runs to score instead of those that the cases name. */
  readonly traces?: readonly Uri[];
  /**
   * Runs the configuration's predicate module; absent where its code may not run, and then a case that
   * needs it cannot be scored.
   */
  readonly predicates?: PredicateRunner;
  /** What the agent was offered instead of the case's own tools. */
  readonly offer?: Offer;
  /** The name of a file in reports. */
  fileName(uri: Uri): string;
}

interface Kept {
  readonly scope: TrackedScope;
  readonly resolved: ReturnType<typeof resolve>;
  readonly states: readonly FileState[];
  readonly invalid: string;
  readonly options: ScoreOptions;
  /** The predicate module, as it was. */
  readonly module: FileState | undefined;
  readonly placed: PlacedScore;
}

/**
 * Scores cases by their recorded runs. A case is scored again only when its text, its runs or something
 * that it asked about has changed.
 */
export class Scorer {
  readonly #kept = new WeakMap<object, Kept>();
  readonly #files = new WeakMap<FileState, string>();

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

    const predicates = predicateModule(snapshot.around.config);
    const module = predicates === undefined ? undefined : store.peek(predicates);
    const kept = this.#kept.get(unit.subject.node);
    const scope = kept && isSame(kept.scope, snapshot, unit) ? kept.scope : snapshot.scopeOf(unit);
    // The same case under the same scope expects the same.
    const resolved = kept?.scope === scope ? kept.resolved : resolve(snapshot, unit, scope);
    const { scored, named } = resolved;
    const invalid = this.#invalid(snapshot, unit, named);
    const findings = [...invalid.keys()];
    const fingerprint = findings.map(({ code, message }) => `${code}: ${message}`).join('\n');
    if (
      kept?.scope === scope &&
      kept.invalid === fingerprint &&
      kept.options === options &&
      kept.module === module &&
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
      this.fileOf(snapshot),
      config.errorPattern,
      options,
    );
    const toolset = withOffered(scope.toolset, options.offer ?? [], config);
    const answers = await answersOf(snapshot, expectation, runs, toolset, options.predicates);
    const score = scoreCase({
      expectation,
      toolset,
      runs,
      unreadable,
      invalid: answers.ok ? findings : [...findings, answers.finding],
      file: options.fileName(snapshot.file.uri),
      env: {
        satisfies: satisfiesSchema,
        weights: config.weights,
        ...(answers.ok && { predicates: answers.lookUp }),
      },
    });
    const placed = { score, scored, lint: invalid };
    this.#kept.set(unit.subject.node, {
      scope,
      resolved,
      states,
      invalid: fingerprint,
      options,
      module,
      placed,
    });
    return placed;
  }

  /** What is known of a case without its runs: what it expects, and its place in a set. */
  describe(
    snapshot: Snapshot,
    unit: Unit,
    scope = snapshot.scopeOf(unit),
  ): { expectation: Expectation; profile: CaseProfile } {
    const { expectation } = resolve(snapshot, unit, scope).scored.resolved;
    const { weights } = snapshot.around.config;
    return { expectation, profile: caseProfile(expectation, scope.toolset, weights) };
  }

  /** A case's file from the workspace's folder: the same on every machine. */
  fileOf({ file }: Snapshot): string {
    const known = this.#files.get(file);
    if (known !== undefined) return known;
    const folder = this.workspace.folders.find((each) => isInside(each, file.uri));
    const path = relativePath(folder ?? parentOf(file.uri), file.uri);
    this.#files.set(file, path);
    return path;
  }

  /** The recorded runs that a case names. */
  async recorded(snapshot: Snapshot, unit: Unit): Promise<readonly Run[]> {
    const { traces } = linksOf(snapshot.around.anchor, unit.subject);
    const states = await Promise.all(traces.map((uri) => this.workspace.store.load(uri)));
    const { errorPattern } = snapshot.around.config;
    const options: ScoreOptions = { fileName: (uri) => uri };
    const id = unitId(unit) ?? '';
    return runsOf(states, unit, id, this.fileOf(snapshot), errorPattern, options).runs;
  }

  /** The findings that make a case invalid: its own, and those of the goldens that it names. */
  #invalid(
    snapshot: Snapshot,
    unit: Unit,
    named: ReadonlyMap<object, Uri>,
  ): ReadonlyMap<ScoreFinding, Place> {
    const own = this.#errorsOf(snapshot, unit).map(({ place, ...finding }) => ({ finding, place }));
    const theirs = [...named].flatMap(([golden, uri]) => {
      const there = this.workspace.peek(uri, 'golden');
      const its = there?.contents.units.find(({ subject }) => subject === golden);
      if (!there || !its) return [];
      return this.#errorsOf(there, its).map(({ place, ...finding }) => ({
        finding,
        place: { ...place, uri },
      }));
    });
    return new Map(
      [...own, ...theirs].map(({ finding: { code, message }, place }) => [
        { code, severity: 'error', message, target: { kind: 'case' } },
        place,
      ]),
    );
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

/** Whether a scope is still what a case stands in. */
export const isSame = (scope: TrackedScope, { around }: Snapshot, unit: Unit): boolean =>
  scope.config === around.config &&
  scope.dataset === (unit.dataset ?? around.includedBy?.node) &&
  scope.holds();

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
