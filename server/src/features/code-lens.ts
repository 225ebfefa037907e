import type { CodeLens } from 'vscode-languageserver-types';
import { commands } from '../protocol.ts';
import { unitId } from '../workspace/scores.ts';
import type { FeatureContext } from './host.ts';

const VERDICTS = { pass: '✓ passed', fail: '✗ failed', error: '⚠ not scored' } as const;

/** Over each case: run it, score its recorded runs again, and how it came out last. */
export function codeLenses({ snapshot, scores, client }: FeatureContext): CodeLens[] {
  const { file, contents } = snapshot;
  return contents.units.flatMap((unit) => {
    const case_id = unitId(unit);
    const id = unit.subject.kind === 'case' ? unit.subject.caseId : unit.subject.goldenId;
    const range = id && file.rangeOf(unit.tree, id.key ?? id.node);
    if (case_id === undefined || !range) return [];
    const argument = { uri: file.uri, case_id };
    const lens = (title: string, command: string): CodeLens => ({
      range,
      command: { title, command, arguments: [argument] },
    });
    const placed = scores.get(case_id);
    return [
      ...(client.canRun ? [lens('Run', commands.runCase)] : []),
      lens('Rescore', commands.rescoreCase),
      ...(placed ? [lens(VERDICTS[placed.score.verdict], commands.rescoreCase)] : []),
    ];
  });
}
