import type { InitializeParams } from 'vscode-languageserver';
import type { Translations } from '../l10n/say.ts';
import type { CallsheetCapabilities, InitializationOptions } from '../protocol.ts';

/** What the client can do, as far as the server cares. */
export interface ClientProfile {
  readonly trusted: boolean;
  readonly translations?: Translations;
  /** The language of the translations. */
  readonly locale?: string;
  readonly pull: boolean;
  readonly refresh: boolean;
  readonly refreshLenses: boolean;
  readonly refreshHints: boolean;
  readonly refreshTokens: boolean;
  readonly watch: boolean;
  readonly watchSettings: boolean;
  readonly folders: boolean;
  readonly configuration: boolean;
  readonly registersFormatting: boolean;
  readonly snippets: boolean;
  readonly insertReplace: boolean;
  readonly markdown: boolean;
  readonly links: boolean;
  readonly symbolTree: boolean;
  readonly documentChanges: boolean;
  readonly resolvesActions: boolean;
  readonly prepareRename: boolean;
  readonly willRename: boolean;
  /** Answers questions about files that the server cannot read itself. */
  readonly files: boolean;
  /** Wants to be told of cases and scores. */
  readonly testing: boolean;
  /** Wants to be told which file is worked on. */
  readonly working: boolean;
  /** Files that are not looked into. */
  readonly setAside: readonly string[];
  /** Where it keeps runs. */
  readonly storage?: string;
  /** Opens the report of a case. */
  readonly reports: boolean;
  /** Asks the editor's models. */
  readonly models: boolean;
}

/** Reads a client's capabilities; what it does not mention it cannot do. */
export function readClient({
  capabilities,
  initializationOptions,
  locale,
}: InitializeParams): ClientProfile {
  const { textDocument, workspace, experimental } = capabilities;
  const own = (experimental as { callsheet?: CallsheetCapabilities } | undefined)?.callsheet;
  const options = initializationOptions as InitializationOptions | undefined | null;
  const item = textDocument?.completion?.completionItem;
  return {
    trusted: options?.trusted === true,
    ...(options?.l10n && { translations: readTranslations(options.l10n) }),
    ...(locale !== undefined && { locale }),
    working: own?.working === true,
    setAside: options?.setAside ?? [],
    pull: textDocument?.diagnostic !== undefined,
    refresh: workspace?.diagnostics?.refreshSupport === true,
    refreshLenses: workspace?.codeLens?.refreshSupport === true,
    refreshHints: workspace?.inlayHint?.refreshSupport === true,
    refreshTokens: workspace?.semanticTokens?.refreshSupport === true,
    watch: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    watchSettings: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    folders: workspace?.workspaceFolders === true,
    configuration: workspace?.configuration === true,
    registersFormatting:
      textDocument?.formatting?.dynamicRegistration === true &&
      textDocument.rangeFormatting?.dynamicRegistration === true,
    snippets: item?.snippetSupport === true,
    insertReplace: item?.insertReplaceSupport === true,
    markdown: textDocument?.hover?.contentFormat?.includes('markdown') === true,
    links: textDocument?.definition?.linkSupport === true,
    symbolTree: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    documentChanges: workspace?.workspaceEdit?.documentChanges === true,
    resolvesActions:
      textDocument?.codeAction?.dataSupport === true &&
      textDocument.codeAction.resolveSupport?.properties.includes('edit') === true,
    prepareRename: textDocument?.rename?.prepareSupport === true,
    willRename: workspace?.fileOperations?.willRename === true,
    files: own?.files === true,
    testing: own?.testing === true,
    reports: own?.reports === true,
    models: own?.models === true,
    ...(typeof own?.storage === 'string' && { storage: own.storage }),
  };
}

/** What a client hands over may have any shape. */
const readTranslations = (given: unknown): Translations =>
  Object.fromEntries(
    Object.entries(Object(given)).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
