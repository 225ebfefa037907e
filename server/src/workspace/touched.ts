import type { ToolDrift } from '../manifest/index.ts';
import { caseContext, type TouchedLine, touchedLines } from '../rules/index.ts';
import type { Unit } from './files/contents.ts';
import type { Uri } from './files/uri.ts';
import { manifestUris } from './links/toolsets.ts';
import { unitId } from './scores/scores.ts';
import type { Session } from './session.ts';

/** A case or golden that a change of its tools concerns, and the lines that it is about. */
export interface TouchedCase {
  readonly uri: Uri;
  readonly id: string | undefined;
  readonly unit: Unit;
  readonly tools: readonly { readonly drift: ToolDrift; readonly lines: readonly TouchedLine[] }[];
}

/**
 * The cases of some files that name a tool that has changed. Where any of them is judged against one of
 * the manifests that were compared, only such cases count: the same name in another manifest is another
 * tool. Where none is, names alone decide.
 *
 * @param manifests the compared manifests
 */
export async function touchedCases(
  session: Session,
  uris: readonly Uri[],
  drifts: readonly ToolDrift[],
  manifests: readonly Uri[],
): Promise<TouchedCase[]> {
  const found: (TouchedCase & { readonly named: boolean })[] = [];
  let anyNamed = false;
  for (const uri of uris) {
    const snapshot = await session.snapshot(uri);
    for (const unit of snapshot?.contents.units ?? []) {
      if (!snapshot) continue;
      const scope = snapshot.scopeOf(unit);
      const named = manifestUris(scope.origin).some((each) => manifests.includes(each));
      anyNamed ||= named;
      const context = caseContext(scope, unit.subject);
      const tools = drifts
        .map((drift) => ({ drift, lines: touchedLines(context, drift) }))
        .filter(({ lines }) => lines.length > 0);
      if (tools.length > 0) found.push({ uri, id: unitId(unit), unit, tools, named });
    }
  }
  return found.filter(({ named }) => named || !anyNamed);
}
