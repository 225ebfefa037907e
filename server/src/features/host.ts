import type { Finding } from '../model/finding.ts';
import type { FileKind } from '../workspace/kinds.ts';
import type { CaseScores } from '../workspace/scores.ts';
import type { Uri } from '../workspace/uri.ts';
import type { Snapshot, Workspace } from '../workspace/workspace.ts';

/** What a client can do with what a feature returns. */
export interface ClientAbilities {
  readonly snippets: boolean;
  readonly insertReplace: boolean;
  /** Starts processes at all: not in the browser. */
  readonly canRun: boolean;
}

/** What a feature works on. All of it is loaded: features never wait. */
export interface FeatureContext {
  readonly workspace: Workspace;
  readonly snapshot: Snapshot;
  readonly client: ClientAbilities;
  /** The findings of the file now, lint and scores. */
  findings(): readonly Finding[];
  /** The scores that the file's cases have now. */
  readonly scores: CaseScores;
  /** Files of the workspace that hold a kind. */
  files(kind: FileKind): readonly Uri[];
}
