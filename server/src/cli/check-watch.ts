import { watch } from 'node:fs';
import { type CheckOptions, check } from './check.ts';
import { EXIT, Failure } from './failure.ts';
import type { Terminal } from './terminal.ts';

/** How long files must rest, in milliseconds: an editor that saves touches several. */
const REST_MS = 100;
/** Folders that change without a word about cases. */
const IGNORED = /(^|[/\\])(node_modules|\.git|\.callsheet)([/\\]|$)/;

/**
 * Lints the files at the paths now, and again whenever something below the current folder changes, until
 * the person ends it.
 *
 * @returns the exit code, that of the last check
 */
export function watchAndCheck(
  terminal: Terminal,
  paths: readonly string[],
  options: CheckOptions,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let code: number = EXIT.fine;
    let due: NodeJS.Timeout | undefined;
    let checking: Promise<void> = Promise.resolve();
    const again = () => {
      checking = checking.then(async () => {
        try {
          code = await check(terminal, paths, options);
        } catch (error) {
          if (!(error instanceof Failure)) return end(error);
          code = EXIT.failure;
          terminal.err(`callsheet: ${error.message}\n`);
        }
        terminal.err('watching; Ctrl+C ends\n');
      });
    };
    const watcher = watch(terminal.cwd, { recursive: true }, (_, file) => {
      if (file && IGNORED.test(file)) return;
      clearTimeout(due);
      due = setTimeout(again, REST_MS);
    });
    const end = (error?: unknown) => {
      clearTimeout(due);
      watcher.close();
      if (error === undefined) void checking.then(() => resolve(code));
      else reject(error);
    };
    watcher.on('error', end);
    terminal.onInterrupt?.(() => end());
    again();
  });
}
