import { readFileSync } from 'node:fs';
import { parseJson } from '../model/json-text.ts';
import { readReport } from '../scoring/set/baseline.ts';
import { matchesWhere } from '../scoring/set/slices.ts';
import { unitId } from '../workspace/scores/scores.ts';
import { touchedCases } from '../workspace/touched.ts';
import { Failure } from './failure.ts';
import { fileAfter, fileName, type Root } from './roots.ts';
import { type ChosenCase, casesOf, readWhere, type ScoreCommandOptions } from './score.ts';
import type { Terminal } from './terminal.ts';
import { compareManifests } from './tools-diff.ts';

/** Which of the cases at the paths are to run. */
export interface ChooseOptions extends Pick<ScoreCommandOptions, 'case' | 'where' | 'holdout'> {
  readonly shard?: Shard;
  /** A JSON report: only its cases that did not pass. */
  readonly onlyFailed?: string;
  /** Two manifests, before and after: only cases that name a tool that is not the same in both. */
  readonly touchedBy?: readonly [before: string, after: string];
}

/** Part `index` (from 1) of `count`. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** The cases that are to run, in the order of their files. */
export async function chooseCases(
  terminal: Terminal,
  roots: readonly Root[],
  options: ChooseOptions,
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

/** Whether no case at all may be right: nothing failed, nothing is touched, there are more shards than cases. */
export const mayLeaveNone = ({ case: id, shard, onlyFailed, touchedBy }: ChooseOptions): boolean =>
  id === undefined && (shard ?? onlyFailed ?? touchedBy) !== undefined;

/** The cases of an earlier report that did not pass, as file and id. */
function failedIn(cwd: string, path: string): ReadonlySet<string> {
  const parsed = parseJson(readFileSync(fileAfter(cwd, path, '--only-failed'), 'utf8'));
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
  manifests: ChooseOptions['touchedBy'],
): Promise<ReadonlySet<unknown> | undefined> {
  if (!manifests) return undefined;
  const compared = compareManifests(cwd, ...manifests);
  const touched = await touchedCases(session, uris, compared.drifts, compared.manifests);
  return new Set(touched.map(({ unit }) => unit.subject));
}
