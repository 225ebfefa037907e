import { Duplex } from 'node:stream';
import {
  CancellationTokenSource,
  createConnection,
  createProtocolConnection,
  type InitializeParams,
  type InitializeResult,
  ProgressType,
  ProposedFeatures,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type Registration,
  type RegistrationParams,
  StreamMessageReader,
  StreamMessageWriter,
  type UnregistrationParams,
} from 'vscode-languageserver/node';
import { serve } from '../../server/src/server/language-server.ts';
import type { Running } from '../../server/src/server/running.ts';
import type { FileSystem } from '../../server/src/workspace/files/file-system.ts';
import { MemoryFileSystem } from '../../server/src/workspace/files/memory-file-system.ts';

/** A stream whose other end is another of the same. */
function pipe(): [Duplex, Duplex] {
  const make = (other: () => Duplex): Duplex =>
    new Duplex({
      read() {},
      write(chunk, _, done) {
        other().push(chunk);
        done();
      },
    });
  const a: Duplex = make(() => b);
  const b: Duplex = make(() => a);
  return [a, b];
}

export const ROOT = 'file:///workspace';
export const uriOf = (path: string): string => `${ROOT}/${path}`;

export interface HarnessOptions {
  /** Texts by path below the workspace folder. */
  readonly files?: Readonly<Record<string, string>>;
  readonly fileSystem?: FileSystem;
  readonly capabilities?: InitializeParams['capabilities'];
  readonly initializationOptions?: unknown;
  readonly locale?: string;
  readonly folders?: readonly string[];
  readonly running?: Running;
  /** The settings `callsheet`, of the window (`''`) and of folders, by URI; may change meanwhile. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A language client in memory, speaking the protocol to a server in the same process. */
export class Client {
  readonly published: PublishDiagnosticsParams[] = [];
  readonly notifications: { method: string; params: unknown }[] = [];
  readonly logged: string[] = [];
  /** What the server has registered and not taken back, by id. */
  readonly registered = new Map<string, Registration>();
  refreshes = 0;
  #waiting: (() => void)[] = [];
  #tokens = 0;
  readonly #versions = new Map<string, number>();

  private constructor(
    readonly connection: ProtocolConnection,
    readonly files: MemoryFileSystem | undefined,
    readonly initialized: InitializeResult,
    private readonly settings: Readonly<Record<string, unknown>>,
  ) {}

  static async start(options: HarnessOptions = {}): Promise<Client> {
    const [near, far] = pipe();
    const memory = new MemoryFileSystem(
      Object.fromEntries(
        Object.entries(options.files ?? {}).map(([path, text]) => [uriOf(path), text]),
      ),
    );
    const fileSystem = options.fileSystem ?? memory;
    serve(
      createConnection(
        ProposedFeatures.all,
        new StreamMessageReader(far),
        new StreamMessageWriter(far),
      ),
      { fileSystem: () => fileSystem, ...(options.running && { running: options.running }) },
    );
    const connection = createProtocolConnection(
      new StreamMessageReader(near),
      new StreamMessageWriter(near),
    );
    connection.listen();
    const folders = options.folders ?? [ROOT];
    const initialized = await connection.sendRequest<InitializeResult>('initialize', {
      processId: null,
      rootUri: folders[0] ?? null,
      workspaceFolders: folders.map((uri) => ({ uri, name: uri })),
      capabilities: options.capabilities ?? {},
      initializationOptions: options.initializationOptions,
      ...(options.locale !== undefined && { locale: options.locale }),
    });
    const client = new Client(
      connection,
      options.fileSystem ? undefined : memory,
      initialized,
      options.settings ?? {},
    );
    client.#listen();
    await connection.sendNotification('initialized', {});
    return client;
  }

