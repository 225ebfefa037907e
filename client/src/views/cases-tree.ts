import type { Event, EventEmitter, TreeDataProvider, TreeItem } from 'vscode';
import type { CaseResult } from '../../../server/src/protocol.ts';
import { shownLine, shownLines } from '../shown.ts';
import type { VsCode } from '../vscode.ts';
import type { CaseList, ListedCase } from './case-list.ts';
import { type Group, type GroupBy, groupCases, groupingNames } from './grouping.ts';

/** A case in the tree, as its commands take it. */
export interface CaseNode extends ListedCase {
  readonly kind: 'case';
  readonly case_id: string;
  /** The group that it stands in. */
  readonly group: string;
}

export interface GroupNode extends Group {
  readonly kind: 'group';
}

export type CasesNode = CaseNode | GroupNode;

/** An icon and its colour for each verdict, those of the Testing view. */
const ICONS = {
  pass: ['testing-passed-icon', 'testing.iconPassed'],
  fail: ['testing-failed-icon', 'testing.iconFailed'],
  error: ['testing-error-icon', 'testing.iconErrored'],
  none: ['testing-unset-icon', 'testing.iconUnset'],
} as const satisfies Record<CaseResult['verdict'] | 'none', readonly [string, string]>;

/** Groups up to this many are open at first. */
const OPEN_GROUPS = 20;

/** The tree of cases, in groups. */
export class CasesTree implements TreeDataProvider<CasesNode> {
  readonly onDidChangeTreeData: Event<undefined>;
  readonly #changed: EventEmitter<undefined>;
  #groups: GroupNode[] = [];

  constructor(
    private readonly vscode: VsCode,
    private readonly list: CaseList,
    public groupBy: GroupBy,
  ) {
    this.#changed = new vscode.EventEmitter<undefined>();
    this.onDidChangeTreeData = this.#changed.event;
  }

  /** Shows the list as it is now. */
  refresh(): void {
    this.#groups = groupCases(this.list.cases, this.groupBy).map((group) => ({
      kind: 'group',
      ...group,
    }));
    this.#changed.fire(undefined);
  }

  getChildren(node?: CasesNode): CasesNode[] {
    if (!node) return this.#groups;
    if (node.kind === 'case') return [];
    return node.cases.map((of) => ({
      kind: 'case',
      ...of,
      case_id: of.item.case_id,
      group: node.name ?? '',
    }));
  }

  getTreeItem(node: CasesNode): TreeItem {
    return node.kind === 'group' ? this.#groupItem(node) : this.#caseItem(node);
  }

  #groupItem({ name, cases }: GroupNode): TreeItem {
    const { l10n, TreeItem, TreeItemCollapsibleState, ThemeIcon, Uri } = this.vscode;
    const { Collapsed, Expanded } = TreeItemCollapsibleState;
    const open = this.#groups.length <= OPEN_GROUPS;
    const item = new TreeItem(this.#groupLabel(name), open ? Expanded : Collapsed);
    item.id = `${this.groupBy} ${name ?? ''}`;
    const passed = cases.filter(({ result }) => result?.verdict === 'pass').length;
    item.description = cases.some(({ result }) => result)
      ? l10n.t('{0} of {1} passed', passed, cases.length)
      : cases.length === 1
        ? l10n.t('1 case')
        : l10n.t('{0} cases', cases.length);
    item.contextValue = this.groupBy === 'file' ? 'file' : 'group';
    if (this.groupBy === 'file' && name !== undefined) {
      item.iconPath = ThemeIcon.File;
      item.tooltip = Uri.parse(name).path;
    }
    return item;
  }

  #groupLabel(name: string | undefined): string {
    const { l10n, Uri, workspace } = this.vscode;
    const words: Partial<Record<GroupBy, Readonly<Record<string, string>>>> = {
      verdict: { pass: l10n.t('Passed'), fail: l10n.t('Failed'), error: l10n.t('Not scored') },
    };
    if (name === undefined) return l10n.t('Without {0}', groupingNames(this.vscode)[this.groupBy]);
    if (this.groupBy === 'file') return workspace.asRelativePath(Uri.parse(name));
    return words[this.groupBy]?.[name] ?? shownLine(name);
  }

  #caseItem(node: CaseNode): TreeItem {
    const { ThemeColor, ThemeIcon, TreeItem } = this.vscode;
    const { uri, case_id, group, result, item: of } = node;
    const item = new TreeItem(shownLine(case_id));
    item.id = `${this.groupBy} ${group} ${uri}#${case_id}`;
    const [icon, color] = ICONS[result?.verdict ?? 'none'];
    item.iconPath = new ThemeIcon(icon, new ThemeColor(color));
    const trials = result && this.#trials(result);
    const title = of.title && shownLine(of.title);
    const summary = result && shownLines(result.summary);
    item.description = [trials, title].filter((part) => part).join('  ');
    item.tooltip = [title, summary].filter((part) => part).join('\n') || shownLine(case_id);
    item.accessibilityInformation = { label: `${item.label}, ${summary ?? title ?? ''}` };
    item.contextValue = 'case';
    item.command = {
      command: 'callsheet.goToCase',
      title: this.vscode.l10n.t('Go to Case'),
      arguments: [{ uri, case_id }],
    };
    return item;
  }

  /** `4/5 flaky` */
  #trials({ passed, trials, flaky }: CaseResult): string {
    if (trials === 0) return '';
    return `${passed}/${trials}${flaky ? ` ${this.vscode.l10n.t('flaky')}` : ''}`;
  }
}
