/** An editor with tree views and panels, and what a person sees of them as text. For tests alone. */
import type { TreeDataProvider, TreeItem } from 'vscode';
import { fakeEditor } from '../testing/fake-vscode.ts';
import type { VsCode } from '../vscode.ts';

type Listener<T> = (value: T) => void;

interface FakeView {
  visible: boolean;
  description?: string;
  readonly provider: TreeDataProvider<unknown>;
  readonly listeners: Set<Listener<unknown>>;
}

export interface FakePanel {
  title: string;
  visible: boolean;
  active: boolean;
  readonly options: unknown;
  readonly webview: { html: string; options?: unknown };
  close(): void;
}

class FakeTreeItem {
  constructor(
    readonly label: string,
    readonly collapsibleState = 0,
  ) {}
}

class Named {
  static readonly File = new Named('file');
  constructor(
    readonly id: string,
    readonly color?: Named,
  ) {}
}

/** @param kept what the workspace remembers */
export function fakeViews(kept: Record<string, unknown> = {}) {
  const editor = fakeEditor();
  const views = new Map<string, FakeView>();
  const commands = new Map<string, (...given: never[]) => unknown>();
  const panels: FakePanel[] = [];
  const serializers = new Map<string, { deserializeWebviewPanel(panel: FakePanel): unknown }>();
  const log: string[] = [];
  const picks: string[] = [];
  const context: Record<string, unknown> = {};
  const { Uri } = editor.vscode;
  const vscode = {
    ...editor.vscode,
    ProgressLocation: { Window: 10, Notification: 15 },
    ThemeColor: Named,
    ThemeIcon: Named,
    TreeItem: FakeTreeItem,
    TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
    ViewColumn: { Beside: -2 },
    l10n: {
      t: (text: string, ...given: unknown[]) =>
        text.replace(/\{(\d)\}/g, (_, index) => String(given[index])),
    },
    commands: {
      registerCommand(id: string, handler: (...given: never[]) => unknown) {
        if (commands.has(id)) throw new Error(`${id} is registered twice`);
        commands.set(id, handler);
        return { dispose: () => commands.delete(id) };
      },
      async executeCommand(id: string, ...given: unknown[]) {
        if (id === 'setContext') context[String(given[0])] = given[1];
        else log.push(`${id} ${JSON.stringify(given[0])}`);
      },
    },
    window: {
      createTreeView(id: string, { treeDataProvider }: { treeDataProvider: never }) {
        const listeners = new Set<Listener<unknown>>();
        const view: FakeView = { visible: false, provider: treeDataProvider, listeners };
        views.set(id, view);
        return Object.assign(view, {
          onDidChangeVisibility(listener: Listener<unknown>) {
            listeners.add(listener);
            return { dispose: () => listeners.delete(listener) };
          },
          dispose: () => views.delete(id),
        });
      },
      createWebviewPanel(_type: string, title: string, _column: number, options: unknown) {
        const panel = fakePanel(title, options, log);
        panels.push(panel);
        return panel;
      },
      registerWebviewPanelSerializer(type: string, serializer: never) {
        serializers.set(type, serializer);
        return { dispose: () => serializers.delete(type) };
      },
      async showQuickPick(choices: { label: string; description?: string }[]) {
        const told = choices.map(({ label, description }) => label + (description ? '*' : ''));
        log.push(`pick ${told.join()}`);
        const wanted = picks.shift();
        return choices.find(({ label }) => label === wanted);
      },
      async showTextDocument(uri: unknown, { selection }: { selection?: { start: object } }) {
        log.push(`show ${uri} ${JSON.stringify(selection?.start)}`);
      },
      withProgress: (_: unknown, work: (progress: unknown, token: unknown) => unknown) =>
        work({ report: () => undefined }, { isCancellationRequested: false }),
    },
  } as unknown as VsCode;

  const viewOf = (id: string): FakeView => {
    const view = views.get(id);
    if (!view) throw new Error(`no view ${id}`);
    return view;
  };
  return {
    vscode,
    log,
    context,
    panels,
    kept,
    /** What is picked from lists, one after the other. */
    picks,
    /** Hands over a panel of before a reload. */
    async restore(type: string, title: string): Promise<FakePanel> {
      const panel = fakePanel(title, undefined, log);
      await serializers.get(type)?.deserializeWebviewPanel(panel);
      return panel;
    },
    memory: {
      get: (key: string, otherwise?: unknown) => kept[key] ?? otherwise,
      async update(key: string, value: unknown) {
        kept[key] = value;
      },
    } as never,
    call: async (id: string, ...given: unknown[]) => commands.get(id)?.(...(given as never[])),
    commandIds: () => [...commands.keys()],
    uri: (text: string) => Uri.parse(text),
    description: (id: string) => viewOf(id).description,
    /** Opens a view, or hides it. */
    show(id: string, visible = true): void {
      const view = viewOf(id);
      view.visible = visible;
      for (const listener of view.listeners) listener({ visible });
    },
    /** A view's tree, indented: icon, label, description. */
    tree: (id: string): string => render(viewOf(id).provider, undefined, 0).join('\n'),
    /** All items of a view. */
    items: (id: string): TreeItem[] => items(viewOf(id).provider),
    /** The items of a view by label. */
    item: (id: string, label: string): TreeItem => {
      const found = items(viewOf(id).provider).find((item) => item.label === label);
      if (!found) throw new Error(`no item ${label}`);
      return found;
    },
  };
}

function fakePanel(title: string, options: unknown, log: string[]): FakePanel {
  const closing = new Set<() => void>();
  const changing = new Set<() => void>();
  const panel = {
    title,
    options,
    visible: true,
    active: true,
    webview: { html: '' },
    reveal: () => log.push(`reveal ${title}`),
    onDidDispose: (listener: () => void) => closing.add(listener),
    onDidChangeViewState(listener: () => void) {
      changing.add(listener);
      return { dispose: () => changing.delete(listener) };
    },
    close: () => {
      panel.visible = false;
      for (const listener of closing) listener();
    },
    dispose: () => panel.close(),
  };
  return panel;
}

type Provider = TreeDataProvider<unknown>;

const childrenOf = (provider: Provider, node: unknown): unknown[] =>
  provider.getChildren(node) as unknown[];

const items = (provider: Provider, node?: unknown): TreeItem[] =>
  childrenOf(provider, node).flatMap((child) => [
    provider.getTreeItem(child) as TreeItem,
    ...items(provider, child),
  ]);

function render(provider: Provider, node: unknown, depth: number): string[] {
  return childrenOf(provider, node).flatMap((child) => {
    const { iconPath, label, description } = provider.getTreeItem(child) as TreeItem;
    const icon = (iconPath as { id?: string } | undefined)?.id;
    const text = [icon && `(${icon})`, label, description && `| ${description}`];
    const own = `${'  '.repeat(depth)}${text.filter((part) => part).join(' ')}`;
    return [own, ...render(provider, child, depth + 1)];
  });
}
