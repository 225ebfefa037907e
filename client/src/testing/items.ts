import type { Range, TestController, TestItem, TestItemCollection } from 'vscode';
import type {
  CaseArguments,
  CaseItem,
  FileCases,
  RunResult,
} from '../../../server/src/protocol.ts';
import { shownLabel, shownLine } from '../shown.ts';
import type { VsCode } from '../vscode.ts';

/** The Testing view's tree: files, then their cases in the order in which they are written, then runs. */
export class CaseItems {
  readonly #cases = new WeakMap<TestItem, CaseArguments>();

  constructor(
    private readonly vscode: VsCode,
    private readonly controller: TestController,
  ) {}

  /**
   * Brings the tree into line with the cases of a file. Items that stay are kept, for their results
   * hang on them.
   */
  update({ uri: address, cases }: FileCases): void {
    const { Uri, workspace } = this.vscode;
    const uri = Uri.parse(address);
    const id = uri.toString();
    if (cases.length === 0) {
      this.controller.items.delete(id);
      return;
    }
    const file =
      this.controller.items.get(id) ??
      this.controller.createTestItem(id, shownLabel(workspace.asRelativePath(uri)), uri);
    this.#updateCases(file, cases);
    this.controller.items.add(file);
  }

  /** Keeps the files given, and no others. */
  replace(files: readonly FileCases[]): void {
    const there = new Set(files.map(({ uri }) => this.vscode.Uri.parse(uri).toString()));
    for (const [id] of this.controller.items) if (!there.has(id)) this.controller.items.delete(id);
    for (const file of files) this.update(file);
  }

  /** The case that an item stands for; undefined for a file. */
  caseOf(item: TestItem): CaseArguments | undefined {
    return this.#cases.get(item);
  }

  find({ uri, case_id }: CaseArguments): TestItem | undefined {
    return this.file(uri)?.children.get(case_id);
  }

  file(uri: string): TestItem | undefined {
    return this.controller.items.get(this.vscode.Uri.parse(uri).toString());
  }

  /** The cases of a file that lines of it touch, from the first to the last. */
  touching(uri: string, first: number, last: number): TestItem[] {
    return listOf(this.file(uri)?.children).filter(
      ({ range }) => range && range.start.line <= last && range.end.line >= first,
    );
  }

  /** The case that holds a line of a file, or else the last one before it. */
  at(uri: string, line: number): CaseArguments | undefined {
    const last = this.#written(uri).findLast(({ range }) => range && range.start.line <= line);
    return last && this.caseOf(last);
  }

  /** The cases of a file, in the order in which they are written. */
  casesIn(uri: string): readonly CaseArguments[] {
    return this.#written(uri).flatMap((item) => this.caseOf(item) ?? []);
  }

  #written(uri: string): TestItem[] {
    return listOf(this.file(uri)?.children).sort(
      (a, b) => (a.range?.start.line ?? 0) - (b.range?.start.line ?? 0),
    );
  }

  /**
   * Lists the runs of a case below it, where there are several.
   *
   * @returns their items, in order
   */
  showRuns(item: TestItem, runs: readonly RunResult[]): readonly TestItem[] {
    const shown = runs.length > 1 ? runs : [];
    const items = shown.map(({ run_id }, index) => {
      const run = this.controller.createTestItem(
        String(index),
        shownLabel(`#${run_id || index + 1}`),
        item.uri,
      );
      run.sortText = String(index).padStart(String(shown.length).length, '0');
      return item.children.get(run.id) ?? run;
    });
    item.children.replace(items);
    return items;
  }

  /** The cases below the items given, or below all, without those left out. A run stands for its case. */
  casesBelow(
    include: readonly TestItem[] | undefined,
    exclude: readonly TestItem[] = [],
  ): TestItem[] {
    const left = new Set(exclude);
    const below = (item: TestItem): TestItem[] => {
      if (left.has(item)) return [];
      if (item.parent && this.caseOf(item.parent)) return [item.parent];
      return this.caseOf(item) ? [item] : listOf(item.children).flatMap(below);
    };
    return [...new Set((include ?? listOf(this.controller.items)).flatMap(below))];
  }

  #updateCases(file: TestItem, cases: readonly CaseItem[]): void {
    const ids = new Set(cases.map(({ case_id }) => case_id));
    for (const [id] of file.children) if (!ids.has(id)) file.children.delete(id);
    const width = String(cases.length).length;
    const done = new Set<string>();
    cases.forEach(({ case_id, title, tags, range }, index) => {
      // The second of two cases with one id is a finding, and no item of its own.
      if (done.has(case_id)) return;
      done.add(case_id);
      const item =
        file.children.get(case_id) ??
        this.controller.createTestItem(case_id, shownLabel(case_id), file.uri);
      this.#cases.set(item, { uri: file.id, case_id });
      item.description = title === undefined ? undefined : shownLine(title);
      item.sortText = String(index).padStart(width, '0');
      item.tags = tags.map((tag) => new this.vscode.TestTag(tag));
      item.range = toRange(this.vscode, range);
      file.children.add(item);
    });
  }
}

/** The items of a collection, as a list. */
export function listOf(items: TestItemCollection | undefined): TestItem[] {
  return items ? Array.from(items, ([, item]) => item) : [];
}

export function toRange(vscode: VsCode, { start, end }: CaseItem['range']): Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
