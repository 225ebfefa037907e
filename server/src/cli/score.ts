import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { URI } from 'vscode-uri';
import { withDefaults } from '../model/defaults.ts';
import { parseJson } from '../model/json-text.ts';
import { readGates } from '../model/read-config.ts';
import { SCORE_FORMATS, type ScoreFormat } from '../report/formats.ts';
import { RULES } from '../rules/index.ts';
import { evaluatePredicates } from '../runner/evaluate-predicates.ts';
import {
  type EarlierReport,
  isBeyondNoise,
  readReport,
  withBaseline,
} from '../scoring/baseline.ts';
import { applyGates, type GateResult } from '../scoring/gates.ts';
import { type Locate, type ScoreReport, scoreReport } from '../scoring/score-report.ts';
import { matchesWhere, WHERE_KEYS } from '../scoring/slices.ts';
import { contentsOf, type Unit } from '../workspace/contents.ts';
import { locate } from '../workspace/locate.ts';
import { findingPlace } from '../workspace/placed-findings.ts';
import type { PredicateRunner } from '../workspace/predicate-answers.ts';
import { type PlacedScore, type ScoreOptions, unitId } from '../workspace/scores.ts';
import { fromPath, parentOf, type Uri } from '../workspace/uri.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import { EXIT, Failure } from './failure.ts';
import { fileName, openRoots, type Root } from './roots.ts';
import type { Terminal } from './terminal.ts';
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

/**
 * Writes the report of scored cases to the terminal.
 *
 * @returns the exit code
 */
export function present(
  terminal: Terminal,
  scored: readonly Scored[],
  options: Pick<ScoreCommandOptions, 'format' | 'gate' | 'baseline' | 'failOnRegression'>,
): number {
  const report = reportOf(scored, terminal.cwd, options);
  if (options.gate && report.gates.length === 0) {
    throw new Failure(
      'there is no gate to apply: write `gates` in callsheet.config.yaml or the dataset',
    );
  }
  terminal.out(
    SCORE_FORMATS[options.format](report, {
      color: terminal.color,
      source: () => undefined,
      describe: (code) => RULES.get(code)?.summary,
    }),
  );
  const { fail, error } = report.summary;
  const broken = options.gate ? report.gates.some(({ ok }) => !ok) || error > 0 : fail + error > 0;
  const worse = options.failOnRegression && report.baseline?.regressions.some(isBeyondNoise);
  return broken || worse ? EXIT.findings : EXIT.fine;
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

/**
 * A path that a flag was given.
 *
 * @throws Failure where nothing is there
 */
export function existing(cwd: string, path: string, flag: string): string {
  const full = resolve(cwd, path);
  if (!existsSync(full)) throw new Failure(`there is no ${path}: check the path after ${flag}`);
  return full;
}

function reportOf(
  scored: readonly Scored[],
  cwd: string,
  options: Pick<ScoreCommandOptions, 'gate' | 'baseline' | 'failOnRegression'>,
): ScoreReport {
  const before = readBaseline(cwd, options);
  const cases = scored.map(({ score }) => score);
  const byScore = new Map(scored.map((each) => [each.score, each]));
  const locateFinding: Locate = (of, finding) => {
    const placed = byScore.get(of);
    const file = placed?.root.session.workspace.store.peek(placed.scored.uri);
    if (!placed || !file) return undefined;
    const { uri, range } = locate(
      placed.root.session.workspace,
      file,
      findingPlace(placed, finding),
    );
    return { file: fileName(cwd)(uri), range };
  };
  const config = configOfFirst(scored);
  const report = scoreReport(cases, {
    gates: [],
    scoreboard: config.scoreboard,
    locate: locateFinding,
  });
  const gated = options.gate ? { ...report, gates: gatesOf(scored) } : report;
  return before ? withBaseline(gated, cases, before.file, before.report) : gated;
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
  const parsed = parseJson(readFileSync(existing(cwd, baseline, '--baseline'), 'utf8'));
  const report = parsed.ok ? readReport(parsed.value) : undefined;
  if (!report) throw new Failure(`${baseline} is no report: write one with score --format json`);
  return { file: baseline, report };
}

const configOfFirst = ([first]: readonly Scored[]) =>
  first!.root.session.workspace.peek(first!.scored.uri)!.around.config;

/** The gates of each configuration over its cases, and those of each dataset over its own. */
function gatesOf(scored: readonly Scored[]): GateResult[] {
  const results: GateResult[] = [];
  const roots = new Set(scored.map(({ root }) => root));
  for (const root of roots) {
    const own = scored.filter((each) => each.root === root);
    results.push(
      ...applyGates(
        own.map(({ score }) => score),
        configOfFirst(own).gates,
      ),
    );
    for (const dataset of new Set(own.flatMap((each) => each.dataset ?? []))) {
      const state = root.session.workspace.store.peek(dataset);
      const node = state && contentsOf(state, 'dataset').datasets[0]?.node;
      const cases = own.filter((each) => each.dataset === dataset).map(({ score }) => score);
      results.push(...(node ? applyGates(cases, readGates(node)) : []));
    }
  }
  return results;
}
