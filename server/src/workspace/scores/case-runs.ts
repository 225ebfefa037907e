import { say } from '../../l10n/say.ts';
import type { Run, Trace } from '../../model/run.ts';
import type { Unit } from '../files/contents.ts';
import type { FileState } from '../files/file-state.ts';
import { traceOf } from '../links/traces.ts';
import type { ScoreOptions } from './scores.ts';

/**
 * The case's runs in its trace files, and what could not be read.
 *
 * @param file that the case stands in, from the workspace's folder
 */
export function runsOf(
  states: readonly FileState[],
  unit: Unit,
  caseId: string,
  file: string,
  pattern: string | undefined,
  options: ScoreOptions,
) {
  const found: Run[] = [];
  const unreadable: { readonly run_id?: string; readonly reason: string }[] = [];
  for (const state of states) {
    const name = options.fileName(state.uri);
    if (!state.document) {
      unreadable.push({ reason: say`cannot read ${name}: ${state.failure}` });
      continue;
    }
    const trace = traceOf(state, pattern);
    found.push(...ownRuns(trace, unit, caseId, options.traces === undefined));
    if (trace.runs.length === 0) {
      const why = trace.problems[0]?.message ?? say`it is empty`;
      unreadable.push({ reason: say`no run in ${name}: ${why}` });
    }
  }
  const runs: Run[] = [];
  for (const run of ofFile(found, file)) {
    if (run.failure === undefined) runs.push(run);
    else unreadable.push({ run_id: run.runId, reason: run.failure });
  }
  return { runs, unreadable };
}

/** The key of a run's `meta` for the file that its case stands in, from the workspace's folder. */
export const CASE_FILE = 'case_file';

/** Where cases in several files bear one id, those runs that are of another file are left out. */
function ofFile(runs: readonly Run[], file: string): readonly Run[] {
  const isOwn = ({ meta }: Run) => meta?.[CASE_FILE] === file;
  return runs.some(isOwn)
    ? runs.filter((run) => isOwn(run) || run.meta?.[CASE_FILE] === undefined)
    : runs;
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
