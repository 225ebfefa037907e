import type { Disposable, EventEmitter } from 'vscode';
import type {
  CaseArguments,
  CaseItem,
  CaseResult,
  FileCases,
  FileScores,
} from '../../../server/src/protocol.ts';
import type { LanguageServer } from '../language-server.ts';
import type { VsCode } from '../vscode.ts';

/** A case with the result that it has now. */
export interface ListedCase {
  readonly uri: string;
  readonly item: CaseItem;
  readonly result: CaseResult | undefined;
}

export type CaseListServer = Pick<
  LanguageServer,
  'cases' | 'onCasesChanged' | 'onScoresChanged' | 'onRunning'
>;

/** The cases of the workspace and their results, as the server tells of them. Asks for nothing by itself. */
export class CaseList implements Disposable {
  readonly #files = new Map<string, readonly CaseItem[]>();
  readonly #results = new Map<string, ReadonlyMap<string, CaseResult>>();
  readonly #changed: EventEmitter<void>;
  readonly #listeners: readonly Disposable[];
  #loaded = false;

  constructor(
    vscode: VsCode,
    private readonly server: CaseListServer,
  ) {
    this.#changed = new vscode.EventEmitter<void>();
    this.#listeners = [
      server.onCasesChanged((file) => this.#casesChanged(file)),
      server.onScoresChanged((scores) => this.#scoresChanged(scores)),
      server.onRunning(() => {
        // A new server has no scores yet.
        this.#results.clear();
        this.forget();
      }),
    ];
  }

  /** Fires when cases or results are others than before, or have to be asked for again. */
  get onChanged() {
    return this.#changed.event;
  }

  /** Every case, by file. */
  get cases(): readonly ListedCase[] {
    return [...this.#files].flatMap(([uri, items]) =>
      items.map((item) => ({ uri, item, result: this.#results.get(uri)?.get(item.case_id) })),
    );
  }

  get files(): readonly string[] {
    return [...this.#files.keys()];
  }

  /** Asks for all cases of the workspace, unless they are known. */
  async load(): Promise<void> {
    if (this.#loaded) return;
    this.#loaded = true;
    try {
      const files = await this.server.cases();
      this.#files.clear();
      for (const { uri, cases } of files) this.#files.set(uri, cases);
    } catch (error) {
      this.#loaded = false;
      throw error;
    }
  }

  /** Has the cases asked for anew: their tools may be others. */
  forget(): void {
    this.#loaded = false;
    this.#changed.fire();
  }

  find({ uri, case_id }: CaseArguments): CaseItem | undefined {
    return this.#files.get(uri)?.find((item) => item.case_id === case_id);
  }

  dispose(): void {
    this.#changed.dispose();
    for (const listener of this.#listeners) listener.dispose();
  }

  #casesChanged({ uri, cases }: FileCases): void {
    if (cases.length > 0) this.#files.set(uri, cases);
    else this.#files.delete(uri);
    this.#changed.fire();
  }

  #scoresChanged({ uri, results }: FileScores): void {
    const before = this.#results.get(uri);
    const now = new Map(results.map((result) => [result.case_id, result]));
    this.#results.set(uri, now);
    const same =
      before?.size === now.size &&
      results.every((result) => looksLike(result, before.get(result.case_id)));
    if (!same) this.#changed.fire();
  }
}

/** Whether two results look the same in a list. */
const looksLike = (a: CaseResult, b: CaseResult | undefined): boolean =>
  b !== undefined &&
  a.verdict === b.verdict &&
  a.summary === b.summary &&
  a.passed === b.passed &&
  a.trials === b.trials;
