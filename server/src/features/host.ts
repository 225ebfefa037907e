import type { Finding } from '../model/finding.ts';
import type { FileKind } from '../workspace/files/kinds.ts';
import type { Uri } from '../workspace/files/uri.ts';
import type { CaseScores } from '../workspace/scores/scores.ts';
import type { Snapshot, Workspace } from '../workspace/workspace.ts';
import type { Outlines } from './outline.ts';

/** What a client can do with what a feature returns. */
export interface ClientAbilities {
  readonly snippets: boolean;
  readonly insertReplace: boolean;
  /** Starts processes at all: not in the browser. */
  readonly canRun: boolean;
  /** Opens the report of a case. */
  readonly reports: boolean;
  /** Shows Markdown in hovers; plain text otherwise. */
  readonly markdown: boolean;
  /** Takes links from a definition, with the text that they start from. */
  readonly links: boolean;
  /** Takes a tree of symbols; a list otherwise. */
  readonly symbolTree: boolean;
  /** Takes edits with the version of the text that they are for. */
  readonly documentChanges: boolean;
  /** Asks for a code action's edit when it is chosen. */
  readonly resolvesActions: boolean;
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
  /** The last good outline of each file. */
  readonly outlines: Outlines;
}
