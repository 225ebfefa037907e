import type { CodeLens, Command } from 'vscode-languageserver-types';
import { phrase, say } from '../l10n/say.ts';
import { commands, OPEN_REPORT } from '../protocol.ts';
import type { Uri } from '../workspace/files/uri.ts';
import type { CaseScores } from '../workspace/scores/scores.ts';
import type { FeatureContext } from './host.ts';

const VERDICTS = {
  pass: phrase`✓ passed`,
  fail: phrase`✗ failed`,
  error: phrase`⚠ not scored`,
} as const;

type LensKind = 'run' | 'rescore' | 'verdict' | 'report';

/** What a lens needs to be resolved once more. */
export interface LensData {
  readonly uri: Uri;
  readonly case_id: string;
  readonly lens: LensKind;
}

/**
 * Over each case: run it, score its recorded runs again, how it came out last, and its report. Over recorded
 * runs: make a golden trajectory of them.
 */
export function codeLenses({ snapshot, scores, client, outlines }: FeatureContext): CodeLens[] {
  if (snapshot.file.kind === 'trace') return [captureLens(snapshot.file.uri)];
  const kinds: readonly LensKind[] = [
    ...(client.canRun ? (['run'] as const) : []),
    'rescore',
    'verdict',
    ...(client.reports ? (['report'] as const) : []),
  ];
  const { uri } = snapshot.file;
  return outlines.of(snapshot).flatMap(({ name: case_id, selectionRange: range }) =>
    kinds.flatMap((lens): CodeLens[] => {
      if (case_id === undefined) return [];
      const data: LensData = { uri, case_id, lens };
      const command = lensCommand(data, scores);
      return command ? [{ range, command, data }] : [];
    }),
  );
}

function captureLens(trace_uri: Uri): CodeLens {
  const start = { line: 0, character: 0 };
  const { captureGolden: command } = commands;
  return {
    range: { start, end: start },
    command: { title: say`Capture golden`, command, arguments: [{ trace_uri }] },
  };
}

/** A lens with its command as it is now. */
export function resolveLens(lens: CodeLens, scores: CaseScores): CodeLens {
  const command = lensCommand(lens.data as LensData, scores);
  return command ? { ...lens, command } : lens;
}

/** Undefined for what only a score has, where there is none. */
function lensCommand({ uri, case_id, lens }: LensData, scores: CaseScores): Command | undefined {
  const given = [{ uri, case_id }];
  if (lens === 'run') return { title: say`Run`, command: commands.runCase, arguments: given };
  if (lens === 'rescore') return rescore(say`Rescore`, given);
  const placed = scores.get(case_id);
  if (!placed) return undefined;
  return lens === 'report'
    ? { title: say`Report`, command: OPEN_REPORT, arguments: given }
    : rescore(say(VERDICTS[placed.score.verdict]), given);
}

const rescore = (title: string, given: object[]): Command => ({
  title,
  command: commands.rescoreCase,
  arguments: given,
});
