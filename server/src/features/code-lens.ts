import type { CodeLens, Command } from 'vscode-languageserver-types';
import { phrase, say } from '../l10n/say.ts';
import { commands } from '../protocol.ts';
import type { CaseScores } from '../workspace/scores.ts';
import type { Uri } from '../workspace/uri.ts';
import type { FeatureContext } from './host.ts';

const VERDICTS = {
  pass: phrase`✓ passed`,
  fail: phrase`✗ failed`,
  error: phrase`⚠ not scored`,
} as const;

type LensKind = 'run' | 'rescore' | 'verdict';

/** What a lens needs to be resolved once more. */
export interface LensData {
  readonly uri: Uri;
  readonly case_id: string;
  readonly lens: LensKind;
}

/**
 * Over each case: run it, score its recorded runs again, and how it came out last. Over recorded runs: make
 * a golden trajectory of them.
 */
export function codeLenses({ snapshot, scores, client, outlines }: FeatureContext): CodeLens[] {
  if (snapshot.file.kind === 'trace') return [captureLens(snapshot.file.uri)];
  const kinds: readonly LensKind[] = client.canRun
    ? ['run', 'rescore', 'verdict']
    : ['rescore', 'verdict'];
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

/** Undefined for the verdict of a case that was not scored. */
function lensCommand({ uri, case_id, lens }: LensData, scores: CaseScores): Command | undefined {
  const given = [{ uri, case_id }];
  if (lens === 'run') return { title: say`Run`, command: commands.runCase, arguments: given };
  const placed = lens === 'verdict' ? scores.get(case_id) : undefined;
  if (lens === 'verdict' && !placed) return undefined;
  const title = placed ? say(VERDICTS[placed.score.verdict]) : say`Rescore`;
  return { title, command: commands.rescoreCase, arguments: given };
}
