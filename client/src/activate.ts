/** What both hosts do when the extension wakes. */
import type { Disposable, ExtensionContext, TestItemCollection, TestRunProfile } from 'vscode';
import type { LanguageClientOptions } from 'vscode-languageclient';
import type { CaseResult } from '../../server/src/protocol.ts';
import { registerCommands } from './commands.ts';
import type { CreateClient } from './language-client.ts';
import { LanguageServer } from './language-server.ts';
import { ModelKeys } from './model-keys.ts';
import { PullTools } from './pull-tools.ts';
import { ReportPanels } from './reports/report-panels.ts';
import { RunConsent } from './run-consent.ts';
import { TestingController } from './testing/controller.ts';
import type { Way } from './testing/runs.ts';
import { ToolsStatus } from './tools-status.ts';
import { watchTrust } from './trust.ts';
import { CallsheetView } from './views/callsheet-view.ts';
import type { VsCode } from './vscode.ts';

/** What a host can do and brings along. */
export interface Host {
  /** Whether processes can be started at all. */
  readonly canRun: boolean;
  /** @param environment variables for the server, beside those that the extension has */
  createClient(
    options: LanguageClientOptions,
    environment: Readonly<Record<string, string>>,
  ): ReturnType<CreateClient>;
}

/** What the extension lets others see. */
export interface CallsheetApi {
  /** Settles when the language server answers, or could not be started. */
  readonly started: Promise<void>;
  /** Files, then cases, as the Testing view lists them. */
  readonly tests: TestItemCollection;
  /** What the Testing view does with them. */
  profile(way: Way): TestRunProfile | undefined;
  /** The result that the Testing view shows for a case. */
  resultOf(uri: string, caseId: string): CaseResult | undefined;
}

interface Activated {
  readonly api: CallsheetApi;
  readonly server: LanguageServer;
  readonly parts: readonly Disposable[];
}

let activated: Activated | undefined;

/**
 * Registers what the extension contributes and has the language server started after that; a second
 * activation changes nothing.
 */
export function activateCallsheet(
  vscode: VsCode,
  context: ExtensionContext,
  host: Host,
): CallsheetApi {
  activated ??= start(vscode, context, host);
  return activated.api;
}

/** Ends the server. */
export async function deactivateCallsheet(): Promise<void> {
  const ending = activated;
  activated = undefined;
  for (const part of ending?.parts ?? []) part.dispose();
  await ending?.server.stop();
}

function start(vscode: VsCode, context: ExtensionContext, host: Host): Activated {
  const output = vscode.window.createOutputChannel('Callsheet', { log: true });
  const keys = new ModelKeys(vscode, context, () => server.restart());
  const createClient: CreateClient = async (options) =>
    host.createClient(options, await keys.environment());
  const server = new LanguageServer(vscode, createClient, output, context.storageUri);
  const consent = new RunConsent(vscode, server);
  const testing = new TestingController(vscode, server, host.canRun, consent);
  const pull = new PullTools(vscode, server);
  const parts = [
    output,
    server,
    testing,
    new ToolsStatus(vscode, server),
    registerCommands(vscode, server, testing, consent, pull, keys, output, context.extensionUri),
    new CallsheetView(vscode, server, context.workspaceState),
    new ReportPanels(vscode, server, testing, context.workspaceState),
    watchTrust(vscode, server),
  ];
  // In a browser without a machine behind it; `isWeb` would be true where there is one, too.
  void vscode.commands.executeCommand('setContext', 'callsheet.cannotRun', !host.canRun);
  const started = server.start().then(
    () => undefined,
    (error: unknown) =>
      output.error(vscode.l10n.t('The language server could not be started: {0}', String(error))),
  );
  const api: CallsheetApi = {
    started,
    tests: testing.items,
    profile: (way) => testing.profile(way),
    resultOf: (uri, caseId) => testing.resultOf({ uri, case_id: caseId }),
  };
  context.subscriptions.push({ dispose: () => void deactivateCallsheet() });
  return { api, server, parts };
}
