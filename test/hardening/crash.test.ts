/** The server's process is killed while somebody types: a new one knows all that was typed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createProtocolConnection,
  type Diagnostic,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { fromPath } from '../../server/src/workspace/files/uri.ts';
import { randomFrom } from './fuzzing/random.ts';

const SERVER = join(import.meta.dirname, '../../dist/server.js');
const KILLS = 50;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'crash-'));
  writeFileSync(
    join(folder, 'm.tools.json'),
    '{"tools":[{"name":"look","inputSchema":{"type":"object"}}]}',
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

/** An editor with one file, which starts the server anew whenever it has gone. */
class Editor {
  text = 'case_id: c\nuser_message: u\ntools: m.tools.json\nexpected:\n  calls:\n';
  version = 1;
  readonly uri = fromPath(join(folder, 'a.case.yaml'));
  #child!: ChildProcess;
  #connection!: ProtocolConnection;
  #published = new Map<number, readonly Diagnostic[]>();
  #working: string | null = null;
  #wake: () => void = () => {};

  /** @param setAside files that the server is not to look into */
  async start(setAside: readonly string[] = []): Promise<void> {
    this.#child = spawn(process.execPath, [SERVER, '--stdio'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#child.stdin!.on('error', () => {});
    const connection = createProtocolConnection(
      new StreamMessageReader(this.#child.stdout!),
      new StreamMessageWriter(this.#child.stdin!),
    );
    this.#connection = connection;
    this.#published = new Map();
    connection.onError(() => {});
    connection.onNotification('textDocument/publishDiagnostics', ({ version, diagnostics }) => {
      this.#published.set(version, diagnostics);
      this.#wake();
    });
    connection.onNotification('callsheet/working', ({ uri }) => {
      this.#working = uri;
      this.#wake();
    });
    connection.listen();
    await connection.sendRequest('initialize', {
      processId: null,
      rootUri: fromPath(folder),
      workspaceFolders: [{ uri: fromPath(folder), name: 'crash' }],
      capabilities: { experimental: { callsheet: { working: true } } },
      initializationOptions: { setAside },
    });
    await connection.sendNotification('initialized', {});
    await connection.sendNotification('textDocument/didOpen', {
      textDocument: {
        uri: this.uri,
        languageId: 'callsheet',
        version: this.version,
        text: this.text,
      },
    });
  }

  /** Types a line at the end; what cannot be sent any more is sent by the next start. */
  type(line: string): void {
    const lines = this.text.split('\n');
    const end = { line: lines.length - 1, character: lines.at(-1)!.length };
    this.text += line;
    this.version += 1;
    this.#tell(() =>
      this.#connection.sendNotification('textDocument/didChange', {
        textDocument: { uri: this.uri, version: this.version },
        contentChanges: [{ range: { start: end, end }, text: line }],
      }),
    );
  }

  /** Says something to a server that may have gone. */
  #tell(say: () => Promise<unknown>): void {
    (async () => say())().catch(() => {});
  }

  /** Asks without waiting, so that the server dies at work. */
  ask(): void {
    const params = { textDocument: { uri: this.uri }, position: { line: 5, character: 12 } };
    for (const method of ['textDocument/hover', 'textDocument/completion']) {
      this.#tell(() => this.#connection.sendRequest(method, params));
    }
  }

  async kill(): Promise<void> {
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await gone;
    this.#connection.dispose();
  }

  /** The findings of the text as it is now. */
  findings(): Promise<readonly Diagnostic[]> {
    return this.#heard(() => this.#published.get(this.version));
  }

  /** Waits until the server says that it works on a file, or on none. */
  async working(uri: string | null): Promise<void> {
    await this.#heard(() => (this.#working === uri ? true : undefined));
  }

  async #heard<T>(look: () => T | undefined): Promise<T> {
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
  }
}

describe.skipIf(!existsSync(SERVER) && !process.env.CI)('a server that is killed', () => {
  it(`${KILLS} times while somebody types has a successor that knows every line`, async () => {
    const random = randomFrom(8);
    const editor = new Editor();
    await editor.start();
    for (let kill = 1; kill <= KILLS; kill++) {
      const before = Math.floor(random() * 4);
      for (let i = 0; i < before; i++) {
        editor.type(`    - name: lok${kill}x${i}\n`);
        editor.ask();
        if (random() < 0.5) await new Promise(setImmediate);
      }
      if (random() < 0.3) await editor.findings();
      await editor.kill();
      editor.type(`    - name: typed_while_away_${kill}\n`);
      await editor.start();
    }
    const written = [...editor.text.matchAll(/name: (\w+)/g)].map(([, name]) => name!);
    const unknown = (await editor.findings()).filter(({ code }) => code === 'unknown-tool');
    expect(
      unknown.map(({ range }) => editor.text.split('\n')[range.start.line]?.slice(12)),
    ).toEqual(written);
    await editor.kill();
  }, 120_000);

  it('at work on a file has said which, and its successor leaves that file alone until its text changes', async () => {
    const editor = new Editor();
    editor.type('    - name: lok\n');
    await editor.start();
    await editor.working(editor.uri);
    await editor.findings();
    await editor.working(null);
    await editor.kill();
    await editor.start([editor.uri]);
    expect((await editor.findings()).map(({ code }) => code)).toEqual(['gave-up']);
    editor.ask();
    editor.type('    - name: luk\n');
    const codes = (await editor.findings()).map(({ code }) => code);
    expect(codes).toEqual(['unknown-tool', 'unknown-tool']);
    await editor.kill();
  }, 60_000);
});
