/** What running needs of the machine: kept apart, since a browser has none of it. */
import type { JsonObject } from '../../model/value.ts';
import type { ChatModel } from '../../runner/agent-loop.ts';
import type { ChatSpec } from '../../runner/chat-spec.ts';
import type { ServerTools } from '../../runner/servers.ts';

/** A case cannot be run; the message says why and what to do, for a person, without a full stop. */
export class CannotRun extends Error {}

/** Reads and writes files of recorded runs, by path. */
export interface ResultFiles {
  /** Undefined where there is no such file. */
  read(path: string): Promise<string | undefined>;
  /** Whether there is such a file. */
  has(path: string): Promise<boolean>;
  /** Writes a file whole or not at all, and makes its folders. */
  write(path: string, text: string): Promise<void>;
  /** Takes a file away, and its folder where nothing else is in it. */
  remove(path: string): Promise<void>;
}

export interface RunHost {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly files: ResultFiles;
  /** An absolute path of one that is meant from a folder. */
  resolve(folder: string, ...path: readonly string[]): string;
  /** Milliseconds since 1970. */
  now(): number;
  /** Connects to an MCP server. Rejects with why it cannot be reached. */
  connect(name: string, options: ConnectOptions): Promise<ServerTools>;
  /** The model behind an address. */
  chatModel(spec: ChatSpec): Promise<ChatModel>;
  /** A model of the editor; absent where no editor offers its models. */
  editorModel?(spec: EditorModelSpec): ChatModel;
}

/** Which of the editor's models is wanted: the first that fits. */
export interface EditorModelSpec {
  readonly vendor?: string;
  readonly family?: string;
}

export interface ConnectOptions {
  /** Servers of the configuration, as written; those of other tools' files in the folder are known too. */
  readonly configured: ReadonlyMap<string, JsonObject>;
  readonly folder: string;
  /** Ends the connection. */
  readonly signal: AbortSignal;
}
