import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fromPath, parentOf, type Uri } from '../workspace/files/uri.ts';
import { traceOf } from '../workspace/links/traces.ts';
import { CASE_FILE } from '../workspace/scores/case-runs.ts';
import { Failure } from './failure.ts';
import { existing, fileName, type Root } from './roots.ts';
import type { Terminal } from './terminal.ts';

/** Recorded runs that a command is given in place of the cases' own. */
export interface RecordedRuns {
  readonly traces: readonly Uri[];
  /** Whether some files of a folder were left out: they hold no run, and whose it would have been nobody knows. */
  readonly incomplete: boolean;
}

/** The flags that name them. */
export interface RecordedFlags {
  readonly trace?: readonly string[];
  /** Folders of trace files, merged. */
  readonly results?: readonly string[];
}

/**
 * Reads the recorded runs that flags name, and tells which files of a folder hold none.
 *
 * @returns undefined where no flag names any
 * @throws Failure where a path is none, a trace that is named cannot be read, or two files hold one run
 */
export async function recordedRuns(
  { cwd, err }: Terminal,
  roots: readonly Root[],
  flags: RecordedFlags,
): Promise<RecordedRuns | undefined> {
  if (!flags.trace && !flags.results) return undefined;
  const named = new Set(
    (flags.trace ?? []).map((path) => fromPath(existing(cwd, path, '--trace'))),
  );
  const listed = (flags.results ?? []).flatMap((folder) => tracesIn(cwd, folder));
  const all = [...new Set([...named, ...listed])];
  // What a person names is read wherever it is.
  for (const { session } of roots) for (const uri of all) session.workspace.alsoRead(parentOf(uri));

  const readable: Uri[] = [];
  const owners = new Map<string, Uri>();
  for (const uri of all) {
    const found = await runsIn(roots[0]!, uri);
    const name = fileName(cwd)(uri);
    if (typeof found === 'string') {
      if (named.has(uri)) throw new Failure(`cannot read ${name}: ${found}`);
      err(`${name}: not scored: ${found}\n`);
      continue;
    }
    readable.push(uri);
    for (const { caseId, caseFile, runId } of found) {
      const key = JSON.stringify([caseId, caseFile, runId]);
      const other = owners.get(key) ?? uri;
      if (other !== uri) {
        const both = `${fileName(cwd)(other)} and in ${name}`;
        throw new Failure(
          `run ${runId} of case “${caseId}” is in ${both}: score them apart, or leave one of them out`,
        );
      }
      owners.set(key, uri);
    }
  }
  return { traces: readable, incomplete: readable.length < all.length };
}

/** The runs in a file that say whose they are; why there are none where it holds no run at all. */
async function runsIn({ session, uris: [first] }: Root, uri: Uri) {
  const state = await session.workspace.store.load(uri);
  if (!state.document) return state.failure ?? 'it cannot be read';
  const config = first === undefined ? undefined : (await session.snapshot(first))?.around.config;
  const { runs, caseId, problems } = traceOf(state, config?.errorPattern);
  if (runs.length === 0) return `no run is in it: ${problems[0]?.message ?? 'it is empty'}`;
  return runs.flatMap((run) => {
    const owner = run.caseId ?? caseId;
    const caseFile = run.meta?.[CASE_FILE] ?? null;
    return owner === undefined ? [] : { caseId: owner, caseFile, runId: run.runId };
  });
}

function tracesIn(cwd: string, folder: string): Uri[] {
  const full = existing(cwd, folder, '--results');
  if (!statSync(full).isDirectory())
    throw new Failure(`--results takes a folder, and ${folder} is none`);
  return readdirSync(full, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.trace\.jsonl?$/.test(name))
    .sort()
    .map((name) => fromPath(join(full, name)));
}
