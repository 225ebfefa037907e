/**
 * What client and server say to each other beyond LSP: types only, so that the client imports no code of
 * the server. A client that takes part says so in `capabilities.experimental.callsheet`; any other gets
 * plain LSP.
 */
import type { Range } from 'vscode-languageserver-textdocument';

/** `initializationOptions`. */
export interface InitializationOptions {
  /** Whether a person trusts the workspace; without it nothing is started and nothing connected. */
  readonly trusted?: boolean;
  /** Translations of the server's texts, by their English. */
  readonly l10n?: Readonly<Record<string, string>>;
  /** URIs of files that ended earlier servers: they are not looked into until their text changes. */
  readonly setAside?: readonly string[];
}

/** `capabilities.experimental.callsheet`. */
export interface CallsheetCapabilities {
  /** The client answers `callsheet/readFile`, `callsheet/fileProblem` and `callsheet/listFiles`. */
  readonly files?: boolean;
  /** The client wants `callsheet/casesChanged`, `callsheet/scoresChanged` and `callsheet/toolsChanged`. */
  readonly testing?: boolean;
  /** The client has the command `callsheet.openReport`, for the lens over a case that has a score. */
  readonly reports?: boolean;
  /** The client wants `callsheet/working`. */
  readonly working?: boolean;
  /** URI of a folder that the client keeps for runs of this workspace, of the scheme `file`. */
  readonly storage?: string;
  /** The client answers `callsheet/askModel`. */
  readonly models?: boolean;
}

/** A case or a golden trajectory of a file, as the Testing view lists it. */
export interface CaseItem {
  readonly case_id: string;
  readonly title?: string;
  readonly tags: readonly string[];
  readonly category?: string;
  /** The highest consequence of the tools that it expects, forbids or wants confirmed. */
  readonly consequence: string;
  /** From the first to the last line of the case. */
  readonly range: Range;
  /** The `case_id` value. */
  readonly idRange: Range;
}

export interface FileCases {
  readonly uri: string;
  readonly cases: readonly CaseItem[];
}

/** A score finding on the line that gates it. */
export interface ScoreMessage {
  readonly message: string;
  readonly range: Range;
  readonly expected?: string;
  readonly actual?: string;
  /** The runs that it was found in: indices of `runs` of the case's result. */
  readonly runs: readonly number[];
}

/** How one of several runs came out. */
export interface RunResult {
  readonly run_id: string;
  readonly verdict: 'pass' | 'fail' | 'error';
}

/** The last verdict of a case. */
export interface CaseResult {
  readonly case_id: string;
  readonly verdict: 'pass' | 'fail' | 'error';
  /** One line: dimensions and trials. */
  readonly summary: string;
  readonly passed: number;
  /** Runs that could be scored. */
  readonly trials: number;
  /** Some of them passed, and some did not. */
  readonly flaky: boolean;
  readonly messages: readonly ScoreMessage[];
  /** Each run, those that could not be scored last. */
  readonly runs: readonly RunResult[];
  /** The runs were made here, so that they can be made anew. */
  readonly made?: true;
  /** They were made with other tools than the case has now. */
  readonly outdated?: true;
}

export interface FileScores {
  readonly uri: string;
  /** Every case of the file that has a score now; the others have none. */
  readonly results: readonly CaseResult[];
}

export type FileAnswer =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/** A manifest that holds for a case. */
export interface ManifestInUse {
  /** Relative to the file that names it; absent where the tools stand in that file itself. */
  readonly path?: string;
  readonly uri: string;
  readonly tools: number;
  /** Why no tool comes of it. */
  readonly problem?: string;
}

/** The manifests that hold at a line of a file, none where nobody names any. */
export interface ToolsInUse {
  readonly manifests: readonly ManifestInUse[];
}

/** A tool call of a model. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  /** JSON. */
  readonly arguments: string;
}

/** What a model of the editor is asked for: its next message. */
export interface ModelQuestion {
  /** The first model that fits is asked. */
  readonly vendor?: string;
  readonly family?: string;
  readonly messages: readonly {
    readonly role: string;
    readonly content: string;
    readonly toolCalls?: readonly ModelCall[];
    readonly toolCallId?: string;
  }[];
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly inputSchema?: object;
  }[];
}

export type ModelAnswer =
  | {
      readonly ok: true;
      /** Which model it was. */
      readonly model: string;
      readonly content: string;
      readonly calls: readonly ModelCall[];
    }
  /** Why there is none, in words for a person, without a full stop. */
  | { readonly ok: false; readonly reason: string };

/** A figure for a person, with the bound that it should keep. */
export interface ScoreFigure {
  readonly name: string;
  readonly text: string;
  /** `≥ 0.80`; absent where there is no such bound. */
  readonly floor?: string;
  /** False where the figure is on the wrong side of its bound. */
  readonly healthy: boolean;
  /** `▲ +0.04`: since it last was another, over the same cases. */
  readonly trend?: string;
  /** Earlier values over the same cases, oldest first, each with its time (RFC 3339). */
  readonly history?: readonly { readonly at: string; readonly text: string }[];
}

export interface ToolScoreItem {
  readonly name: string;
  /** Its composite. */
  readonly overall: ScoreFigure;
  readonly figures: readonly ScoreFigure[];
  /** The case that fares worst of those that involve it; absent where all is well. */
  readonly worst?: CaseArguments & { readonly summary: string };
}

