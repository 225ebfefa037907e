import {
  BrowserMessageReader,
  BrowserMessageWriter,
  LanguageClient,
  type LanguageClientOptions,
  RevealOutputChannelOn,
} from 'vscode-languageclient/browser';

/** The server of this extension host: there is one at a time. */
let worker: Worker | undefined;

/**
 * The client of a server in a web worker.
 *
 * @param script the address of the server's bundle
 */
export function createClient(script: string, options: LanguageClientOptions): LanguageClient {
  return new LanguageClient('callsheet', 'Callsheet', () => startWorker(script), {
    ...options,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
  });
}

/** The library knows no worker when it sees one: extension hosts put a class of their own in its place. */
async function startWorker(script: string) {
  worker?.terminate();
  worker = new Worker(script);
  return { reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) };
}
