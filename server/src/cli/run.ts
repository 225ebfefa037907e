import { readFileSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { URI } from 'vscode-uri';
import { parseJson } from '../model/json-text.ts';
import { plural } from '../report/text.ts';
import { readReport } from '../scoring/baseline.ts';
import { matchesWhere } from '../scoring/slices.ts';
import { nodeRunHost } from '../workspace/node-run-host.ts';
import { type RanCase, runCases } from '../workspace/run-cases.ts';
import { CannotRun } from '../workspace/run-host.ts';
import { type PlannedCase, planCase } from '../workspace/run-plan.ts';
import { unitId } from '../workspace/scores.ts';
import { touchedCases } from '../workspace/touched.ts';
import { fromPath } from '../workspace/uri.ts';
import { Failure } from './failure.ts';
import { fileName, openRoots, type Root } from './roots.ts';
import { ProgressLines } from './run-progress.ts';
import {
  type ChosenCase,
  casesOf,
  existing,
  present,
  readBaseline,
  readWhere,
  runPredicates,
  type ScoreCommandOptions,
  type Scored,
} from './score.ts';
import type { Terminal } from './terminal.ts';
import { compareManifests } from './tools-diff.ts';

export interface RunCommandOptions
  extends Pick<
    ScoreCommandOptions,
    | 'format'
    | 'config'
    | 'case'
    | 'where'
    | 'holdout'
    | 'allowCode'
    | 'baseline'
    | 'gate'
    | 'failOnRegression'
  > {
  readonly runner?: string;
  readonly trials?: number;
  readonly dryRun?: boolean;
  readonly concurrency?: number;
  readonly shard?: Shard;
  /** A JSON report: only its cases that did not pass. */
  readonly onlyFailed?: string;
  /** Two manifests, before and after: only cases that name a tool that is not the same in both. */
  readonly touchedBy?: readonly [before: string, after: string];
  /** A folder of an earlier run, to go on in. */
  readonly resume?: string;
  readonly out?: string;
}

/** Part `index` (from 1) of `count`. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

interface Due {
  readonly chosen: ChosenCase;
  /** Undefined where the recorded runs are scored as they are. */
  readonly planned: PlannedCase | undefined;
}

/**
 * Runs the cases at the paths, then scores what they did.
 *
 * @returns the exit code
 * @throws Failure where it cannot run, and where it was stopped
 */
export async function run(
  terminal: Terminal,
  paths: readonly string[],
  options: RunCommandOptions,
): Promise<number> {
  if (options.out !== undefined && options.resume !== undefined) {
    throw new Failure('--resume goes on in its own folder: leave out --out');
  }
  // What cannot be compared in the end is not worth a run.
  readBaseline(terminal.cwd, options);
  const roots = await openRoots(terminal, paths, options.config);
  const chosen = await choose(terminal, roots, options);
  if (chosen.length === 0) {
    throw new Failure('there is no case to run here: check the paths and what narrows them down');
  }
  const due = chosen.map((each) => plan(terminal, each, options));
  const folder = await resultsFolder(terminal, chosen, options);
  for (const { session } of roots) session.workspace.alsoRead(fromPath(folder));
  const ran = await runPlanned(terminal, due, folder, options);
  const scored: Scored[] = [];
  for (const { chosen: each, planned } of due) {
    const of = planned && ran.find((one) => one.planned === planned);
    if (of) each.root.session.workspace.filesChanged([{ uri: of.trace, deleted: false }]);
    const placed = await each.root.session.scorer.score(each.snapshot, each.unit, {
      fileName: fileName(terminal.cwd),
      ...(of && { traces: [of.trace] }),
      ...(options.allowCode && { predicates: runPredicates }),
    });
    scored.push({ ...placed, ...each });
  }
  return present(terminal, scored, options);
}

