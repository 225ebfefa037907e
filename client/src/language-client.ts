/** How the language client is set up, whatever host it runs in. Loads nothing of the client itself. */
import type { CompletionItem, LogOutputChannel, Uri } from 'vscode';
import type {
  BaseLanguageClient,
  LanguageClientOptions,
  StaticFeature,
} from 'vscode-languageclient';
import type { CallsheetCapabilities, InitializationOptions } from '../../server/src/protocol.ts';
import type { Crashes } from './crashes.ts';
import { featureSelector } from './selector.ts';
import { shownLabel } from './shown.ts';
import type { VsCode } from './vscode.ts';

/** Makes a client for this host; loading the library is part of it. */
export type CreateClient = (options: LanguageClientOptions) => Promise<BaseLanguageClient>;

/** The language client's options, for the folders and trust of this moment. */
export function clientOptions(
  vscode: VsCode,
  outputChannel: LogOutputChannel,
  crashes?: Pick<Crashes, 'setAside' | 'error' | 'closed'>,
): LanguageClientOptions {
  return {
    documentSelector: featureSelector(vscode),
    outputChannel,
    diagnosticCollectionName: 'callsheet',
    initializationOptions: (): InitializationOptions => ({
      trusted: vscode.workspace.isTrusted,
      ...(vscode.l10n.bundle && { l10n: vscode.l10n.bundle }),
      ...(crashes?.setAside.length && { setAside: crashes.setAside }),
    }),
    ...(crashes && { errorHandler: crashes }),
    middleware: {
      async provideCompletionItem(document, position, context, token, next) {
        const offered = await next(document, position, context, token);
        const items = Array.isArray(offered) ? offered : (offered?.items ?? []);
        for (const item of items) drawNoIcon(item);
        return offered;
      },
    },
  };
}

/** VS Code draws `$(name)` in what it offers as an icon; what is typed and inserted stays as it is. */
function drawNoIcon(item: CompletionItem): void {
  const label = typeof item.label === 'string' ? item.label : item.label.label;
  if (!label.includes('$(')) return;
  item.filterText ??= label;
  item.sortText ??= label;
  item.insertText ??= label;
  const shown = shownLabel(label);
  item.label = typeof item.label === 'string' ? shown : { ...item.label, label: shown };
}

/**
 * Says what this client can do beyond the protocol, and keeps the library from one registration: the
 * extension registers the commands itself, with all that belongs to them.
 *
 * @param storage a folder for runs of this workspace
 */
export function callsheetFeature(storage: Uri | undefined): StaticFeature {
  const callsheet: CallsheetCapabilities = {
    files: true,
    testing: true,
    reports: true,
    working: true,
    models: true,
    ...(storage?.scheme === 'file' && { storage: storage.toString() }),
  };
  return {
    fillClientCapabilities(capabilities) {
      capabilities.experimental = { ...capabilities.experimental, callsheet };
    },
    preInitialize(capabilities) {
      capabilities.executeCommandProvider = undefined;
    },
    initialize() {},
    getState: () => ({ kind: 'static' }),
    clear() {},
  };
}
