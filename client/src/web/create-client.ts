import {
  LanguageClient,
  type LanguageClientOptions,
  RevealOutputChannelOn,
} from 'vscode-languageclient/browser';

/**
 * The client of a server in a web worker.
 *
 * @param script the address of the server's bundle
 */
export function createClient(script: string, options: LanguageClientOptions): LanguageClient {
  return new LanguageClient('callsheet', 'Callsheet', async () => new Worker(script), {
    ...options,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
  });
}
