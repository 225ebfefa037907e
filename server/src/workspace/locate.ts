import type { Finding, Place } from '../model/finding.ts';
import type { TextRange } from '../model/range.ts';
import type { FileState } from './files/file-state.ts';
import type { Uri } from './files/uri.ts';
import type { Workspace } from './workspace.ts';

/** A place in a file as an editor counts it. */
export interface Location {
  readonly uri: Uri;
  readonly range: TextRange;
}

const TOP: TextRange = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** Where a place of a file, or of another that it speaks of, stands now. */
export function locate(workspace: Workspace, file: FileState, place: Place): Location {
  const uri = place.uri ?? file.uri;
  const state = uri === file.uri ? file : workspace.store.peek(uri);
  return { uri, range: state?.rangeOf(place.tree, place) ?? TOP };
}

/** The findings that stand in the file itself; those of a score may stand in a golden's file. */
export const inFile = (findings: readonly Finding[], uri: Uri): readonly Finding[] =>
  findings.filter(({ place }) => place.uri === undefined || place.uri === uri);
