import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import { say } from '../l10n/say.ts';
import { caseJson, type Locate, type ReportedCase } from '../scoring/set/score-report.ts';
import { nameOf, toUri } from '../workspace/files/uri.ts';
import { locate } from '../workspace/locate.ts';
import { findingPlace } from '../workspace/scores/placed-findings.ts';
import type { PlacedScore } from '../workspace/scores/scores.ts';
import type { Session } from '../workspace/session.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import { forWire } from './wire.ts';

/** A message for a person, as the answer to a request that cannot be done. */
export const refused = (message: string) => new ResponseError(LSPErrorCodes.RequestFailed, message);

/** A file with all that it names. Rejects with the reason, for a person, where it holds no cases. */
export async function open(session: Session, uri: string): Promise<Snapshot> {
  const snapshot = await session.snapshot(toUri(uri));
  if (snapshot) return snapshot;
  const reason = session.workspace.store.peek(toUri(uri))?.failure ?? say`it holds no cases`;
  throw refused(`${nameOf(uri)}: ${reason}.`);
}

/**
 * Scores the recorded runs of a case and has the score shown. Rejects with the reason, for a person, where
 * there is nothing to score.
 *
 * @param changed told once the score is there
 */
export async function rescoreCase(
  session: Session,
  changed: () => Promise<void>,
  uri: string,
  caseId: string,
): Promise<ReportedCase> {
  const snapshot = await open(session, uri);
  const placed = (await session.rescore(snapshot, new Set([caseId]))).get(caseId);
  if (!placed) throw refused(say`There is no case “${caseId}” in ${nameOf(uri)}.`);
  await changed();
  const { trials, unscored } = placed.score;
  const bare = trials.length === 0 && unscored.every(({ run_id }) => run_id === '');
  if (bare && !hasTrace(placed) && !session.hasRuns(snapshot.file.uri, caseId)) {
    throw refused(say`“${caseId}” names no recorded run: add a \`trace\` to rescore it.`);
  }
  return reported(session, placed);
}

const hasTrace = ({ scored: { subject } }: PlacedScore): boolean =>
  subject.kind === 'case' ? subject.traces.length > 0 : subject.sourceTrace !== undefined;

/** A case's entry of a report, its findings on their lines. */
export const reported = (session: Session, placed: PlacedScore): ReportedCase =>
  forWire(caseJson(placed.score, locateIn(session, [placed])));

/** Finds the lines of findings, as reports name them. */
export function locateIn(session: Session, scores: readonly PlacedScore[]): Locate {
  const byScore = new Map(scores.map((placed) => [placed.score, placed]));
  return (of, finding) => {
    const placed = byScore.get(of);
    const file = placed && session.workspace.store.peek(placed.scored.uri);
    if (!placed || !file) return undefined;
    const { uri, range } = locate(session.workspace, file, findingPlace(placed, finding));
    return { file: session.fileName(uri), range };
  };
}
