import type { Disposable, LanguageStatusItem } from 'vscode';
import type { ManifestInUse } from '../../server/src/protocol.ts';
import type { LanguageServer } from './language-server.ts';
import { languageSelector } from './selector.ts';
import { shownLabel, shownMessage } from './shown.ts';
import type { VsCode } from './vscode.ts';

/** How long the status waits for a person to stop typing or moving, in milliseconds. */
const PAUSE_MS = 300;

/** What the status needs of the language server. */
export type ToolsServer = Pick<LanguageServer, 'onRunning' | 'onToolsChanged' | 'toolsInUse'>;

/** Shows which manifests hold for the case at the cursor, among the language's status items. */
export class ToolsStatus implements Disposable {
  readonly #item: LanguageStatusItem;
  readonly #listeners: readonly Disposable[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the questions: an answer to an older one comes too late. */
  #asked = 0;

  constructor(
    private readonly vscode: VsCode,
    private readonly server: ToolsServer,
  ) {
    const { languages, l10n, window, workspace } = vscode;
    this.#item = languages.createLanguageStatusItem('callsheet.tools', languageSelector(vscode));
    this.#item.name = l10n.t('Tool Manifests');
    this.#item.text = l10n.t('Tools');
    const isActive = (document: unknown) => document === window.activeTextEditor?.document;
    this.#listeners = [
      this.#item,
      server.onRunning(() => this.#soon()),
      server.onToolsChanged(() => this.#soon()),
      window.onDidChangeActiveTextEditor(() => this.#soon()),
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (isActive(textEditor.document)) this.#soon();
      }),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (isActive(document)) this.#soon();
      }),
    ];
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const listener of this.#listeners) listener.dispose();
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), PAUSE_MS);
  }

  async #ask(): Promise<void> {
    const editor = this.vscode.window.activeTextEditor;
    if (editor?.document.languageId !== 'callsheet') return;
    this.#asked += 1;
    const asked = this.#asked;
    const { document, selection } = editor;
    const answer = await this.server
      .toolsInUse(document.uri.toString(), selection.active.line)
      .catch(() => null);
    if (asked === this.#asked && answer) this.#show(answer.manifests);
  }

  #show(manifests: readonly ManifestInUse[]): void {
    const { l10n, LanguageStatusSeverity, Uri } = this.vscode;
    const item = this.#item;
    const problem = manifests.find((manifest) => manifest.problem !== undefined);
    const tools = manifests.reduce((sum, manifest) => sum + manifest.tools, 0);
    item.severity = problem ? LanguageStatusSeverity.Warning : LanguageStatusSeverity.Information;
    item.text =
      manifests.length === 0
        ? l10n.t('No tool manifest')
        : l10n.t(
            'Tools: {0} of {1}',
            tools,
            manifests.map(({ path }) => shownStatus(path ?? l10n.t('this file'))).join(', '),
          );
    item.detail = problem
      ? shownStatus(`${problem.path}: ${problem.problem}`)
      : manifests.length === 0
        ? l10n.t('Name one under “tools”: names and arguments are checked then.')
        : '';
    item.accessibilityInformation = {
      label: [l10n.t('Tool Manifests'), item.text, item.detail].filter(Boolean).join(', '),
    };
    const [first] = manifests.filter(({ path, problem: why }) => path && why === undefined);
    item.command = first && {
      title: l10n.t('Open'),
      command: 'vscode.open',
      arguments: [Uri.parse(first.uri)],
    };
  }
}

/** A status draws icons and links both. */
const shownStatus = (text: string): string => shownMessage(shownLabel(text));
