import type { McpInput } from '../mcp/index.ts';
import { askPerson } from './ask.ts';
import { EXIT } from './failure.ts';
import type { Means } from './means.ts';

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
  /**
   * Calls `stop` when the person, or the machine, wants the command to end. While nobody asks to be called,
   * the process ends at once.
   *
   * @returns ends the agreement
   */
  onInterrupt?(stop: () => void): () => void;
  /** What makes a check fast. */
  readonly means?: Means;
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
  ...(process.stdin.isTTY && process.stderr.isTTY && { ask: askPerson }),
});

/**
 * Listens for Ctrl+C and its like from now on. Asked a second time, the process ends whatever it is doing.
 *
 * @returns the terminal's `onInterrupt`
 */
export function listenForInterrupts(): NonNullable<Terminal['onInterrupt']> {
  const stops = new Set<() => void>();
  let asked = false;
  const interrupt = () => {
    // Behind the `^C` that a terminal shows.
    if (process.stderr.isTTY) process.stderr.write('\n');
    if (asked || stops.size === 0) {
      process.stderr.write('callsheet: stopped\n');
      process.exit(EXIT.stopped);
    }
    asked = true;
    for (const stop of stops) stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  return (stop) => {
    stops.add(stop);
    return () => stops.delete(stop);
  };
}

/** How long a command may work without looking whether it is to end, in milliseconds. */
const BREATH_MS = 50;
let breathed = 0;

/** Lets signals be heard, in work that waits for nothing else. */
export async function breathe(): Promise<void> {
  if (performance.now() - breathed < BREATH_MS) return;
  await new Promise((resolve) => setImmediate(resolve));
  breathed = performance.now();
}
