import type { CancellationToken, Disposable, LogOutputChannel, Uri } from 'vscode';
import type { BaseLanguageClient, ProgressType } from 'vscode-languageclient';
import {
  type CaseArguments,
  commands,
  type FileAnswer,
  type FileCases,
  type FileScores,
  type McpServerItem,
  type ModelAnswer,
  methods,
  type PullArguments,
  type PulledTools,
  type ReportPage,
  type RunDescription,
  type Scoreboard,
  type ToolsInUse,
} from '../../server/src/protocol.ts';
import { Crashes } from './crashes.ts';
import { EditorModels } from './editor-models.ts';
import { WorkspaceFiles } from './files.ts';
import { type CreateClient, callsheetFeature, clientOptions } from './language-client.ts';
import { shownMessage } from './shown.ts';
import type { VsCode } from './vscode.ts';

/** A command that the server carries out. */
export type ServerCommand = (typeof commands)[keyof typeof commands];

/** `State.Running` of the client library, which is not loaded yet when this module is. */
const RUNNING = 2;

/** A kind of progress: its token alone tells it apart, so that no class of the library is needed. */
const WORK_DONE = {} as ProgressType<{ readonly message?: string }>;

/**
 * The language server as the extension sees it: started when first asked for, started anew by the
 * client library when it crashes, and by us when a folder of another file system comes in.
 */
export class LanguageServer implements Disposable {
  #client: Promise<BaseLanguageClient> | undefined;
  readonly #files: WorkspaceFiles;
  readonly #models: EditorModels;
  readonly #crashes: Crashes;
  readonly #running;
  readonly #casesChanged;
  readonly #scoresChanged;
  readonly #toolsChanged;
  readonly #listener: Disposable;
  #carriedOut = 0;

