/** A language server in a process of its own, spoken to as an editor does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  type Diagnostic,
  type InitializeParams,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';

export interface ServerOptions {
  readonly script: string;
  readonly folder: string;
  readonly languageId: string;
  /** Answers to `workspace/configuration`, by section. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly initializationOptions?: unknown;
  /** Whether the client asks for diagnostics, as VS Code does, rather than waiting for them. */
  readonly pull?: boolean;
}

/** What something took: of the clock and of the server's processor, in milliseconds. */
export interface Took {
  readonly wall: number;
  readonly cpu: number;
}

interface Published {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: Diagnostic[];
}

/** A script that has a process collect its garbage when it is told to, and answer what is left. */
function collector(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'callsheet-bench-')), 'collector.cjs');
  writeFileSync(
    path,
    `process.on('message', () => {
       for (let i = 0; i < 4; i++) gc();
       process.send(process.memoryUsage().heapUsed);
     });
     process.channel.unref();`,
  );
  return path;
}

export class Server {
  #heard: ((published: Published) => void) | undefined;
  #version = 1;
  /** The last diagnostics that came. */
  last: readonly Diagnostic[] = [];

  private constructor(
    private readonly child: ChildProcess,
    readonly connection: ProtocolConnection,
    private readonly options: ServerOptions,
  ) {}

  static async start(options: ServerOptions): Promise<Server> {
    const child = spawn(
      process.execPath,
      ['--expose-gc', '--require', collector(), options.script, '--stdio'],
      { cwd: options.folder, stdio: ['pipe', 'pipe', 'ignore', 'ipc'] },
    );
    const connection = createProtocolConnection(
      new StreamMessageReader(child.stdout!),
      new StreamMessageWriter(child.stdin!),
    );
    const server = new Server(child, connection, options);
    connection.onNotification('textDocument/publishDiagnostics', (params: Published) => {
      server.last = params.diagnostics;
      server.#heard?.(params);
    });
    connection.onRequest('workspace/configuration', ({ items }: { items: { section: string }[] }) =>
      items.map(({ section }) => options.settings?.[section] ?? null),
    );
    for (const method of ['client/registerCapability', 'workspace/codeLens/refresh']) {
      connection.onRequest(method, () => null);
    }
    connection.listen();
    const uri = pathToFileURL(options.folder).href;
    const params: InitializeParams = {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: 'bench' }],
      capabilities: {
        workspace: { configuration: true },
        textDocument: {
          ...(options.pull && { diagnostic: {} }),
          publishDiagnostics: { versionSupport: true },
          completion: { completionItem: { snippetSupport: true } },
        },
      },
      initializationOptions: options.initializationOptions,
    };
    await connection.sendRequest('initialize', params);
    await connection.sendNotification('initialized', {});
    return server;
  }

  uriOf(file: string): string {
    return `${pathToFileURL(this.options.folder).href}/${file}`;
  }

  /** Opens a file; returns at its first diagnostics. */
  open(file: string, text: string): Promise<Took> {
    const { languageId } = this.options;
    const textDocument = { uri: this.uriOf(file), languageId, version: 1, text };
    return this.#untilPublished(1, textDocument.uri, 'textDocument/didOpen', { textDocument });
  }

  /** Replaces what stands in a range of a line; returns at the diagnostics of that version. */
  edit(file: string, line: number, from: number, to: number, text: string): Promise<Took> {
    this.#version += 1;
    const uri = this.uriOf(file);
    const range = { start: { line, character: from }, end: { line, character: to } };
    return this.#untilPublished(this.#version, uri, 'textDocument/didChange', {
      textDocument: { uri, version: this.#version },
      contentChanges: [{ range, text }],
    });
  }

  /** Asks; returns what it took and the answer. */
  async ask<R>(method: string, params: unknown): Promise<Took & { readonly answer: R }> {
    const begun = this.#clock();
    const answer: R = await this.connection.sendRequest(method, params);
    return { ...this.#since(begun), answer };
  }

  #untilPublished(version: number, uri: string, method: string, params: unknown): Promise<Took> {
    const begun = this.#clock();
    return new Promise((resolve) => {
      this.#heard = (published) => {
        // A server that does not say versions publishes once for each.
        if (published.uri !== uri || (published.version ?? version) < version) return;
        this.#heard = undefined;
        resolve(this.#since(begun));
      };
      void this.connection.sendNotification(method, params);
    });
  }

  #clock(): Took {
    return { wall: performance.now(), cpu: this.cpu() };
  }

  #since(begun: Took): Took {
    return { wall: performance.now() - begun.wall, cpu: this.cpu() - begun.cpu };
  }

  /** Processor time of the server so far in milliseconds, where the system tells (Linux); else NaN. */
  cpu(): number {
    try {
      const stat = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8');
      const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14);
      return (Number(user) + Number(system)) * 10;
    } catch {
      return Number.NaN;
    }
  }

  /** Memory that the server occupies, in megabytes, where the system tells (Linux); else NaN. */
  memory(): number {
    try {
      const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    } catch {
      return Number.NaN;
    }
  }

  /** What its heap holds after a forced collection, in megabytes. */
  heap(): Promise<number> {
    return new Promise((resolve) => {
      this.child.once('message', (bytes) => resolve(Number(bytes) / 1024 / 1024));
      this.child.send('collect');
    });
  }

  stop(): void {
    this.connection.dispose();
    this.child.kill();
  }
}
