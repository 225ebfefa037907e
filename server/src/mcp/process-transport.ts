import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import {
  type JSONRPCMessage,
  ReadBuffer,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { say } from '../l10n/say.ts';

/** How long a server may take to end by itself when its input ends, and then to obey a signal. */
const GRACE_MS = 500;
/** How much of what a server says on its standard error is kept, from the end. */
const MAX_SAID = 4000;

export interface ProgramOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly onLog?: (text: string) => void;
}

/** Groups of servers that have not ended; when this process ends, whatever the reason, they end with it. */
const running = new Set<number>();
process.on('exit', () => {
  for (const pid of running) signalGroup(pid, 'SIGKILL');
});

/**
 * Speaks with a server that is started as a program, in a process group of its own: when the conversation
 * ends, nothing that it has started is left. Lines of its output that are no messages are passed over.
 */
export class ProcessTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** The end of what the server has said on its standard error. */
  said = '';
  /** How the program ended by itself, e.g. `exit code 1`. */
  ended: string | undefined;
  readonly #options: ProgramOptions;
  readonly #buffer = new ReadBuffer();
  #process: ChildProcess | undefined;

  constructor(options: ProgramOptions) {
    this.#options = options;
  }

  /**
   * With `stderr`, what the client knows a program by: one that does not say in the probe's time what it
   * speaks is then spoken to in the older protocol.
   */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  get stderr(): Readable | null {
    return this.#process?.stderr ?? null;
  }

  async start(): Promise<void> {
    const { command, args, env, cwd } = this.#options;
    const child = spawn(command, [...args], {
      env,
      cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.#process = child;
    child.stdout.on('data', (chunk: Buffer) => this.#receive(chunk));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.said = (this.said + text).slice(-MAX_SAID);
      this.#options.onLog?.(text);
    });
    // What is written to a server that has ended is lost, and its end is told by `exit`.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {});
    child.on('exit', (code, signal) => {
      this.ended = signal ? say`signal ${signal}` : say`exit code ${code}`;
      this.onclose?.();
    });
    await once(child, 'spawn');
    running.add(child.pid!);
  }

  #receive(chunk: Buffer): void {
    try {
      this.#buffer.append(chunk);
    } catch (error) {
      this.onerror?.(error as Error);
      void this.close();
      return;
    }
    for (;;) {
      try {
        const message = this.#buffer.readMessage();
        if (message === null) return;
        this.onmessage?.(message);
      } catch (error) {
        this.onerror?.(error as Error);
      }
    }
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#process?.stdin?.write(serializeMessage(message));
  }

  /** Ends the server and all that it has started: by its input's end, a request, then by force. */
  async close(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child?.pid) return;
    child.stdin?.end();
    if (!(await exits(child))) {
      signalGroup(child.pid, 'SIGTERM');
      await exits(child);
    }
    signalGroup(child.pid, 'SIGKILL');
    running.delete(child.pid);
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
    this.#buffer.clear();
  }
}

const hasExited = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

async function exits(child: ChildProcess): Promise<boolean> {
  if (hasExited(child)) return true;
  await once(child, 'exit', { signal: AbortSignal.timeout(GRACE_MS) }).catch(() => {});
  return hasExited(child);
}

/** Signals a whole process group; one that is gone is no matter. */
function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    if (process.platform === 'win32') {
      spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { windowsHide: true }).on(
        'error',
        () => {},
      );
    } else {
      process.kill(-pid, signal);
    }
  } catch {
    // It has ended.
  }
}