  constructor(
    private readonly vscode: VsCode,
    private readonly createClient: CreateClient,
    private readonly output: LogOutputChannel,
    /** A folder for runs of this workspace. */
    private readonly storage?: Uri,
  ) {
    this.#files = new WorkspaceFiles(vscode);
    this.#models = new EditorModels(vscode);
    this.#crashes = new Crashes(vscode, () => this.restart());
    this.#running = new vscode.EventEmitter<void>();
    this.#toolsChanged = new vscode.EventEmitter<void>();
    this.#casesChanged = new vscode.EventEmitter<FileCases>();
    this.#scoresChanged = new vscode.EventEmitter<FileScores>();
    const { workspace } = vscode;
    let selector = this.#selector();
    this.#listener = workspace.onDidChangeWorkspaceFolders(() => {
      const now = this.#selector();
      if (now === selector) return;
      selector = now;
      if (this.#client) void this.restart();
    });
  }

  /** Fires whenever a server has begun to answer, after a crash too. */
  get onRunning() {
    return this.#running.event;
  }

  /** Cases of a file, as they are now. */
  get onCasesChanged() {
    return this.#casesChanged.event;
  }

  /** Scores of a file, as they are now. */
  get onScoresChanged() {
    return this.#scoresChanged.event;
  }

  /** Fires when another manifest may be in use, or the same with other tools. */
  get onToolsChanged() {
    return this.#toolsChanged.event;
  }

  /** Starts the server unless it is started. @returns the client, once the server answers */
  start(): Promise<BaseLanguageClient> {
    this.#client ??= this.#start().catch((error) => {
      this.#client = undefined;
      throw error;
    });
    return this.#client;
  }

  async stop(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    this.#client = undefined;
    await client?.dispose();
  }

  /** Starts a server anew. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** The cases of every file of the workspace. */
  async cases(): Promise<readonly FileCases[]> {
    return (await this.start()).sendRequest<FileCases[]>(methods.cases);
  }

  /** How the cases that have a score fare. */
  async scoreboard(): Promise<Scoreboard> {
    return (await this.start()).sendRequest<Scoreboard>(methods.scoreboard);
  }

  /**
   * The report of a case, which is scored first where it has no score; or of all that have one.
   *
   * @throws {Error} with a message for a person, where there is nothing to report
   */
  async report(of?: CaseArguments): Promise<ReportPage> {
    return (await this.start()).sendRequest<ReportPage>(methods.report, of ?? {}).catch(throwShown);
  }

  /** The manifests that hold at a line of a file; null where it is none of ours. */
  async toolsInUse(uri: string, line: number): Promise<ToolsInUse | null> {
    return (await this.start()).sendRequest<ToolsInUse | null>(methods.toolsInUse, { uri, line });
  }

  /**
   * The MCP servers of the workspace, and what pulling the tools of each would start.
   *
   * @throws {Error} with a message for a person, when the server refuses
   */
  async mcpServers(): Promise<readonly McpServerItem[]> {
    return (await this.start()).sendRequest<McpServerItem[]>(methods.mcpServers).catch(throwShown);
  }

  /**
   * Has the tools of an MCP server written into a manifest.
   *
   * @param onProgress told how far it is, in words
   * @throws {Error} with a message for a person, when that fails or is cancelled
   */
  async pullTools(
    of: PullArguments,
    token: CancellationToken,
    onProgress: (message: string) => void,
  ): Promise<PulledTools> {
    const wanted = { command: commands.pullTools, argument: of };
    return (await this.#carryOut(wanted, token, onProgress)) as PulledTools;
  }

  /**
   * What running a case would start.
   *
   * @throws {Error} with a message for a person, when it cannot run
   */
  async describeRun(of: CaseArguments): Promise<RunDescription> {
    return (await this.start())
      .sendRequest<RunDescription>(methods.describeRun, of)
      .catch(throwShown);
  }

  /**
   * Has the server carry out a command.
   *
   * @param onProgress told how far it is, in words
   * @throws {Error} with a message for a person, when the server refuses
   */
  async execute(
    command: ServerCommand,
    argument: CaseArguments | { uri: string } | { trace_uri: string } | Record<string, never>,
    token?: CancellationToken,
    onProgress?: (message: string) => void,
  ): Promise<unknown> {
    return this.#carryOut({ command, argument }, token, onProgress);
  }

  /** Tells a server that runs that the workspace is trusted now; one that starts asks for itself. */
  async trusted(): Promise<void> {
    await (await this.#client)?.sendNotification(methods.trusted);
  }

  dispose(): void {
    this.#listener.dispose();
    this.#crashes.dispose();
    void this.stop();
  }

  async #carryOut(
    { command, argument }: { readonly command: ServerCommand; readonly argument: object },
    token: CancellationToken | undefined,
    onProgress: (message: string) => void = () => {},
  ): Promise<unknown> {
    const client = await this.start();
    const workDoneToken = `callsheet ${++this.#carriedOut}`;
    const heard = client.onProgress(WORK_DONE, workDoneToken, ({ message }) => {
      if (message !== undefined) onProgress(message);
    });
    try {
      const params = { command, arguments: [argument], workDoneToken };
      // An undefined token would count as a second parameter.
      return await client.sendRequest(
        'workspace/executeCommand',
        params,
        ...(token ? [token] : []),
      );
    } catch (error) {
      return throwShown(error);
    } finally {
      heard.dispose();
    }
  }

  async #start(): Promise<BaseLanguageClient> {
    const client = await this.createClient(clientOptions(this.vscode, this.output, this.#crashes));
    client.registerFeature(callsheetFeature(this.storage));
    client.onRequest<FileAnswer, void>(methods.readFile, ({ uri }) => this.#files.read(uri));
    client.onRequest(methods.fileProblem, ({ uri }) => this.#files.problem(uri));
    client.onRequest(methods.listFiles, ({ folder }) => this.#files.list(folder));
    client.onRequest<ModelAnswer, void>(methods.askModel, (question, token) =>
      this.#models.ask(question, token),
    );
    client.onNotification(methods.casesChanged, (cases) => this.#casesChanged.fire(cases));
    client.onNotification(methods.working, ({ uri }) => this.#crashes.working(uri));
    client.onNotification(methods.toolsChanged, () => this.#toolsChanged.fire());
    client.onNotification(methods.scoresChanged, (scores) => this.#scoresChanged.fire(scores));
    client.onDidChangeState(({ newState }) => {
      if (newState === RUNNING) this.#running.fire();
    });
    await client.start();
    return client;
  }

  #selector(): string {
    return JSON.stringify(clientOptions(this.vscode, this.output).documentSelector);
  }
}

/** Throws an error again, with a message that VS Code can show: it may quote what a file says. */
function throwShown(error: unknown): never {
  if (error instanceof Error) error.message = shownMessage(error.message);
  throw error;
}
