import type { Config } from '../model/config.ts';
import type { RunDescription } from '../protocol.ts';
import type { Unit } from '../workspace/files/contents.ts';
import type { Uri } from '../workspace/files/uri.ts';
import type { RunProgress } from '../workspace/running/run-cases.ts';
import type { RunHost } from '../workspace/running/run-host.ts';
import type { PlanOptions } from '../workspace/running/run-plan.ts';
import type { PredicateRunner } from '../workspace/scores/predicate-answers.ts';
import type { ResultStore } from '../workspace/scores/result-history.ts';
import type { Session } from '../workspace/session.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import type { Pulling } from './pulling.ts';

/** A case that is to run. */
export interface RunTarget {
  readonly session: Session;
  readonly snapshot: Snapshot;
  readonly unit: Unit;
  readonly options: PlanOptions;
  readonly editorModel?: RunHost['editorModel'];
}

export interface RunEvents {
  readonly signal: AbortSignal;
  onProgress(progress: RunProgress): void;
  onLog(caseId: string, text: string): void;
}

/** Runs cases, where processes can be started at all: the browser's server has none of this. */
export interface Running {
  /** What a run would start. Starts nothing. Rejects with `CannotRun`. */
  describe(target: RunTarget): Promise<RunDescription>;
  /**
   * Runs a case, so that its score is that of the new runs.
   *
   * @param storage the folder for runs where the configuration names none
   * @throws CannotRun
   */
  run(target: RunTarget, storage: Uri | undefined, events: RunEvents): Promise<void>;
  /**
   * Where results over time are kept: in the folder that the configuration names, else in the client's.
   * Undefined where there is neither, for nobody has asked for files in the workspace.
   */
  resultStore(config: Config, folder: Uri, storage: Uri | undefined): ResultStore | undefined;
  readonly pulling: Pulling;
  /** Runs the configuration's predicate module. */
  readonly predicates: PredicateRunner;
  /**
   * Takes up the newest runs of earlier sessions, as far as they are kept. Starts nothing.
   *
   * @param trusted whether the folder that the configuration names may be looked into
   */
  restore(session: Session, storage: Uri | undefined, trusted: boolean): Promise<void>;
}