  #listen(): void {
    const { connection } = this;
    const heard = () => {
      for (const wake of this.#waiting.splice(0)) wake();
    };
    connection.onNotification('textDocument/publishDiagnostics', (params) => {
      this.published.push(params as PublishDiagnosticsParams);
      heard();
    });
    for (const method of [
      'callsheet/casesChanged',
      'callsheet/scoresChanged',
      'callsheet/toolsChanged',
    ]) {
      connection.onNotification(method, (params: unknown) => {
        this.notifications.push({ method, params });
        heard();
      });
    }
    connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
      this.logged.push(message);
    });
    connection.onRequest('workspace/diagnostic/refresh', () => {
      this.refreshes += 1;
      heard();
      return null;
    });
    connection.onRequest('client/registerCapability', (params: RegistrationParams) => {
      for (const each of params.registrations) this.registered.set(each.id, each);
      heard();
      return null;
    });
    connection.onRequest('client/unregisterCapability', (params: UnregistrationParams) => {
      for (const { id } of params.unregisterations) this.registered.delete(id);
      return null;
    });
    connection.onRequest('workspace/codeLens/refresh', () => null);
    connection.onRequest('workspace/inlayHint/refresh', () => null);
    connection.onRequest('workspace/semanticTokens/refresh', () => null);
    connection.onRequest(
      'workspace/configuration',
      ({ items }: { items: { scopeUri?: string }[] }) =>
        items.map(({ scopeUri = '' }) => this.settings[scopeUri] ?? null),
    );
  }

  async open(path: string, text: string, languageId = 'callsheet'): Promise<string> {
    const uri = path.includes(':') ? path : uriOf(path);
    this.#versions.set(uri, 1);
    await this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId, version: 1, text },
    });
    return uri;
  }

  /** Sends changes; the version that they make is returned. */
  async change(uri: string, changes: readonly object[]): Promise<number> {
    const version = (this.#versions.get(uri) ?? 0) + 1;
    this.#versions.set(uri, version);
    await this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: changes,
    });
    return version;
  }

  async close(uri: string): Promise<void> {
    await this.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  }

  /** Waits until something holds, looking again at whatever the server sends; fails after ten seconds. */
  async until<T>(what: string, look: () => T | undefined): Promise<T> {
    const deadline = Date.now() + 10_000;
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`);
      await new Promise<void>((wake) => {
        this.#waiting.push(wake);
        setTimeout(wake, 50);
      });
    }
  }

  /** The diagnostics of a version of a file, as soon as they are pushed. */
  diagnostics(uri: string, version = this.#versions.get(uri)): Promise<PublishDiagnosticsParams> {
    return this.until(`diagnostics of version ${version} of ${uri}`, () =>
      this.published.findLast((each) => each.uri === uri && each.version === version),
    );
  }

  /** Waits for diagnostics of a file that satisfy a condition. */
  diagnosticsWith(
    uri: string,
    what: string,
    holds: (params: PublishDiagnosticsParams) => boolean,
  ): Promise<PublishDiagnosticsParams> {
    return this.until(what, () => {
      const last = this.published.findLast((each) => each.uri === uri);
      return last && holds(last) ? last : undefined;
    });
  }

  request<R>(method: string, params: object): Promise<R> {
    return this.connection.sendRequest<R>(method, params);
  }

  /** Sends a request and cancels it at once. */
  requestAndCancel(method: string, params: object): Promise<unknown> {
    const cancelling = new CancellationTokenSource();
    const answer = this.connection.sendRequest(method, params, cancelling.token);
    cancelling.cancel();
    return answer;
  }

  /** Sends a request whose answer may come in parts, until it ends or is cancelled. */
  async requestInParts<P, R = unknown>(
    method: string,
    params: object,
    onPart: (part: P) => void,
    token = new CancellationTokenSource().token,
  ): Promise<R> {
    const partialResultToken = `part-${this.#tokens++}`;
    const heard = this.connection.onProgress(new ProgressType<P>(), partialResultToken, onPart);
    try {
      return await this.connection.sendRequest<R>(method, { ...params, partialResultToken }, token);
    } finally {
      heard.dispose();
    }
  }

  async stop(): Promise<void> {
    await this.connection.sendRequest('shutdown');
    this.connection.dispose();
  }
}

/** A text with its cursor marker taken out, and the cursor's position. */
export function cursorIn(marked: string): {
  text: string;
  position: { line: number; character: number };
} {
  const offset = marked.indexOf('|');
  const before = marked.slice(0, offset);
  const line = before.split('\n').length - 1;
  return {
    text: before + marked.slice(offset + 1),
    position: { line, character: offset - (before.lastIndexOf('\n') + 1) },
  };
}