/** The cases that are to run, in the order of their files. */
async function choose(
  terminal: Terminal,
  roots: readonly Root[],
  options: RunCommandOptions,
): Promise<ChosenCase[]> {
  const where = readWhere(options.where ?? []);
  const failedBefore = options.onlyFailed && failedIn(terminal.cwd, options.onlyFailed);
  const name = fileName(terminal.cwd);
  const all: ChosenCase[] = [];
  for (const root of roots) {
    const touched = await touchedIn(terminal, root, options.touchedBy);
    for await (const each of casesOf(root, options)) {
      const id = unitId(each.unit);
      if (touched && !touched.has(each.unit.subject)) continue;
      const file = name(each.snapshot.file.uri);
      if (failedBefore && !failedBefore.has(`${file}\n${id}`)) continue;
      const { profile } = root.session.scorer.describe(each.snapshot, each.unit);
      if (matchesWhere(profile, where)) all.push(each);
    }
  }
  // Goldens are run by the cases that name them; alone only where there is nothing else.
  const cases = all.filter(({ unit }) => unit.subject.kind === 'case');
  const due = cases.length > 0 && options.case === undefined ? cases : all;
  const { index, count } = options.shard ?? { index: 1, count: 1 };
  return due.filter((_, position) => position % count === index - 1);
}

/** The cases of an earlier report that did not pass, as file and id. */
function failedIn(cwd: string, path: string): ReadonlySet<string> {
  const parsed = parseJson(readFileSync(existing(cwd, path, '--only-failed'), 'utf8'));
  const report = parsed.ok ? readReport(parsed.value) : undefined;
  if (!report) throw new Failure(`${path} is no report: write one with --format json`);
  return new Set(
    report.cases
      .filter(({ verdict }) => verdict !== 'pass')
      .map(({ file, case_id: id }) => `${file}\n${id}`),
  );
}

async function touchedIn(
  { cwd }: Terminal,
  { session, uris }: Root,
  manifests: RunCommandOptions['touchedBy'],
): Promise<ReadonlySet<unknown> | undefined> {
  if (!manifests) return undefined;
  const compared = compareManifests(cwd, ...manifests);
  const touched = await touchedCases(session, uris, compared.drifts, compared.manifests);
  return new Set(touched.map(({ unit }) => unit.subject));
}

function plan({ cwd }: Terminal, chosen: ChosenCase, options: RunCommandOptions): Due {
  const { root, snapshot, unit } = chosen;
  try {
    return { chosen, planned: planCase(root.session.scorer, snapshot, unit, nodeRunHost, options) };
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    throw new Failure(
      `${fileName(cwd)(snapshot.file.uri)}: ${unitId(unit) ?? ''}: ${error.message}`,
    );
  }
}

/** Where the runs are written: as the flags say, else a folder of its own in the results of the workspace. */
async function resultsFolder(
  { cwd }: Terminal,
  [first]: readonly ChosenCase[],
  { out, resume }: RunCommandOptions,
): Promise<string> {
  if (resume !== undefined) return existing(cwd, resume, '--resume');
  if (out !== undefined) return resolve(cwd, out);
  const { workspace } = first!.root.session;
  const { config } = first!.snapshot.around;
  const folder = URI.parse(workspace.folders[0]!).fsPath;
  const stamp = new Date(nodeRunHost.now()).toISOString().replaceAll(/[:.]/g, '-');
  return resolve(folder, config.results ?? '.callsheet', 'runs', stamp);
}

async function runPlanned(
  terminal: Terminal,
  due: readonly Due[],
  folder: string,
  options: RunCommandOptions,
): Promise<readonly RanCase[]> {
  const planned = due.flatMap(({ planned }) => planned ?? []);
  if (planned.length === 0) return [];
  const shown = relative(terminal.cwd, folder).split(sep).join('/') || '.';
  const stop = new AbortController();
  terminal.onInterrupt?.(() => stop.abort());
  const progress = new ProgressLines(terminal);
  const ran = await runCases(planned, nodeRunHost, {
    folder,
    resume: options.resume !== undefined,
    concurrency: options.concurrency ?? planned[0]!.snapshot.around.config.concurrency,
    signal: stop.signal,
    onProgress: progress.told,
    onLog: (caseId, text) => {
      for (const line of text.trimEnd().split('\n')) progress.line(`${caseId} | ${line}`);
    },
  });
  progress.end();
  if (stop.signal.aborted) {
    const finished = ran.reduce((sum, each) => sum + each.finished, 0);
    throw new Failure(
      finished === 0
        ? 'stopped before a trial had ended'
        : `stopped after ${plural(finished, 'trial')}, which are kept: go on with --resume ${shown}`,
    );
  }
  terminal.err(`runs are in ${shown}\n`);
  return ran;
}
