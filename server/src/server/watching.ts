import { type Connection, DidChangeWatchedFilesNotification } from 'vscode-languageserver';
import type { FileSystem } from '../workspace/files/file-system.ts';
import { nameOf, type Uri } from '../workspace/files/uri.ts';

/** Files that may be ours, by their endings. */
const ANY_OF_OURS = '**/*.{yaml,yml,json,jsonl}';
const MAY_BE_OURS = /\.(?:ya?ml|jsonl?)$/;

/** Beyond so many names whole endings are watched: a client asks each pattern about each change. */
const MAX_NAMES = 100;

/** How long names are gathered before they are registered, in milliseconds. */
const PAUSE_MS = 50;

/**
 * Has the client tell of changed files: of those that may be ours, and of any other as soon as it was read or
 * looked for. A manifest, a trace, a golden trajectory or a module that a file names may be called anything.
 */
export class Watching {
  readonly #watched = new Set<string>();
  #due: string[] = [];
  #isStarted = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly connection: Connection) {}

  /** Begins to watch: before the client is ready it takes no registrations. */
  async start(): Promise<void> {
    this.#isStarted = true;
    this.#due.unshift(ANY_OF_OURS);
    await this.#register();
  }

  /** The same files, each watched from the first question on. */
  over(files: FileSystem): FileSystem {
    return {
      read: (uri) => {
        this.#see(uri);
        return files.read(uri);
      },
      problem: (uri) => {
        this.#see(uri);
        return files.problem(uri);
      },
      list: (folder, wanted) => files.list(folder, wanted),
    };
  }

  #see(uri: Uri): void {
    const name = nameOf(uri);
    if (MAY_BE_OURS.test(name)) return;
    const ending = /\.[^.]+$/.exec(name)?.[0];
    const isOneOfMany = this.#watched.size >= MAX_NAMES && ending !== undefined;
    const glob = isOneOfMany ? `**/*${literally(ending)}` : `**/${literally(name)}`;
    if (this.#watched.has(glob)) return;
    this.#watched.add(glob);
    this.#due.push(glob);
    if (this.#isStarted) this.#timer ??= setTimeout(() => void this.#register(), PAUSE_MS);
  }

  async #register(): Promise<void> {
    this.#timer = undefined;
    const watchers = this.#due.map((globPattern) => ({ globPattern }));
    this.#due = [];
    await this.connection.client
      .register(DidChangeWatchedFilesNotification.type, { watchers })
      .catch((error) => this.connection.console.error(String(error)));
  }
}

/** A text with whatever means something in a glob standing for any one character. */
const literally = (text: string): string => text.replaceAll(/[[\]{}*?!,\\]/g, '?');
