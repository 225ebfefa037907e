import type { LocatedFinding } from '../report/located.ts';
import { unitId } from '../workspace/scores/scores.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import { locatedFinding } from './located-finding.ts';
import { fileName, type Root } from './roots.ts';

/**
 * Errors outside of every case with an id: texts that are no case, files that a dataset does not find, keys
 * that the configuration does not have. No score tells of them, and yet something was meant there.
 */
export async function unscoredParts(
  roots: readonly Root[],
  cwd: string,
): Promise<readonly LocatedFinding[]> {
  const name = fileName(cwd);
  const found: LocatedFinding[] = [];
  for (const { session, uris } of roots) {
    const configs = session.workspace.folders.map((folder) => session.workspace.configUri(folder));
    for (const uri of new Set([...configs, ...uris])) {
      const snapshot = await session.snapshot(uri);
      if (!snapshot || !SUBJECTS.has(snapshot.file.kind ?? '')) continue;
      const loose = session.linter
        .lint(snapshot)
        .filter(({ severity, place }) => severity === 'error' && !isInCase(snapshot, place));
      for (const finding of loose) found.push(locatedFinding(session, uri, finding, name));
    }
  }
  return found;
}

const SUBJECTS: ReadonlySet<string> = new Set(['case', 'golden', 'dataset', 'config']);

const isInCase = (
  { contents }: Snapshot,
  { tree, start, end }: { tree: object; start: number; end: number },
) =>
  contents.units.some(
    (unit) =>
      unitId(unit) !== undefined &&
      unit.tree === tree &&
      unit.subject.node.start <= start &&
      end <= unit.subject.node.end,
  );

/** One line a finding, for standard error. */
export const lineOf = ({ file, range: { start }, message, code }: LocatedFinding): string =>
  `${file}:${start.line + 1}:${start.character + 1}: not scored: ${message} (${code})\n`;
