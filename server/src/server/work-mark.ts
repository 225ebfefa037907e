import type { Connection } from 'vscode-languageserver';
import { methods } from '../protocol.ts';
import type { Uri } from '../workspace/files/uri.ts';

/** How long nothing may be worked on before the mark goes, in milliseconds. */
const IDLE_MS = 200;

/** Tells the client which file is worked on, so that it knows which one ended a server that has gone. */
export class WorkMark {
  #marked: Uri | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly connection: Connection) {}

  /** Work on a file begins. A server that is stuck in it does not come to take the mark away. */
  begin(uri: Uri): void {
    if (uri !== this.#marked) this.#tell(uri);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tell(undefined), IDLE_MS);
  }

  #tell(uri: Uri | undefined): void {
    this.#marked = uri;
    void this.connection.sendNotification(methods.working, { uri: uri ?? null });
  }
}
