/** The Callsheet view of the activity bar: its two trees, and the commands that belong to them. */
import type { Disposable, Memento } from 'vscode';
import { type CaseArguments, commands } from '../../../server/src/protocol.ts';
import type { LanguageServer } from '../language-server.ts';
import { newCase } from '../new-case.ts';
import { toRange } from '../testing/items.ts';
import type { VsCode } from '../vscode.ts';
import { CaseList, type CaseListServer } from './case-list.ts';
import { CasesTree } from './cases-tree.ts';
import { GROUPINGS, type GroupBy, groupingNames } from './grouping.ts';
import { Refresher, type Seen } from './refresher.ts';
import { ToolsTree } from './tools-tree.ts';

export type ViewServer = CaseListServer &
  Pick<LanguageServer, 'execute' | 'scoreboard' | 'onToolsChanged' | 'start'>;

/** How long a change waits for others, in milliseconds. */
const PAUSE_MS = 250;

const GROUP_BY = 'callsheet.groupBy';

/** The view, with both trees empty and nothing asked for until somebody looks. */
export class CallsheetView implements Disposable {
  readonly #list: CaseList;
  readonly #cases: CasesTree;
  readonly #tools: ToolsTree;
  readonly #parts: readonly Disposable[];
  readonly #refreshers: readonly Refresher[];
  readonly #describeGrouping: () => void;

  /** @param memory of the workspace: keeps what cases are grouped by */
  constructor(
    private readonly vscode: VsCode,
    private readonly server: ViewServer,
    private readonly memory: Memento,
  ) {
    const { window } = vscode;
    this.#list = new CaseList(vscode, server);
    this.#cases = new CasesTree(vscode, this.#list, groupingOf(memory.get(GROUP_BY)));
    this.#tools = new ToolsTree(vscode);
    const cases = window.createTreeView('callsheet.cases', {
      treeDataProvider: this.#cases,
      showCollapseAll: true,
    });
    const tools = window.createTreeView('callsheet.tools', { treeDataProvider: this.#tools });
    const ofCases = new Refresher(seen(cases), () => this.#showCases(), PAUSE_MS);
    const ofTools = new Refresher(seen(tools), () => this.#showTools(), PAUSE_MS);
    this.#refreshers = [ofCases, ofTools];
    this.#describeGrouping = () => {
      const name = groupingNames(vscode)[this.#cases.groupBy];
      cases.description = vscode.l10n.t('by {0}', name);
      this.#setContext('groupBy', this.#cases.groupBy);
    };
    this.#parts = [
      this.#list,
      cases,
      tools,
      ...this.#refreshers,
      this.#list.onChanged(() => this.#refresh()),
      server.onToolsChanged(() => {
        // Another manifest may give a case another consequence.
        if (this.#cases.groupBy === 'consequence') this.#list.forget();
        ofTools.soon();
      }),
      ...this.#commands(),
    ];
    this.#describeGrouping();
    this.#refresh();
  }

  dispose(): void {
    for (const part of this.#parts) part.dispose();
  }

  #refresh(): void {
    for (const refresher of this.#refreshers) refresher.soon();
  }

  async #showCases(): Promise<void> {
    await this.#inView('callsheet.cases', () => this.#list.load());
    this.#cases.refresh();
    this.#setContext('casesLoaded', true);
  }

  async #showTools(): Promise<void> {
    const board = await this.#inView('callsheet.tools', () => this.server.scoreboard());
    this.#tools.show(board);
    this.#setContext('scoreboard', board.manifests > 0 ? 'noResults' : 'noTools');
  }

  /** Does some work with the view's own progress shown. */
  #inView<T>(viewId: string, work: () => Promise<T>): Thenable<T> {
    return this.vscode.window.withProgress({ location: { viewId } }, work);
  }

  #setContext(name: string, value: unknown): void {
    void this.vscode.commands.executeCommand('setContext', `callsheet.${name}`, value);
  }

  #commands(): Disposable[] {
    const { commands: registry } = this.vscode;
    return [
      ...GROUPINGS.map((by) =>
        registry.registerCommand(`callsheet.groupBy.${by}`, () => this.#group(by)),
      ),
      registry.registerCommand('callsheet.groupCases', () => this.#pickGroup()),
      registry.registerCommand('callsheet.newCase', () => newCase(this.vscode, this.server)),
      registry.registerCommand('callsheet.goToCase', (of: CaseArguments) => this.#goTo(of)),
      registry.registerCommand('callsheet.rescoreAll', () => this.#rescoreAll()),
      registry.registerCommand(commands.setBaseline, () => this.#setBaseline()),
      registry.registerCommand('callsheet.refreshView', () => this.#list.forget()),
    ];
  }

  async #pickGroup(): Promise<void> {
    const { commands: registry, l10n, window } = this.vscode;
    const names = groupingNames(this.vscode);
    const items = GROUPINGS.map((by) => ({
      label: names[by],
      ...(by === this.#cases.groupBy && { description: l10n.t('now') }),
      by,
    }));
    const picked = await window.showQuickPick(items, { placeHolder: l10n.t('Group cases by') });
    if (!picked) return;
    await this.#group(picked.by);
    await registry.executeCommand('callsheet.cases.focus');
  }

  async #group(by: GroupBy): Promise<void> {
    this.#cases.groupBy = by;
    this.#describeGrouping();
    this.#list.forget();
    await this.memory.update(GROUP_BY, by);
  }

  async #setBaseline(): Promise<void> {
    await this.server.execute(commands.setBaseline, {});
    this.#refresh();
  }

  async #goTo({ uri, case_id }: CaseArguments): Promise<void> {
    const { Uri, window } = this.vscode;
    await this.#list.load();
    const item = this.#list.find({ uri, case_id });
    await window.showTextDocument(Uri.parse(uri), {
      ...(item && { selection: toRange(this.vscode, item.idRange) }),
    });
  }

  /** Scores the recorded runs of every file, one after the other. */
  async #rescoreAll(): Promise<void> {
    const { commands: registry, l10n, ProgressLocation, window } = this.vscode;
    await this.#list.load();
    const { files } = this.#list;
    const failures: unknown[] = [];
    const title = l10n.t('Rescoring');
    await window.withProgress(
      { location: ProgressLocation.Notification, title, cancellable: true },
      async (progress, token) => {
        for (const [index, uri] of files.entries()) {
          if (token.isCancellationRequested) return;
          const message = l10n.t('{0} of {1} files', index + 1, files.length);
          progress.report({ message, increment: 100 / files.length });
          await Promise.resolve(registry.executeCommand(commands.rescoreFile, { uri })).catch(
            (error: unknown) => failures.push(error),
          );
        }
      },
    );
    const [first] = failures;
    if (first !== undefined) throw first;
  }
}

const seen = (view: {
  readonly visible: boolean;
  readonly onDidChangeVisibility: Seen['onChanged'];
}): Seen => ({
  get visible() {
    return view.visible;
  },
  onChanged: (listener) => view.onDidChangeVisibility(listener),
});

const groupingOf = (kept: unknown): GroupBy => GROUPINGS.find((by) => by === kept) ?? 'file';
