import { CodeLensRefreshRequest, type Connection } from 'vscode-languageserver';
import { methods } from '../protocol.ts';
import type { ClientProfile } from './client.ts';

/** How long a refresh waits for further changes, in milliseconds. */
const SETTLE_MS = 100;

/** Asks the client to look again at lenses, hints and colours, when something else than their own text changed. */
export class Views {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly client: ClientProfile,
  ) {}

  /** Manifests, scores or settings changed. */
  stale(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#refresh(), SETTLE_MS);
  }

  #refresh(): void {
    const { connection, client } = this;
    if (client.refreshLenses) void connection.sendRequest(CodeLensRefreshRequest.type);
    if (client.refreshHints) void connection.languages.inlayHint.refresh();
    if (client.refreshTokens) connection.languages.semanticTokens.refresh();
    if (client.testing) void connection.sendNotification(methods.toolsChanged);
  }
}
