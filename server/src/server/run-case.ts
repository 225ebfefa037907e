import type {
  CancellationToken,
  Connection,
  WorkDoneProgressReporter,
} from 'vscode-languageserver';
import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import { say } from '../l10n/say.ts';
import type { RunDescription } from '../protocol.ts';
import type { Uri } from '../workspace/files/uri.ts';
import { CannotRun } from '../workspace/running/run-host.ts';
import { unitId } from '../workspace/scores/scores.ts';
import type { Session } from '../workspace/session.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import type { Running, RunTarget } from './running.ts';

/** What a request to run a case names beside the case. */
export interface RunChoice {
  readonly case_id: string;
  readonly runner?: string | undefined;
  readonly trials?: number | undefined;
}

const refused = (message: string) => new ResponseError(LSPErrorCodes.RequestFailed, message);

/** Who runs cases, and with what of the client. */
export interface RunnersHost {
  /** Absent where no process can be started at all. */
  readonly running?: Running;
  /** The folder that the client keeps for runs. */
  readonly storage?: Uri;
  /** The models that the client offers. */
  readonly editorModel?: RunTarget['editorModel'];
}

/** What a run of a case would start. Rejects with a reason for a person where it cannot run. */
export async function describeRun(
  session: Session,
  snapshot: Snapshot,
  host: RunnersHost,
  choice: RunChoice,
): Promise<RunDescription> {
  return asked(choice, () => able(host).describe(targetOf(session, snapshot, host, choice)));
}

/**
 * Runs a case with its progress shown, until it is cancelled; its score is then that of the new runs.
 * Rejects with a reason for a person where it cannot run.
 */
export async function runCase(
  connection: Connection,
  session: Session,
  snapshot: Snapshot,
  host: RunnersHost,
  choice: RunChoice,
  token: CancellationToken,
  progress: WorkDoneProgressReporter,
): Promise<void> {
  const stop = new AbortController();
  const cancelled = token.onCancellationRequested(() => stop.abort());
  if (token.isCancellationRequested) stop.abort();
  progress.begin(choice.case_id, 0, undefined, true);
  try {
    await asked(choice, () =>
      able(host).run(targetOf(session, snapshot, host, choice), host.storage, {
        signal: stop.signal,
        onProgress: ({ done, total }) =>
          progress.report((100 * done) / total, say`${done} of ${total} trials`),
        onLog: (caseId, text) => connection.console.log(`${caseId} | ${text.trimEnd()}`),
      }),
    );
  } finally {
    progress.done();
    cancelled.dispose();
  }
  if (stop.signal.aborted) {
    throw new ResponseError(
      LSPErrorCodes.RequestCancelled,
      say`“${choice.case_id}” was cancelled.`,
    );
  }
}

function able({ running }: RunnersHost): Running {
  if (running) return running;
  throw refused(say`Cases cannot be run here: no process can be started in the browser.`);
}

function targetOf(
  session: Session,
  snapshot: Snapshot,
  { editorModel }: RunnersHost,
  choice: RunChoice,
): RunTarget {
  const { case_id: id, runner, trials } = choice;
  const unit = snapshot.contents.units.find((each) => unitId(each) === id);
  if (!unit) throw new CannotRun(say`there is no such case in this file`);
  const options = { ...(runner !== undefined && { runner }), ...(trials && { trials }) };
  return { session, snapshot, unit, options, ...(editorModel && { editorModel }) };
}

/** Carries something out, with reasons that are meant for a person given as the answer. */
async function asked<T>({ case_id: id }: RunChoice, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CannotRun) throw refused(say`“${id}” cannot be run: ${error.message}.`);
    throw error;
  }
}
