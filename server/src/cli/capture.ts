import { basename, dirname, relative, resolve, sep } from 'node:path';
import { captureFromTrace } from '../workspace/capture.ts';
import { fromPath } from '../workspace/files/uri.ts';
import { EXIT, Failure } from './failure.ts';
import { openRoots } from './roots.ts';
import type { Terminal } from './terminal.ts';
import { readManifestFile } from './tools-diff.ts';
import { writeFiles } from './write-files.ts';

export interface CaptureCommandOptions {
  readonly case?: boolean;
  readonly golden?: boolean;
  /** Only these runs. */
  readonly run?: readonly string[];
  /** What the captured file names as its manifest. */
  readonly tools?: string;
  /** Written there instead of to standard output. */
  readonly out?: string;
  readonly force?: boolean;
  readonly config?: string;
}

/**
 * Writes a golden trajectory, or a case, from the recorded runs of a trace. Paths in it are relative to
 * the file that is written, or else to the trace's folder.
 *
 * @returns the exit code
 * @throws Failure where it cannot run
 */
export async function captureCommand(
  terminal: Terminal,
  trace: string,
  options: CaptureCommandOptions,
): Promise<number> {
  const { cwd } = terminal;
  if (options.case && options.golden) throw new Failure('--case and --golden exclude each other');
  const [root] = await openRoots(terminal, [trace], options.config);
  const full = resolve(cwd, trace);
  const folder = dirname(options.out === undefined ? full : resolve(cwd, options.out));
  const pathTo = (target: string) => {
    const path = relative(folder, resolve(cwd, target)).split(sep).join('/');
    return path.startsWith('../') ? path : `./${path}`;
  };
  const manifestOf = (path: string | undefined) => {
    if (path === undefined) return {};
    readManifestFile(cwd, path, '--tools');
    return { tools: pathTo(path), manifest: fromPath(resolve(cwd, path)) };
  };
  const made = await captureFromTrace(root!.session.workspace, fromPath(full), {
    ...kindOf(options),
    trace: pathTo(trace),
    stem: basename(trace).replace(/(\.trace)?\.[a-z]+$/i, ''),
    runs: options.run ?? [],
    ...manifestOf(options.tools),
  });
  if (typeof made === 'string') throw new Failure(`cannot capture ${trace}: ${made}`);
  for (const note of made.notes) terminal.err(`${note}\n`);
  if (options.out === undefined) terminal.out(made.text);
  else {
    writeFiles(cwd, cwd, [{ path: options.out, text: made.text }], options.force === true);
  }
  return EXIT.fine;
}

/** What to write: as asked, else as the name of the file says. */
function kindOf({ case: asCase, golden, out = '' }: CaptureCommandOptions) {
  if (asCase || (!golden && /\.case\.[a-z]+$/i.test(out))) return { kind: 'case' } as const;
  if (golden || /\.golden\.[a-z]+$/i.test(out)) return { kind: 'golden' } as const;
  return {};
}
