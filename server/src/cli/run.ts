import { mkdirSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { URI } from 'vscode-uri';
import { plural } from '../report/text.ts';
import { CONFIG_NAME } from '../workspace/files/kinds.ts';
import { fromPath } from '../workspace/files/uri.ts';
import { nodeRunHost } from '../workspace/running/node-run-host.ts';
import { recordReturns } from '../workspace/running/record-returns.ts';
import { foreignFiles, type RanCase, runCases } from '../workspace/running/run-cases.ts';
import { CannotRun } from '../workspace/running/run-host.ts';
import { type PlannedCase, planCase, REPLAY } from '../workspace/running/run-plan.ts';
import { unitId } from '../workspace/scores/scores.ts';
import { type ChooseOptions, chooseCases, mayLeaveNone } from './choose-cases.ts';
import { EXIT, Failure, Stopped } from './failure.ts';
import { present, readBaseline, requireGates } from './present.ts';
import { existing, fileName, openRoots } from './roots.ts';
import { ProgressLines } from './run-progress.ts';
import {
  type ChosenCase,
  noSuchCase,
  runPredicates,
  type ScoreCommandOptions,
  type Scored,
} from './score.ts';
import type { Terminal } from './terminal.ts';
import { type Arm, armsOf, type ChangeFlags } from './tools-change.ts';
import { writeFiles } from './write-files.ts';

export interface RunCommandOptions
  extends ChooseOptions,
    Pick<
      ScoreCommandOptions,
      'format' | 'config' | 'allowCode' | 'baseline' | 'gate' | 'failOnRegression'
    >,
    Pick<ChangeFlags, 'perturb' | 'compareTools'> {
  readonly runner?: string;
  readonly trials?: number;
  readonly dryRun?: boolean;
  /** Write what the calls of a dry run returned into the goldens. */
  readonly record?: boolean;
  readonly concurrency?: number;
  /** A folder of an earlier run, to go on in. */
  readonly resume?: string;
  readonly out?: string;
}

interface Due {
  readonly chosen: ChosenCase;
  /** Undefined where the recorded runs are scored as they are. */
  readonly planned: PlannedCase | undefined;
}

interface ReadyArm extends Arm {
  readonly due: readonly Due[];
  /** Of the folder for its runs. */
  readonly path: string;
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
  refuse(options);
  const roots = await openRoots(terminal, paths, options.config);
  const chosen = await chooseCases(terminal, roots, options);
  if (chosen.length === 0) {
    if (mayLeaveNone(options)) return runNone(terminal, options);
    throw new Failure(
      options.case === undefined
        ? 'there is no case to run here: check the paths and what narrows them down'
        : await noSuchCase(roots, options.case),
    );
  }
  const { cases, before, after } = armsOf(terminal.cwd, chosen, options);
  if (cases.length < chosen.length) {
    const left = plural(chosen.length - cases.length, 'case');
    terminal.err(`${left} left out: without a tool of the manifests that are compared\n`);
  }
  // What cannot be judged in the end is not worth a run.
  if (!before) readBaseline(terminal.cwd, options);
  if (options.gate) requireGates(cases);
  const folder = await resultsFolder(terminal, chosen, options);
  const ready = (arm: Arm): ReadyArm => ({
    ...arm,
    due: cases.map((each) => plan(terminal, each, arm, options)),
    path: join(folder, arm.folder),
  });
  const [first, last] = [before && ready(before), ready(after)];
  for (const arm of [first, last]) if (arm) await leaveOthersAlone(terminal, arm);
  tellReplayed(terminal, last.due, options);
  const earlier = first && {
    label: first.label,
    scored: await runArm(terminal, first, folder, options),
  };
  const scored = await runArm(terminal, last, folder, options);
  if (options.record) record(terminal, scored);
  const comparing = last.change && { label: last.label, ...(earlier && { before: earlier }) };
  return present(terminal, scored, options, comparing);
}

/** Nothing is to run, and whoever reads the report or the folder finds that nothing was. */
function runNone(terminal: Terminal, { out, format }: RunCommandOptions): number {
  terminal.err('nothing to run: what was asked for leaves no case\n');
  if (out !== undefined) mkdirSync(resolve(terminal.cwd, out), { recursive: true });
  return format === 'pretty' ? EXIT.fine : present(terminal, [], { format });
}

/** @throws Failure where flags exclude each other */
function refuse(options: RunCommandOptions): void {
  if (options.out !== undefined && options.resume !== undefined) {
    throw new Failure('--resume goes on in its own folder: leave out --out');
  }
  if (options.record && !options.dryRun) {
    throw new Failure('--record keeps what a dry run returned: add --dry-run');
  }
}

/**
 * Runs the cases once, each with its trials, and scores what came of it.
 *
 * @param whole the folder of all that is run
 */
async function runArm(
  terminal: Terminal,
  { label, folder, due, path }: ReadyArm,
  whole: string,
  options: RunCommandOptions,
): Promise<Scored[]> {
  if (folder !== '') terminal.err(`with ${label}:\n`);
  for (const { chosen } of due) chosen.root.session.workspace.alsoRead(fromPath(path));
  const ran = await runPlanned(terminal, due, { own: path, whole }, options);
  const scored: Scored[] = [];
  for (const { chosen: each, planned } of due) {
    const of = planned && ran.find((one) => one.planned === planned);
    if (of) each.root.session.workspace.filesChanged([{ uri: of.trace, deleted: false }]);
    const placed = await each.root.session.scorer.score(each.snapshot, each.unit, {
      fileName: fileName(terminal.cwd),
      ...(of && { traces: [of.trace] }),
      // Which tools there are is the same in every trial.
      ...(planned?.offer && { offer: planned.offer(1) }),
      ...(options.allowCode && { predicates: runPredicates }),
    });
    scored.push({ ...placed, ...each });
  }
  return scored;
}

function plan(
  { cwd }: Terminal,
  chosen: ChosenCase,
  { change }: Arm,
  options: RunCommandOptions,
): Due {
  const { root, snapshot, unit } = chosen;
  try {
    const planned = planCase(root.session.scorer, snapshot, unit, nodeRunHost, {
      ...options,
      ...(change && { change }),
    });
    if (change && !planned) {
      throw new CannotRun('its runs are recorded ones, with the tools of then: name a --runner');
    }
    return { chosen, planned };
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    throw new Failure(
      `${fileName(cwd)(snapshot.file.uri)}: ${unitId(unit) ?? ''}: ${error.message}`,
    );
  }
}

/** Writes what the calls of a dry run returned into the files of their goldens, and tells which. */
function record({ cwd, err }: Terminal, scored: readonly Scored[]): void {
  for (const root of new Set(scored.map(({ root }) => root))) {
    const own = scored.filter((each) => each.root === root);
    for (const { uri, text, outputs } of recordReturns(root.session.workspace, own)) {
      writeFiles(cwd, cwd, [{ path: URI.parse(uri).fsPath, text }], true);
      err(`${fileName(cwd)(uri)}: ${plural(outputs, 'output')} recorded\n`);
    }
  }
}

/** @throws Failure where a file is in the way that no run has written */
async function leaveOthersAlone({ cwd }: Terminal, { due, path }: ReadyArm): Promise<void> {
  const planned = due.flatMap(({ planned }) => planned ?? []);
  const [first] = await foreignFiles(planned, nodeRunHost, path);
  if (first === undefined) return;
  throw new Failure(
    `${fileName(cwd)(fromPath(first))} is there, and no run has written it: choose another folder`,
  );
}

/** Says so where cases are not run at all, since nobody has named who runs them. */
function tellReplayed({ err }: Terminal, due: readonly Due[], { runner }: RunCommandOptions): void {
  const replayed = due.filter(({ planned }) => !planned);
  if (replayed.length === 0 || runner !== undefined) return;
  const { runners } = replayed[0]!.chosen.snapshot.around.config;
  const known = [...runners.keys()].filter((name) => name !== REPLAY);
  const way =
    known.length === 0
      ? `write a runner into ${CONFIG_NAME}, and name it with --runner`
      : `name a runner with --runner: ${known.join(', ')}`;
  err(
    `${plural(replayed.length, 'case')} not run, recorded runs scored: no runner is named. To run an agent, ${way}\n`,
  );
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
  folder: { readonly own: string; readonly whole: string },
  options: RunCommandOptions,
): Promise<readonly RanCase[]> {
  const planned = due.flatMap(({ planned }) => planned ?? []);
  if (planned.length === 0) return [];
  const shown = (path: string) => relative(terminal.cwd, path).split(sep).join('/') || '.';
  const stop = new AbortController();
  const forget = terminal.onInterrupt?.(() => stop.abort());
  const progress = new ProgressLines(terminal);
  const ran = await runCases(planned, nodeRunHost, {
    folder: folder.own,
    resume: options.resume !== undefined,
    concurrency: options.concurrency ?? planned[0]!.snapshot.around.config.concurrency,
    signal: stop.signal,
    onProgress: progress.told,
    onLog: (caseId, text) => {
      for (const line of text.trimEnd().split('\n')) progress.line(`${caseId} | ${line}`);
    },
  });
  progress.end();
  forget?.();
  if (stop.signal.aborted) {
    const kept = ran.reduce((sum, each) => sum + each.finished, 0);
    throw new Stopped(
      kept === 0
        ? 'stopped before a trial had ended'
        : `stopped after ${plural(kept, 'trial')}, which are kept: go on with --resume ${shown(folder.whole)}`,
    );
  }
  terminal.err(`runs are in ${shown(folder.own)}\n`);
  return ran;
}
