import {
  type Connection,
  DidChangeConfigurationNotification,
  FileChangeType,
  type InitializeParams,
  type InitializeResult,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { Outlines } from '../features/outline.ts';
import { TOKEN_MODIFIERS, TOKEN_TYPES } from '../features/semantic-tokens.ts';
import { speak } from '../l10n/say.ts';
import { commands } from '../protocol.ts';
import type { FileSystem } from '../workspace/files/file-system.ts';
import type { FileGlobs } from '../workspace/files/kinds.ts';
import { fromPath, toUri, type Uri } from '../workspace/files/uri.ts';
import { Session } from '../workspace/session.ts';
import { type ClientProfile, readClient } from './client.ts';
import { registerCommands } from './commands.ts';
import { Diagnostics } from './diagnostics.ts';
import { editorModels } from './editor-models.ts';
import { registerFeatures } from './features.ts';
import { Formatting } from './formatting.ts';
import { registerResults } from './result-requests.ts';
import type { Running } from './running.ts';
import { DEFAULT_SETTINGS, readSettings, type Settings } from './settings.ts';
import { registerTesting, Testing } from './testing.ts';
import { Views } from './views.ts';
import { Watching } from './watching.ts';
import { WorkMark } from './work-mark.ts';

/** Files of a workspace that is held whole. */
const HELD_WHOLE = 2_000;

/** What differs between the hosts that the server runs in. */
export interface ServerHost {
  /** The disk; `folders` are the workspace's, as they are at any time. */
  fileSystem(
    connection: Connection,
    client: ClientProfile,
    folders: () => readonly Uri[],
  ): FileSystem;
  /** Runs cases; absent where no process can be started at all. */
  readonly running?: Running;
  /** The rules page, for links from diagnostics. */
  readonly rulesPage?: Uri;
}

/**
 * Answers a client until it leaves. Nothing is read before `initialized`, and nothing is written but what a
 * person asks for: new runs, and the manifest of a server.
 */
export function serve(connection: Connection, host: ServerHost): void {
  connection.onInitialize((params): InitializeResult => {
    const client = readClient(params);
    speak(client.translations, client.locale);
    const server = new LanguageServer(connection, host, client, foldersOf(params));
    server.listen();
    return { capabilities: capabilitiesFor(client), serverInfo: { name: 'callsheet' } };
  });
  connection.listen();
}

/** The workspace folders at the start, for clients of any age. */
function foldersOf({ workspaceFolders, rootUri, rootPath }: InitializeParams): Uri[] {
  if (workspaceFolders) return workspaceFolders.map(({ uri }) => toUri(uri));
  if (rootUri) return [toUri(rootUri)];
  return rootPath ? [fromPath(rootPath)] : [];
}

class LanguageServer {
  readonly #session: Session;
  readonly #diagnostics: Diagnostics;
  readonly #testing: Testing;
  readonly #outlines = new Outlines();
  readonly #views: Views;
  readonly #formatting: Formatting;
  /** Absent where the client watches no files for a server. */
  readonly #watching: Watching | undefined;
  #settings: Settings = DEFAULT_SETTINGS;
  #trusted: boolean;

  constructor(
    private readonly connection: Connection,
    private readonly host: ServerHost,
    private readonly client: ClientProfile,
    folders: readonly Uri[],
  ) {
    this.#trusted = client.trusted;
    const files = host.fileSystem(connection, client, () => this.#session.workspace.readable);
    this.#watching = client.watch ? new Watching(connection) : undefined;
    const fileSystem = this.#watching?.over(files) ?? files;
    this.#session = new Session({ fileSystem, folders, heldWhole: HELD_WHOLE }, (message) =>
      connection.console.error(message),
    );
    this.#session.workspace.setAside(client.setAside.map(toUri));
    if (client.working) {
      const mark = new WorkMark(connection);
      this.#session.workspace.onWork = (uri) => mark.begin(uri);
    }
    this.#views = new Views(connection, client);
    this.#formatting = new Formatting(connection, client, this.#session.workspace);
    this.#testing = new Testing(connection, this.#session, client.testing);
    this.#diagnostics = new Diagnostics(
      connection,
      this.#session,
      client,
      host.rulesPage,
      (uri) => {
        this.#testing.scoresChanged(uri);
        this.#views.stale();
      },
    );
  }

  listen(): void {
    const { connection } = this;
    this.#allowCode();
    connection.onInitialized(() => this.#start());
    connection.onDidOpenTextDocument(({ textDocument: { uri, version, text } }) => {
      this.#session.workspace.open(toUri(uri), version, text);
      this.#edited(toUri(uri));
    });
    connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
      this.#session.workspace.change(toUri(uri), version, contentChanges);
      this.#edited(toUri(uri));
    });
    connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
      this.#session.workspace.close(toUri(uri));
      this.#outlines.forget(toUri(uri));
      this.#diagnostics.closed(toUri(uri));
    });
    connection.onDidChangeWatchedFiles(({ changes }) => this.#filesChanged(changes));
    connection.onDidChangeConfiguration(() => this.#configure());
    registerFeatures(connection, this.#session, {
      client: this.client,
      canRun: this.host.running !== undefined,
      settings: () => this.#settings,
      diagnostics: this.#diagnostics,
      outlines: this.#outlines,
    });
    const results = registerResults(connection, this.#session, {
      trusted: () => this.#trusted,
      ...(this.host.running && { running: this.host.running }),
      ...(this.#storage !== undefined && { storage: this.#storage }),
      changed: () => this.#diagnostics.refresh(),
    });
    registerCommands(connection, this.#session, {
      trusted: () => this.#trusted,
      ...(this.host.running && { running: this.host.running }),
      ...(this.#storage !== undefined && { storage: this.#storage }),
      ...(this.client.models && { editorModel: editorModels(connection) }),
      changed: () => {
        results.scored();
        return this.#diagnostics.refresh();
      },
      setBaseline: () => results.setBaseline(),
      reload: () => {
        this.#session.workspace.reload();
        this.#everythingStale();
      },
    });
    registerTesting(connection, this.#testing, () => {
      this.#trusted = true;
      this.#allowCode();
      void this.#restore().then(() => this.#showKeptRuns());
    });
  }

  /** Finds the runs of earlier sessions: before trust, not where a configuration points. */
  async #restore(): Promise<void> {
    try {
      await this.host.running?.restore(this.#session, this.#storage, this.#trusted);
    } catch (error) {
      this.connection.console.error(String(error));
    }
  }

  async #showKeptRuns(): Promise<void> {
    await this.#session.scoreKeptRuns();
    this.#diagnostics.dependenciesChanged();
  }

  /** In a trusted workspace the configuration's predicates may run, when a person asks for a score. */
  #allowCode(): void {
    const { running } = this.host;
    if (this.#trusted && running) this.#session.allowPredicates(running.predicates);
  }

  async #start(): Promise<void> {
    const { connection, client } = this;
    const ready = this.#configure()
      .catch((error) => connection.console.error(String(error)))
      .then(() => this.#restore());
    this.#session.workspace.expect(ready);
    await this.#watching?.start();
    if (client.watchSettings) {
      await connection.client.register(DidChangeConfigurationNotification.type, {
        section: 'callsheet',
      });
    }
    if (client.folders) {
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = new Set(removed.map(({ uri }) => toUri(uri)));
        const kept = this.#session.workspace.folders.filter((folder) => !gone.has(folder));
        const folders = [...kept, ...added.map(({ uri }) => toUri(uri))];
        void this.#configure(folders);
      });
    }
    await ready;
    await this.#session.loadCases();
    this.#formatting.update();
    await this.#showKeptRuns();
  }

  get #storage(): Uri | undefined {
    return this.client.storage === undefined ? undefined : toUri(this.client.storage);
  }

  /** Reads the settings, which may differ from folder to folder. */
  async #configure(folders = this.#session.workspace.folders): Promise<void> {
    const globs = new Map<Uri, FileGlobs>();
    if (this.client.configuration) {
      const section = 'callsheet';
      const [window, ...ofFolders] = (
        await this.connection.workspace.getConfiguration([
          { section },
          ...folders.map((scopeUri) => ({ section, scopeUri })),
        ])
      ).map(readSettings);
      this.#settings = window ?? DEFAULT_SETTINGS;
      for (const [index, folder] of folders.entries()) {
        globs.set(folder, (ofFolders[index] ?? this.#settings).files);
      }
    }
    this.#session.workspace.configure(folders, globs);
    this.#formatting.update();
    this.#everythingStale();
  }

  #everythingStale(): void {
    this.#session.affected.all();
    this.#stale();
  }

  /** Whatever is shown may be different now. */
  #stale(): void {
    this.#views.stale();
    this.#diagnostics.dependenciesChanged();
  }

  #edited(uri: Uri): void {
    // What a case says shows in its own file; of any other file it shows in those that name it.
    const kind = this.#session.workspace.kindOf(uri);
    if (kind !== 'case') this.#views.stale();
    if (kind === 'config') this.#formatting.update();
    this.#diagnostics.changed(uri);
    this.#testing.casesChanged(uri);
  }

  #filesChanged(changes: readonly { readonly uri: string; readonly type: FileChangeType }[]): void {
    const files = changes.map(({ uri, type }) => ({
      uri: toUri(uri),
      deleted: type === FileChangeType.Deleted,
    }));
    this.#session.workspace.filesChanged(files);
    for (const { uri } of files) this.#testing.casesChanged(uri);
    this.#stale();
  }
}