/** How the cases that have a score now fare, together and by tool. */
export interface Scoreboard {
  /** Cases that have a score; with none, the rest is empty. */
  readonly cases: number;
  readonly figures: readonly ScoreFigure[];
  readonly tools: readonly ToolScoreItem[];
  /** Tool manifests of the workspace. */
  readonly manifests: number;
  /** The report that results are compared with, and what is worse now beyond noise, a line each. */
  readonly baseline?: { readonly at: string; readonly worse: readonly string[] };
}

/** A report as one page of HTML, complete in itself, without scripts. */
export interface ReportPage {
  readonly title: string;
  readonly html: string;
}

/** Method names; parameters and results beside each. */
export const methods = {
  /** server → client: `{uri}` → `FileAnswer`. */
  readFile: 'callsheet/readFile',
  /** server → client: `{uri}` → `string | null`, the reason why it cannot be read. */
  fileProblem: 'callsheet/fileProblem',
  /** server → client: `{folder}` → URIs, those that Git ignores left out. */
  listFiles: 'callsheet/listFiles',
  /** server → client: `ModelQuestion` → `ModelAnswer`; cancelling ends the question. */
  askModel: 'callsheet/askModel',
  /**
   * server → client, a notification: `{uri}`, the file that is worked on from now on; null when there is time
   * again. Should the server end, this is what ended it.
   */
  working: 'callsheet/working',
  /** client → server: nothing → `FileCases[]`, of the whole workspace. */
  cases: 'callsheet/cases',
  /** server → client, a notification: `FileCases`. */
  casesChanged: 'callsheet/casesChanged',
  /**
   * server → client, a notification: `FileScores`. It comes before the answer to the command that made
   * the scores.
   */
  scoresChanged: 'callsheet/scoresChanged',
  /** client → server: nothing → `Scoreboard`. */
  scoreboard: 'callsheet/scoreboard',
  /** client → server: `CaseArguments`, or `{}` for all cases that have a score → `ReportPage`. */
  report: 'callsheet/report',
  /** client → server: `RunArguments` → `RunDescription`. Starts nothing, and needs no trust. */
  describeRun: 'callsheet/describeRun',
  /** client → server: nothing → `McpServerItem[]`, of the whole workspace. Starts nothing, but needs trust. */
  mcpServers: 'callsheet/mcpServers',
  /** client → server: `{uri, line}` → `ToolsInUse | null`, null where the file is none of ours. */
  toolsInUse: 'callsheet/toolsInUse',
  /** server → client, a notification: nothing. The answer to `toolsInUse` may be another now. */
  toolsChanged: 'callsheet/toolsChanged',
  /** client → server, a notification: nothing. A person has trusted the workspace. */
  trusted: 'callsheet/trusted',
} as const;

/** `workspace/executeCommand`. */
export const commands = {
  rescoreCase: 'callsheet.rescoreCase',
  rescoreFile: 'callsheet.rescoreFile',
  runCase: 'callsheet.runCase',
  clearScores: 'callsheet.clearScores',
  /** Nothing → null: the results of now are what later ones are compared with. */
  setBaseline: 'callsheet.setBaseline',
  captureGolden: 'callsheet.captureGolden',
  reloadManifests: 'callsheet.reloadManifests',
  /** `PullArguments` → `PulledTools`. */
  pullTools: 'callsheet.pullTools',
} as const;

/** The client's own command of the lens Report; takes `CaseArguments`. */
export const OPEN_REPORT = 'callsheet.openReport';

export interface CaseArguments {
  readonly uri: string;
  readonly case_id: string;
}

/** What running a case would start, to ask a person about. */
export interface RunDescription {
  readonly runner: string;
  /** None where the recorded runs are only scored. */
  readonly trials: number;
  /** The program and its arguments, exactly as they are started; absent where none is. */
  readonly command_line?: readonly string[];
  /** The address of a model, and the name of the variable that holds the key it is sent. */
  readonly url?: string;
  readonly key?: string;
  /** MCP servers that are started or connected to, as the configuration writes them. */
  readonly servers?: readonly {
    readonly name: string;
    readonly command_line?: readonly string[];
    readonly url?: string;
  }[];
}

export interface RunArguments extends CaseArguments {
  readonly runner?: string;
  readonly trials?: number;
}

/** A value that a person is asked for before a server can be reached. */
export interface ServerInput {
  readonly id: string;
  readonly description?: string;
  readonly default?: string;
  /** Not to be shown while it is typed. */
  readonly password: boolean;
  /** The values to choose from. */
  readonly options?: readonly string[];
}

/** An MCP server of a workspace folder, to ask a person about. */
export interface McpServerItem {
  readonly folder: string;
  readonly name: string;
  /** The program and its arguments as they are started, with `${input:…}` for what is asked for. */
  readonly command_line?: readonly string[];
  /** Names of the variables that the program gets. */
  readonly environment?: readonly string[];
  /** Where it starts, other than in the folder. */
  readonly cwd?: string;
  readonly url?: string;
  readonly inputs: readonly ServerInput[];
  /** Why it cannot be reached. */
  readonly problem?: string;
  /** URI of the manifest that its tools are written to, unless another is named. */
  readonly out: string;
}

export interface PullArguments {
  readonly server: string;
  /** URI of a workspace folder; the first that knows the server where absent. */
  readonly folder?: string;
  /** URI of the manifest to write; it is replaced where there is one. */
  readonly out?: string;
  /** Answers by input. */
  readonly inputs?: Readonly<Record<string, string>>;
}

export interface PulledTools {
  readonly uri: string;
  readonly tools: number;
  /** What of the tools is not as it should be. */
  readonly problems: readonly string[];
}
