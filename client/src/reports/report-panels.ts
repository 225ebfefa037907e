import type { Disposable, WebviewPanel } from 'vscode';
import { type CaseArguments, commands, type FileScores } from '../../../server/src/protocol.ts';
import type { LanguageServer } from '../language-server.ts';
import { Refresher } from '../views/refresher.ts';
import type { VsCode } from '../vscode.ts';

export type ReportServer = Pick<LanguageServer, 'report' | 'onScoresChanged'>;

const TYPE = 'callsheet.report';

/** How long a panel waits for more scores before it is made anew, in milliseconds. */
const PAUSE_MS = 300;

interface Open {
  readonly panel: WebviewPanel;
  readonly refresher: Refresher;
  /** The case; undefined for the report of all. */
  readonly of: CaseArguments | undefined;
}

/**
 * Reports in panels, one a case and one of all: pages of the server, shown as they are. They hold no script,
 * may load nothing, and their links lead nowhere but inside them.
 */
export class ReportPanels implements Disposable {
  readonly #open = new Map<string, Open>();
  readonly #parts: readonly Disposable[];

  /** @param caseAtCursor the case that a person is in, if any */
  constructor(
    private readonly vscode: VsCode,
    private readonly server: ReportServer,
    private readonly caseAtCursor: () => CaseArguments | undefined,
  ) {
    const { commands: registry } = vscode;
    this.#parts = [
      server.onScoresChanged((scores) => this.#scoresChanged(scores)),
      registry.registerCommand('callsheet.openReport', (given?: CaseArguments) =>
        this.#show(given ? { uri: given.uri, case_id: given.case_id } : this.caseAtCursor()),
      ),
      registry.registerCommand('callsheet.openFullReport', () => this.#show(undefined)),
      registry.registerCommand('callsheet.report.rescore', () =>
        this.#withActive((of) =>
          of
            ? registry.executeCommand(commands.rescoreCase, of)
            : registry.executeCommand('callsheet.rescoreAll'),
        ),
      ),
      registry.registerCommand('callsheet.report.goToCase', () =>
        this.#withActive((of) => of && registry.executeCommand('callsheet.goToCase', of)),
      ),
    ];
  }

  dispose(): void {
    for (const { panel } of [...this.#open.values()]) panel.dispose();
    for (const part of this.#parts) part.dispose();
  }

  /** Shows a report; rejects with the reason, for a person, where there is none. */
  async #show(of: CaseArguments | undefined): Promise<void> {
    const key = keyOf(of);
    const known = this.#open.get(key);
    if (known) {
      known.panel.reveal();
      known.refresher.soon();
      return;
    }
    const { l10n, ProgressLocation, ViewColumn, window } = this.vscode;
    const { title, html } = await window.withProgress(
      { location: ProgressLocation.Window, title: l10n.t('Callsheet: making the report') },
      () => this.server.report(of),
    );
    const others = [...this.#open.values()].find(({ panel: { visible } }) => visible);
    const column = others?.panel.viewColumn ?? ViewColumn.Beside;
    const panel = window.createWebviewPanel(TYPE, l10n.t('Report: {0}', title), column, {
      enableScripts: false,
      enableCommandUris: false,
      enableFindWidget: true,
      localResourceRoots: [],
    });
    panel.webview.html = html;
    const seen = {
      get visible() {
        return panel.visible;
      },
      onChanged: panel.onDidChangeViewState,
    };
    const refresher = new Refresher(seen, () => this.#update(panel, of), PAUSE_MS);
    this.#open.set(key, { panel, refresher, of });
    panel.onDidDispose(() => {
      refresher.dispose();
      this.#open.delete(key);
    });
  }

  async #update(panel: WebviewPanel, of: CaseArguments | undefined): Promise<void> {
    const { html } = await this.server.report(of);
    if (panel.webview.html !== html) panel.webview.html = html;
  }

  /** A report whose scores were cleared stays as it was: asking for it would score the case again. */
  #scoresChanged({ uri, results }: FileScores): void {
    for (const { of, refresher } of this.#open.values()) {
      const isShown = of
        ? of.uri === uri && results.some(({ case_id }) => case_id === of.case_id)
        : results.length > 0;
      if (isShown) refresher.soon();
    }
  }

  #withActive(act: (of: CaseArguments | undefined) => unknown): unknown {
    const active = [...this.#open.values()].find(({ panel }) => panel.active);
    return active && act(active.of);
  }
}

const keyOf = (of: CaseArguments | undefined): string => (of ? `${of.uri}#${of.case_id}` : '');