/** Files that others name, and folders that hold some. */
const MOVED = [
  { pattern: { glob: '**/*.{yaml,yml,json,jsonl,js,mjs,cjs,ts}', matches: 'file' as const } },
  { pattern: { glob: '**', matches: 'folder' as const } },
];

function capabilitiesFor(client: ClientProfile): InitializeResult['capabilities'] {
  return {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
    positionEncoding: 'utf-16',
    completionProvider: {
      triggerCharacters: [':', ' ', '"', "'", '-', '.', '[', '$', '/', '#'],
      resolveProvider: true,
    },
    hoverProvider: true,
    definitionProvider: true,
    referencesProvider: true,
    documentHighlightProvider: true,
    renameProvider: client.prepareRename ? { prepareProvider: true } : true,
    documentSymbolProvider: true,
    workspaceSymbolProvider: true,
    foldingRangeProvider: true,
    selectionRangeProvider: true,
    documentLinkProvider: { resolveProvider: false },
    ...(!client.registersFormatting && {
      documentFormattingProvider: true,
      documentRangeFormattingProvider: true,
    }),
    semanticTokensProvider: {
      legend: { tokenTypes: [...TOKEN_TYPES], tokenModifiers: [...TOKEN_MODIFIERS] },
      full: true,
      range: true,
    },
    codeActionProvider: {
      codeActionKinds: ['quickfix', 'source.fixAll.callsheet'],
      resolveProvider: true,
    },
    codeLensProvider: { resolveProvider: true },
    inlayHintProvider: true,
    executeCommandProvider: { commands: Object.values(commands) },
    ...(client.pull && {
      diagnosticProvider: {
        identifier: 'callsheet',
        interFileDependencies: true,
        workspaceDiagnostics: true,
      },
    }),
    workspace: {
      workspaceFolders: { supported: true, changeNotifications: true },
      ...(client.willRename && { fileOperations: { willRename: { filters: MOVED } } }),
    },
  };
}
