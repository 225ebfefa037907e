/** How the language client is set up, whatever host it runs in. Loads nothing of the client itself. */
import type { LogOutputChannel, TextDocumentChangeEvent } from 'vscode';
import type {
  BaseLanguageClient,
  LanguageClientOptions,
  StaticFeature,
} from 'vscode-languageclient';
import type { CallsheetCapabilities, InitializationOptions } from '../../server/src/protocol.ts';
import { featureSelector, linkedSelector } from './selector.ts';
import type { VsCode } from './vscode.ts';

/** Makes a client for this host; loading the library is part of it. */
export type CreateClient = (options: LanguageClientOptions) => Promise<BaseLanguageClient>;

/** The language client's options, for the folders, settings and trust of this moment. */
export function clientOptions(
  vscode: VsCode,
  outputChannel: LogOutputChannel,
): LanguageClientOptions {
  const sent = new WeakSet<TextDocumentChangeEvent>();
  return {
    documentSelector: featureSelector(vscode),
    outputChannel,
    middleware: {
      // The library sends an edit once for each selector that matches, which would apply it twice.
      async didChange(event, next) {
        if (sent.has(event)) return;
        sent.add(event);
        await next(event);
      },
    },
    diagnosticCollectionName: 'callsheet',
    initializationOptions: (): InitializationOptions => ({ trusted: vscode.workspace.isTrusted }),
  };
}

const CAPABILITIES: CallsheetCapabilities = { files: true, testing: true };

/**
 * Says what this client can do beyond the protocol. The server's commands are registered by the
 * extension itself, with all that belongs to them, so the library is kept from registering them too.
 */
export const callsheetFeature: StaticFeature = {
  fillClientCapabilities(capabilities) {
    capabilities.experimental = { ...capabilities.experimental, callsheet: CAPABILITIES };
  },
  preInitialize(capabilities) {
    capabilities.executeCommandProvider = undefined;
  },
  initialize() {},
  getState: () => ({ kind: 'static' }),
  clear() {},
};

const SYNCHRONIZATION = [
  'textDocument/didOpen',
  'textDocument/didChange',
  'textDocument/didSave',
  'textDocument/didClose',
] as const;
const INCREMENTAL = 2;

/** Makes a running client send the text of documents that have no features of their own. */
export function synchronizeLinked(client: BaseLanguageClient, vscode: VsCode): void {
  const documentSelector = linkedSelector(vscode);
  for (const method of SYNCHRONIZATION) {
    const feature: { register(data: { id: string; registerOptions: object }): void } =
      client.getFeature(method as 'textDocument/didOpen');
    feature.register({
      id: `callsheet-linked ${method}`,
      registerOptions: { documentSelector, syncKind: INCREMENTAL },
    });
  }
}
