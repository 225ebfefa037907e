import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { URI } from 'vscode-uri';
import { withDefaults } from '../model/defaults.ts';
import type { ScoreFormat } from '../report/formats.ts';
import { evaluatePredicates } from '../runner/evaluate-predicates.ts';
import { matchesWhere, WHERE_KEYS } from '../scoring/slices.ts';
import type { Unit } from '../workspace/contents.ts';
import type { PredicateRunner } from '../workspace/predicate-answers.ts';
import { type PlacedScore, type ScoreOptions, unitId } from '../workspace/scores.ts';
import { fromPath, parentOf, type Uri } from '../workspace/uri.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import { EXIT, Failure } from './failure.ts';
import { present } from './present.ts';
import { existing, fileName, openRoots, type Root } from './roots.ts';
import { breathe, type Terminal } from './terminal.ts';
import { lineOf, unscoredParts } from './unscored-parts.ts';

export interface ScoreCommandOptions {
  readonly format: ScoreFormat;
  readonly config?: string;
  /** Recorded runs to score instead of the cases' own. */
  readonly trace?: readonly string[];
  /** Folders of trace files, merged. */
  readonly results?: readonly string[];
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
  const scored = await scoreRoots(roots, terminal, options);
  const unscored = options.case === undefined ? await unscoredParts(roots, terminal.cwd) : [];
  for (const finding of unscored) terminal.err(lineOf(finding));
  if (scored.length === 0 && unscored.length > 0) return EXIT.findings;
  if (scored.length === 0) {
    throw new Failure(
      options.case === undefined
        ? 'there is no case to score here: check the paths, --where and --holdout'
        : `there is no case “${options.case}” at these paths`,
    );
  }
  const code = present(terminal, scored, options);
  return unscored.length > 0 ? EXIT.findings : code;
}

async function scoreRoots(
  roots: readonly Root[],
  { cwd }: Terminal,
  options: ScoreCommandOptions,
): Promise<Scored[]> {
  const where = readWhere(options.where ?? []);
  const scored: Scored[] = [];
  for (const root of roots) {
    const scoring = scoringOf(cwd, options);
    // What a person names is read wherever it is.
    for (const uri of scoring.traces ?? []) root.session.workspace.alsoRead(parentOf(uri));
    for await (const chosen of casesOf(root, options)) {
      const { snapshot, unit } = chosen;
      const placed = await root.session.scorer.score(snapshot, unit, scoring);
      const unrecorded = placed.score.trials.length === 0 && !named(placed);
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

/**
 * What the options say of how recorded runs are scored.
 *
 * @throws Failure where a path is none
 */
export function scoringOf(
  cwd: string,
  options: Pick<ScoreCommandOptions, 'trace' | 'results' | 'allowCode'>,
): ScoreOptions {
  const traces = tracesOf(cwd, options);
  return {
    fileName: fileName(cwd),
    ...(traces && { traces: traces.map(fromPath) }),
    ...(options.allowCode && { predicates: runPredicates }),
  };
}

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

/** Runs the configuration's predicate module, with `--allow-code`. */
export const runPredicates: PredicateRunner = (module, questions) =>
  evaluatePredicates(URI.parse(module).fsPath, questions);

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

/** The trace files that stand in for the cases' own; undefined where none are given. */
function tracesOf(
  cwd: string,
  { trace, results }: Pick<ScoreCommandOptions, 'trace' | 'results'>,
): string[] | undefined {
  if (!trace && !results) return undefined;
  const files = (trace ?? []).map((path) => existing(cwd, path, '--trace'));
  for (const folder of results ?? []) {
    const full = existing(cwd, folder, '--results');
    if (!statSync(full).isDirectory())
      throw new Failure(`--results takes a folder, and ${folder} is none`);
    const names = readdirSync(full, { recursive: true, encoding: 'utf8' }).sort();
    files.push(
      ...names.filter((name) => /\.trace\.jsonl?$/.test(name)).map((name) => join(full, name)),
    );
  }
  return files;
}
