import { type ChildProcess, spawn } from 'node:child_process';

/** How long a program may take to obey before it is ended by force, in milliseconds. */
const GRACE_MS = 2_000;
/** How long output may still arrive once the program and its group are gone, in milliseconds. */
const DRAIN_MS = 1_000;

export interface ProgramSpec {
  /** The program and its arguments; no shell reads them. */
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface ProgramLimits {
  readonly timeoutMs: number;
  /** Of standard output, in bytes. */
  readonly maxOutput: number;
  readonly graceMs?: number;
}

export interface ProgramEvents {
  readonly signal: AbortSignal;
  onErrorText(text: string): void;
}

/** How a program came to its end. */
export type ProgramEnd =
  | { readonly kind: 'exit'; readonly code: number | null; readonly signal: string | null }
  | { readonly kind: 'not-started'; readonly error: NodeJS.ErrnoException }
  | { readonly kind: 'timeout' | 'too-much' | 'cancelled' };

export interface ProgramResult {
  readonly end: ProgramEnd;
  readonly output: Buffer;
}

/** Programs that have not ended; when this process ends, whatever the reason, they end with it. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) signalGroup(child, 'SIGKILL');
});

/**
 * Runs a program to its end, in a process group of its own: however it ends, nothing that it has started
 * in that group is left. Never rejects.
 *
 * @param input written to its standard input, which is closed then
 */
export function runProgram(
  { command: [program = '', ...args], cwd, env }: ProgramSpec,
  input: string,
  limits: ProgramLimits,
  { signal, onErrorText }: ProgramEvents,
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve({ end: { kind: 'cancelled' }, output: Buffer.alloc(0) });
      return;
    }
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    running.add(child);
    const chunks: Buffer[] = [];
    let size = 0;
    let stopped: ProgramEnd | undefined;

    const stop = (kind: 'timeout' | 'too-much' | 'cancelled') => {
      if (stopped) return;
      stopped = { kind };
      endGroup(child, limits.graceMs ?? GRACE_MS);
    };
    const cancel = () => stop('cancelled');
    const timer = setTimeout(() => stop('timeout'), limits.timeoutMs);
    signal.addEventListener('abort', cancel, { once: true });

    const finish = (end: ProgramEnd) => {
      clearTimeout(timer);
      running.delete(child);
      signal.removeEventListener('abort', cancel);
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
      resolve({ end: stopped ?? end, output: Buffer.concat(chunks) });
    };

    child.stdout.on('data', (chunk: Buffer) => {
      if (stopped) return;
      size += chunk.length;
      if (size > limits.maxOutput) stop('too-much');
      else chunks.push(chunk);
    });
    child.stderr.setEncoding('utf8').on('data', onErrorText);
    // A program need not read its input, and what it writes after its end is lost.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {});
    child.on('error', (error) => {
      if (child.pid === undefined) finish({ kind: 'not-started', error });
    });
    child.on('exit', (code, exitSignal) => {
      const end: ProgramEnd = { kind: 'exit', code, signal: exitSignal };
      signalGroup(child, 'SIGKILL');
      // A child that left the group can hold the pipes open; it is not waited for.
      const drained = setTimeout(() => finish(end), DRAIN_MS);
      child.on('close', () => {
        clearTimeout(drained);
        finish(end);
      });
    });
    child.stdin.end(input);
  });
}

/** Asks a group to end; what does not obey in time is ended. */
function endGroup(child: ChildProcess, graceMs: number): void {
  signalGroup(child, 'SIGTERM');
  const force = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
  child.on('exit', () => clearTimeout(force));
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { windowsHide: true }).on(
      'error',
      () => {},
    );
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // The whole group has ended.
  }
}
