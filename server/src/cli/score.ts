import { URI } from 'vscode-uri';
import { withDefaults } from '../model/defaults.ts';
import { near } from '../model/suggest.ts';
import type { ScoreFormat } from '../report/formats.ts';
import { evaluatePredicates } from '../runner/evaluate-predicates.ts';
import { matchesWhere, WHERE_KEYS } from '../scoring/set/slices.ts';
import type { Unit } from '../workspace/files/contents.ts';
import type { Uri } from '../workspace/files/uri.ts';
import type { PredicateRunner } from '../workspace/scores/predicate-answers.ts';
import { type PlacedScore, type ScoreOptions, unitId } from '../workspace/scores/scores.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import { EXIT, Failure } from './failure.ts';
import { present } from './present.ts';
import { type RecordedFlags, type RecordedRuns, recordedRuns } from './recorded-runs.ts';
import { fileName, openRoots, type Root } from './roots.ts';
import { breathe, type Terminal } from './terminal.ts';
import { lineOf, unscoredParts } from './unscored-parts.ts';

export interface ScoreCommandOptions extends RecordedFlags {
  readonly format: ScoreFormat;
  readonly config?: string;
  readonly case?: string;
  readonly where?: readonly string[];
  readonly holdout?: boolean;
  /** Run the configuration's predicate module. */
  readonly allowCode?: boolean;
  readonly baseline?: string;
  /** Fail where something is worse than the baseline, beyond noise. */
  readonly failOnRegression?: boolean;
  readonly gate?: boolean;
}

/** A case with its score, and where it comes from. */
export type Scored = PlacedScore & ChosenCase;

/**
 * Scores the recorded runs of the cases at the paths.
 *
 * @returns the exit code
 * @throws Failure where it cannot run
 */
export async function score(
  terminal: Terminal,
  paths: readonly string[],
  options: ScoreCommandOptions,
): Promise<number> {
  const roots = await openRoots(terminal, paths, options.config);
  const recorded = await recordedRuns(terminal, roots, options);
  const scored = await scoreRoots(roots, terminal, options, recorded);
  const unscored = options.case === undefined ? await unscoredParts(roots, terminal.cwd) : [];
  for (const finding of unscored) terminal.err(lineOf(finding));
  if (scored.length === 0 && unscored.length > 0) return EXIT.findings;
  if (scored.length === 0) {
    throw new Failure(await nothingToScore(roots, options));
  }
  const code = present(terminal, scored, options);
  return unscored.length > 0 || recorded?.incomplete ? EXIT.findings : code;
}

async function nothingToScore(
  roots: readonly Root[],
  { case: id, trace }: ScoreCommandOptions,
): Promise<string> {
  if (id !== undefined) return noSuchCase(roots, id);
  if (!trace) return 'there is no case to score here: check the paths, --where and --holdout';
  const named = trace.join(', ');
  return `no run in ${named} is of a case here: check the paths, and the \`case_id\` of the runs`;
}

async function scoreRoots(
  roots: readonly Root[],
  { cwd }: Terminal,
  options: ScoreCommandOptions,
  recorded: RecordedRuns | undefined,
): Promise<Scored[]> {
  const where = readWhere(options.where ?? []);
  const scored: Scored[] = [];
  for (const root of roots) {
    const scoring = scoringOf(cwd, options, recorded);
    for await (const chosen of casesOf(root, options)) {
      const { snapshot, unit } = chosen;
      const placed = await root.session.scorer.score(snapshot, unit, scoring);
      const unrecorded = !hasRun(placed) && !named(placed);
      // A golden without a run of its own is no case, and a trace that is named is of some cases only. Results
      // are of all: a case that they lack was lost on the way.
      const isElsewhere = unit.subject.kind === 'golden' || (scoring.traces && !options.results);
      if (unrecorded && isElsewhere) continue;
      if (!matchesWhere(placed.score.profile, where)) continue;
      scored.push({ ...placed, ...chosen });
    }
  }
  return scored;
}

/** How recorded runs are scored. */
export const scoringOf = (
  cwd: string,
  { allowCode }: Pick<ScoreCommandOptions, 'allowCode'>,
  recorded: RecordedRuns | undefined,
): ScoreOptions => ({
  fileName: fileName(cwd),
  ...(recorded && { traces: recorded.traces }),
  ...(allowCode && { predicates: runPredicates }),
});

/** A case or golden trajectory that a command was pointed at. */
export interface ChosenCase {
  readonly root: Root;
  readonly snapshot: Snapshot;
  readonly unit: Unit;
  /** The dataset file that the case stands in or is included by. */
  readonly dataset?: Uri;
}

/** The cases of a workspace's files: one alone where it is named, else all but those held out. */
export async function* casesOf(
  root: Root,
  options: Pick<ScoreCommandOptions, 'case' | 'holdout'>,
): AsyncGenerator<ChosenCase> {
  const { session, uris } = root;
  await session.loadCases();
  for (const uri of uris) {
    const snapshot = await session.snapshot(uri);
    for (const unit of snapshot?.contents.units ?? []) {
      const id = unitId(unit);
      await breathe();
      if (!snapshot || (options.case !== undefined && id !== options.case)) continue;
      const { subject } = unit;
      const around = unit.dataset ?? snapshot.around.includedBy?.node;
      const heldOut =
        subject.kind === 'case' && withDefaults(subject, around).holdout?.value === true;
      if (heldOut && !options.holdout && id !== options.case) continue;
      const dataset = unit.dataset ? uri : snapshot.around.includedBy?.uri;
      yield { root, snapshot, unit, ...(dataset && { dataset }) };
    }
  }
}

/** What to say where no case has an id. */
export async function noSuchCase(roots: readonly Root[], id: string): Promise<string> {
  const ids = new Set<string>();
  for (const root of roots) {
    for await (const { unit } of casesOf(root, { holdout: true })) ids.add(unitId(unit) ?? '');
  }
  const [close] = near(id, ids);
  const way = close === undefined ? '' : `: did you mean ${close}?`;
  return `there is no case “${id}” at these paths${way}`;
}

/** Runs the configuration's predicate module, with `--allow-code`. */
export const runPredicates: PredicateRunner = (module, questions) =>
  evaluatePredicates(URI.parse(module).fsPath, questions);

/** Whether a run is the case's, scored or not: one without an answer has an id, too. */
const hasRun = ({ score: { trials, unscored } }: PlacedScore): boolean =>
  trials.length > 0 || unscored.some(({ run_id }) => run_id !== '');

/** Whether the case names recorded runs of its own. */
const named = ({ scored: { subject } }: PlacedScore): boolean =>
  subject.kind === 'case' ? subject.traces.length > 0 : subject.sourceTrace !== undefined;

/**
 * Reads `--where key=value`.
 *
 * @throws Failure where a key is none
 */
export function readWhere(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [key = '', ...rest] = pair.split('=');
      if (rest.length === 0 || !(WHERE_KEYS as readonly string[]).includes(key)) {
        throw new Failure(
          `--where takes key=value with a key of ${WHERE_KEYS.join(', ')}, not “${pair}”`,
        );
      }
      return [key, rest.join('=')];
    }),
  );
}
