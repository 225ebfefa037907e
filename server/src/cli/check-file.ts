import { createHash } from 'node:crypto';
import type { LocatedFinding } from '../report/located.ts';
import type { FileState } from '../workspace/files/file-state.ts';
import type { Uri } from '../workspace/files/uri.ts';
import { caseIds } from '../workspace/links/case-index.ts';
import type { Session } from '../workspace/session.ts';
import { Failure } from './failure.ts';
import { locatedFinding } from './located-finding.ts';

/** What a check says of one file. */
export interface FileReport {
  /** Digest of the file's text; null where another case file was read, too. */
  readonly text: string | null;
  /** The ids of its cases. */
  readonly ids: readonly string[];
  readonly findings: readonly LocatedFinding[];
}

/** What was read around the case files: their reports hold for as long as it stays as it is. */
export interface World {
  /** Digests of texts, or why there is none. */
  readonly texts: ReadonlyMap<Uri, string>;
  /** Files that are only named: whether they are there. */
  readonly presences: ReadonlyMap<Uri, string>;
}

/**
 * Lints a file.
 *
 * @param name how files are named in reports
 * @throws Failure where it cannot be read
 */
export async function reportOn(
  session: Session,
  uri: Uri,
  name: (uri: Uri) => string,
): Promise<FileReport> {
  const { workspace, linter } = session;
  const snapshot = await session.snapshot(uri);
  if (!snapshot) {
    const reason = workspace.store.peek(uri)?.failure ?? 'it cannot be read';
    throw new Failure(`cannot read ${name(uri)}: ${reason}`);
  }
  const findings = [...linter.lint(snapshot), ...linter.lintSuite(snapshot)];
  const readsCases = workspace
    .textsNamedBy(snapshot)
    .some((named) => workspace.store.peek(named)?.kind === 'case');
  return {
    text: readsCases ? null : textDigest(snapshot.file),
    ids: idsOf(snapshot.file),
    findings: findings.map((finding) => locatedFinding(session, uri, finding, name)),
  };
}

export const idsOf = (state: FileState): readonly string[] =>
  state.document ? caseIds(state).map(({ id }) => id) : [];

/** Digest of a file's text, or why it has none. */
export const textDigest = ({ document, failure }: FileState): string =>
  document ? digest(document.getText()) : `!${failure}`;

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What a session has read so far, case files aside. */
export function worldOf({ workspace }: Session): World {
  const { store } = workspace;
  const around = [...store.known].filter(({ kind }) => kind !== 'case');
  return {
    texts: new Map(around.map((state) => [state.uri, textDigest(state)])),
    presences: new Map(
      [...store.presences].map(([uri, presence]) => [uri, presence.ok ? '' : presence.reason]),
    ),
  };
}
