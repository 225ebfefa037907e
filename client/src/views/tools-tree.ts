import type { Event, EventEmitter, TreeDataProvider, TreeItem } from 'vscode';
import type { Scoreboard, ScoreFigure, ToolScoreItem } from '../../../server/src/protocol.ts';
import { shownLine } from '../shown.ts';
import type { VsCode } from '../vscode.ts';

export type ToolsNode =
  | { readonly kind: 'suite'; readonly cases: number; readonly figures: readonly ScoreFigure[] }
  | { readonly kind: 'baseline'; readonly at: string; readonly worse: readonly string[] }
  | { readonly kind: 'worse'; readonly text: string }
  | { readonly kind: 'tool'; readonly tool: ToolScoreItem }
  | { readonly kind: 'figure'; readonly of: string; readonly figure: ScoreFigure }
  | {
      readonly kind: 'worst';
      readonly of: string;
      readonly uri: string;
      readonly case_id: string;
      readonly summary: string;
    };

const EMPTY: Scoreboard = { cases: 0, figures: [], tools: [], manifests: 0 };

/** The scoreboard as a tree: the suite, what is worse than the baseline, then each tool. */
export class ToolsTree implements TreeDataProvider<ToolsNode> {
  readonly onDidChangeTreeData: Event<undefined>;
  readonly #changed: EventEmitter<undefined>;
  #board = EMPTY;

  constructor(private readonly vscode: VsCode) {
    this.#changed = new vscode.EventEmitter<undefined>();
    this.onDidChangeTreeData = this.#changed.event;
  }

  show(board: Scoreboard): void {
    this.#board = board;
    this.#changed.fire(undefined);
  }

  getChildren(node?: ToolsNode): ToolsNode[] {
    if (!node) return this.#roots();
    if (node.kind === 'suite') {
      return node.figures.map((figure) => ({ kind: 'figure', of: '', figure }));
    }
    if (node.kind === 'baseline') return node.worse.map((text) => ({ kind: 'worse', text }));
    if (node.kind !== 'tool') return [];
    const { name: of, figures, worst } = node.tool;
    return [
      ...(worst ? [{ kind: 'worst' as const, of, ...worst }] : []),
      ...figures.map((figure) => ({ kind: 'figure' as const, of, figure })),
    ];
  }

  getTreeItem(node: ToolsNode): TreeItem {
    const { Uri, l10n } = this.vscode;
    switch (node.kind) {
      case 'suite': {
        const item = this.#item(l10n.t('All cases'), 'suite', 'Expanded');
        item.description = l10n.t('{0} scored', node.cases);
        item.iconPath = this.#icon(
          node.figures.every(({ healthy }) => healthy),
          'graph',
        );
        return item;
      }
      case 'baseline': {
        const { worse, at } = node;
        const item = this.#item(
          l10n.t('Against the baseline'),
          'baseline',
          worse.length > 0 ? 'Collapsed' : 'None',
        );
        item.description =
          worse.length > 0 ? l10n.t('{0} worse', worse.length) : l10n.t('nothing is worse');
        item.tooltip = l10n.t('The results of {0}', localTime(at));
        item.iconPath = this.#icon(worse.length === 0, 'pass');
        return item;
      }
      case 'worse':
        return this.#item(node.text, `worse ${node.text}`, 'None');
      case 'tool': {
        const { name, overall, figures } = node.tool;
        const item = this.#item(name, `tool ${name}`, 'Collapsed');
        describe(item, overall);
        item.iconPath = this.#icon(
          figures.every(({ healthy }) => healthy),
          'tools',
        );
        return item;
      }
      case 'figure': {
        const { of, figure } = node;
        const item = this.#item(figure.name, `figure ${of} ${figure.name}`, 'None');
        describe(item, figure);
        if (!figure.healthy) item.iconPath = this.#icon(false, 'warning');
        return item;
      }
      case 'worst': {
        const { of, uri, case_id, summary } = node;
        const item = this.#item(l10n.t('Worst case: {0}', case_id), `worst ${of}`, 'None');
        item.description = shownLine(summary);
        item.tooltip = `${shownLine(Uri.parse(uri).path)}\n${item.description}`;
        item.iconPath = this.#icon(true, 'bug');
        item.contextValue = 'case';
        item.command = {
          command: 'callsheet.goToCase',
          title: l10n.t('Go to Case'),
          arguments: [{ uri, case_id }],
        };
        return item;
      }
    }
  }

  #roots(): ToolsNode[] {
    const { cases, figures, tools, baseline } = this.#board;
    if (cases === 0) return [];
    return [
      { kind: 'suite', cases, figures },
      ...(baseline ? [{ kind: 'baseline' as const, ...baseline }] : []),
      ...tools.map((tool) => ({ kind: 'tool' as const, tool })),
    ];
  }

  #item(label: string, id: string, state: 'None' | 'Collapsed' | 'Expanded'): TreeItem {
    const { TreeItem, TreeItemCollapsibleState } = this.vscode;
    const item = new TreeItem(shownLine(label), TreeItemCollapsibleState[state]);
    item.id = id;
    return item;
  }

  /** The icon given where all is well, else a warning. */
  #icon(well: boolean, icon: string) {
    const { ThemeColor, ThemeIcon } = this.vscode;
    return well
      ? new ThemeIcon(icon)
      : new ThemeIcon('warning', new ThemeColor('list.warningForeground'));
  }
}

/** `0.920 ▲ +0.040  ≥ 0.80`, and how it went over time. */
function describe(item: TreeItem, { name, text, trend, floor, history }: ScoreFigure): void {
  item.description = [text, trend, floor].filter((part) => part !== undefined).join('  ');
  const earlier = (history ?? []).map(({ at, text: then }) => `${localTime(at)}  ${then}`);
  item.tooltip = [...earlier, `${name}  ${item.description}`].join('\n');
}

const localTime = (at: string): string => {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? at : time.toLocaleString();
};
