import type { Finding } from '../model/finding.ts';
import type { LocatedFinding } from '../report/located.ts';
import type { Uri } from '../workspace/files/uri.ts';
import { locate } from '../workspace/locate.ts';
import type { Session } from '../workspace/session.ts';

/** A finding of a file as reports show it. */
export function locatedFinding(
  session: Session,
  uri: Uri,
  { code, severity, message, place, data, related }: Finding,
  name: (uri: Uri) => string,
): LocatedFinding {
  const { workspace } = session;
  const file = workspace.store.peek(uri)!;
  const at = locate(workspace, file, place);
  return {
    file: name(at.uri),
    range: at.range,
    severity,
    code,
    message,
    ...(data !== undefined && { data }),
    ...(related?.length && {
      related: related.map((each) => {
        const there = locate(workspace, file, each.place);
        return { file: name(there.uri), range: there.range, message: each.message };
      }),
    }),
  };
}
