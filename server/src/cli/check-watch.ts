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
 * the person ends it. A report like the last one is not written again: written into the folder, it would
 * be a change itself.
 *
 * @returns the exit code
 * @throws {Failure} when the first check cannot be made: there is nothing to watch over
 */
export function watchAndCheck(
  terminal: Terminal,
  paths: readonly string[],
  options: CheckOptions,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let due: NodeJS.Timeout | undefined;
    let checking: Promise<void> = Promise.resolve();
    let last: string | undefined;
    const again = () => {
      checking = checking.then(async () => {
        const report = new Report(terminal);
        try {
          await check(report.terminal, paths, options);
        } catch (error) {
          if (last === undefined || !(error instanceof Failure)) return end(error);
          report.terminal.err(`callsheet: ${error.message}\n`);
        }
        const isNew = report.text !== last;
        if (isNew) report.write();
        last = report.text;
        if (isNew || terminal.live) terminal.err('watching; Ctrl+C ends\n');
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
      if (error !== undefined) return reject(error);
      void checking.then(() => {
        terminal.err('callsheet: stopped watching\n');
        resolve(EXIT.stopped);
      });
    };
    watcher.on('error', end);
    terminal.onInterrupt?.(() => end());
    again();
  });
}

/** What one check says, kept until it is known to be new. */
class Report {
  readonly #parts: { readonly to: 'out' | 'err'; readonly text: string }[] = [];
  readonly terminal: Terminal;

  constructor(private readonly of: Terminal) {
    this.terminal = {
      ...of,
      out: (text) => void this.#parts.push({ to: 'out', text }),
      err: (text) => void this.#parts.push({ to: 'err', text }),
    };
  }

  get text(): string {
    return this.#parts.map(({ to, text }) => `${to} ${text}`).join('');
  }

  write(): void {
    for (const { to, text } of this.#parts) this.of[to](text);
  }
}
