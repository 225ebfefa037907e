import type { McpInput } from '../mcp/index.ts';
import { askPerson } from './ask.ts';
import { EXIT } from './failure.ts';

/** What a command writes to, and how; injected, so that commands run in tests as they run in a shell. */
export interface Terminal {
  /** The current folder, an absolute path. */
  readonly cwd: string;
  /** For results, machines included. */
  out(text: string): void;
  /** For everything else. */
  err(text: string): void;
  /** Whether `out` is a terminal that shows colours. */
  readonly color: boolean;
  /** Whether `err` is a terminal, whose last line can be written over. */
  readonly live?: boolean;
  /** Calls `stop` once when the person, or the machine, wants the command to end. */
  onInterrupt?(stop: () => void): void;
  /** Asks the person at the terminal; absent where there is none. */
  ask?(input: McpInput): Promise<string | undefined>;
}

/** The terminal of this process. `NO_COLOR` and pipes have no colours. */
export const processTerminal = (): Terminal => ({
  cwd: process.cwd(),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  color: process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
  live: process.stderr.isTTY === true,
  onInterrupt(stop) {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        stop();
        // A second time the process ends at once.
        process.once(signal, () => process.exit(EXIT.failure));
      });
    }
  },
  ...(process.stdin.isTTY && process.stderr.isTTY && { ask: askPerson }),
});
