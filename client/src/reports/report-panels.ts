import type { Disposable, Memento, TestItem, WebviewPanel } from 'vscode';
import {
  type CaseArguments,
  commands,
  type FileScores,
  OPEN_REPORT,
} from '../../../server/src/protocol.ts';
import { casesAtHand, pickCase } from '../case-at-hand.ts';
import type { LanguageServer } from '../language-server.ts';
import type { TestingController } from '../testing/controller.ts';
import { Refresher } from '../views/refresher.ts';
import type { VsCode } from '../vscode.ts';
import { KeptReports } from './kept-reports.ts';

export type ReportServer = Pick<LanguageServer, 'report' | 'onScoresChanged'>;

const TYPE = 'callsheet.report';

/** How long a panel waits for more scores before it is made anew, in milliseconds. */
const PAUSE_MS = 300;

/** Nothing runs in a report, nothing is loaded, and its links lead nowhere but inside it. */
const LOCKED = { enableScripts: false, enableCommandUris: false, localResourceRoots: [] };

/** What a lens, a view, the Testing view's tree or a message in it hands over. */
type Given = CaseArguments | TestItem | { readonly test: TestItem };

interface Open {
  readonly panel: WebviewPanel;
  readonly refresher: Refresher;
  /** The case; undefined for the report of all. */
  readonly of: CaseArguments | undefined;
}

/** Reports in panels, one a case and one of all: pages of the server, shown as they are. */
export class ReportPanels implements Disposable {
  readonly #open = new Map<string, Open>();
  readonly #kept: KeptReports;
  readonly #parts: readonly Disposable[];

  /** @param memory of the workspace: keeps what the panels show over a reload */
  constructor(
    private readonly vscode: VsCode,
    private readonly server: ReportServer,
    private readonly testing: Pick<TestingController, 'caseAt' | 'casesIn' | 'caseOf'>,
    memory: Memento,
  ) {
    const { commands: registry, window } = vscode;
    this.#kept = new KeptReports(memory);
    this.#parts = [
      server.onScoresChanged((scores) => this.#scoresChanged(scores)),
      window.registerWebviewPanelSerializer(TYPE, {
        deserializeWebviewPanel: (panel) => this.#restore(panel),
      }),
      registry.registerCommand(OPEN_REPORT, (given?: Given) => this.#showAsked(given)),
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

  /** The panels stay: the editor hands them over again. */
  dispose(): void {
    for (const { refresher } of this.#open.values()) refresher.dispose();
    for (const part of this.#parts) part.dispose();
  }

  /** The report of the case that is given or at the cursor; of everything where no file of cases is open. */
  async #showAsked(given: Given | undefined): Promise<void> {
    const cases = given
      ? [this.#caseOf(given)].filter((of) => of !== undefined)
      : casesAtHand(this.vscode, this.testing);
    if (cases.length === 0) return this.#show(undefined);
    const of = await pickCase(this.vscode, cases);
    if (of) await this.#show(of);
  }

  #caseOf(given: Given): CaseArguments | undefined {
    if ('case_id' in given) return { uri: given.uri, case_id: given.case_id };
    return this.testing.caseOf('test' in given ? given.test : given);
  }

  /** Shows a report; rejects with the reason, for a person, where there is none. */
  async #show(of: CaseArguments | undefined): Promise<void> {
    const known = this.#open.get(keyOf(of));
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
      ...LOCKED,
      enableFindWidget: true,
    });
    this.#adopt(panel, of, html);
  }

  /** Fills a panel of before a reload; one whose report there is no more is closed. */
  async #restore(panel: WebviewPanel): Promise<void> {
    const kept = this.#kept.take(panel.title);
    if (!kept || this.#open.has(keyOf(kept.of))) return panel.dispose();
    try {
      panel.webview.options = LOCKED;
      this.#adopt(panel, kept.of, (await this.server.report(kept.of)).html);
    } catch {
      panel.dispose();
    }
  }

  #adopt(panel: WebviewPanel, of: CaseArguments | undefined, html: string): void {
    panel.webview.html = html;
    const seen = {
      get visible() {
        return panel.visible;
      },
      onChanged: panel.onDidChangeViewState,
    };
    const refresher = new Refresher(seen, () => this.#update(panel, of), PAUSE_MS);
    this.#open.set(keyOf(of), { panel, refresher, of });
    this.#keep();
    panel.onDidDispose(() => {
      refresher.dispose();
      this.#open.delete(keyOf(of));
      this.#keep();
    });
  }

  #keep(): void {
    this.#kept.keep([...this.#open.values()].map(({ panel, of }) => ({ title: panel.title, of })));
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
