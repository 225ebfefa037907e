import type { Finding } from '../model/finding.ts';
import { Affected } from './affected.ts';
import type { FileState } from './files/file-state.ts';
import { isInside, nameOf, relativePath, type Uri } from './files/uri.ts';
import { CaseIndex } from './links/case-index.ts';
import { includedFiles } from './links/includes.ts';
import { Linter } from './lint/lint.ts';
import { pause } from './pause.ts';
import { KeptScores } from './scores/kept-scores.ts';
import type { PredicateRunner } from './scores/predicate-answers.ts';
import {
  type CaseScores,
  type PlacedScore,
  type ScoreOptions,
  Scorer,
  unitId,
} from './scores/scores.ts';
import { type Snapshot, Workspace, type WorkspaceOptions } from './workspace.ts';

export interface SessionOptions extends WorkspaceOptions {
  /**
   * How many files a workspace may have to be held whole. Of a larger one, a case file that was looked at
   * once is parsed anew when somebody asks again; without a number none is.
   */
  readonly heldWhole?: number;
}

/**
 * One client's workspace with its lint and its scores: what the language server's requests are answered
 * from. Knows no protocol.
 */
export class Session {
  readonly workspace: Workspace;
  readonly index = new CaseIndex();
  readonly linter: Linter;
  readonly scorer: Scorer;
  /** What is known of cases by their runs. */
  readonly scores = new KeptScores();
  readonly affected = new Affected(this);
  /** How cases are scored whose newest runs are not those that they name. */
  readonly #runs = new Map<Uri, Map<string, ScoreOptions>>();
  /** Files whose cases are being scored. */
  readonly #busy = new Set<Uri>();
  #scoreOptions: ScoreOptions = { fileName: (uri) => this.fileName(uri) };

  constructor(
    private readonly options: SessionOptions,
    log: (message: string) => void,
  ) {
    this.workspace = new Workspace(options);
    this.linter = new Linter(this.workspace, this.index, (message, error) =>
      log(`${message}: ${error instanceof Error ? error.stack : error}`),
    );
    this.scorer = new Scorer(this.workspace, this.linter);
  }

  /** How reports name a file: by its path from the workspace folder, with the folder's name where there are several. */
  fileName(uri: Uri): string {
    const { folders } = this.workspace;
    const folder = folders.find((each) => isInside(each, uri));
    if (folder === undefined) return nameOf(uri);
    const path = relativePath(folder, uri);
    return folders.length > 1 ? `${nameOf(folder)}/${path}` : path;
  }

  /** A file with all that it names loaded; undefined where it is none of ours. */
  async snapshot(uri: Uri): Promise<Snapshot | undefined> {
    const snapshot = await this.workspace.snapshot(uri);
    if (snapshot) this.#index(snapshot);
    return snapshot;
  }

  /** Has the index know a case file, and those that a dataset includes. */
  #index({ file }: Snapshot): void {
    if (file.kind === 'case') this.index.update(file);
    if (file.kind !== 'dataset') return;
    const included = includedFiles(file, this.workspace.listed);
    // Cases that it includes may not bear the ids of its own.
    if (included.length > 0) this.index.update(file);
    for (const uri of included) {
      const state = this.workspace.store.peek(uri);
      if (state?.document) this.index.update(state);
    }
  }

  /** Loads every case file of the workspace, so that ids are unique among all of them. */
  async loadCases(): Promise<readonly Uri[]> {
    const { workspace } = this;
    const uris = (await workspace.files()).filter((uri) =>
      SUBJECT_KINDS.has(workspace.kindOf(uri) ?? ''),
    );
    for (const uri of uris) {
      const isKnown = workspace.store.peek(uri) !== undefined;
      // A file that ends the server is to be known before it is looked into.
      if (!isKnown) workspace.onWork(uri);
      const state = await workspace.store.load(uri);
      if (state.kind === 'case' && state.document) this.index.update(state);
      if (!isKnown) this.release(state);
      // Reading lets others through by itself.
      if (isKnown) await pause();
    }
    return uris;
  }

  /**
   * Lets go of what is known of a file that was looked at once and that nobody has open: of thousands, only
   * what others need is held. It is parsed and linted again when somebody asks.
   */
  letGo(snapshot: Snapshot): void {
    if (snapshot.file.open) return;
    this.linter.forget(snapshot);
    this.release(snapshot.file);
  }

  /** Lets go of the parse of a file that was only read. */
  release(file: FileState): void {
    const { workspace, index, scores, options } = this;
    const { uri, kind } = file;
    if (kind !== 'case' || workspace.listed.length <= (options.heldWhole ?? Infinity)) return;
    // Findings of other files, of its score or of its dataset stand on these very trees.
    const isHeld =
      this.#busy.has(uri) ||
      scores.of(uri).size > 0 ||
      index.isShared(uri) ||
      workspace.includedBy(uri) !== undefined;
    if (!isHeld) file.letGo();
  }

  scoresOf(uri: Uri): CaseScores {
    return this.scores.of(uri);
  }

  /** From now on the configuration's predicate module may run, by this runner. */
  allowPredicates(predicates: PredicateRunner): void {
    this.#scoreOptions = { ...this.#scoreOptions, predicates };
    for (const runs of this.#runs.values()) {
      for (const [id, options] of runs) runs.set(id, { ...options, predicates });
    }
  }

  /**
   * Says which runs a case is scored by from now on.
   *
   * @param trace the file of its newest runs; undefined for those that the case names
   */
  scoreRuns(uri: Uri, id: string, trace: Uri | undefined): void {
    const runs = this.#runs.get(uri) ?? new Map<string, ScoreOptions>();
    this.#runs.set(uri, runs);
    if (trace === undefined) runs.delete(id);
    else runs.set(id, { ...this.#scoreOptions, traces: [trace] });
  }

  /** Whether a case is scored by runs that were made here, not by those that it names. */
  hasRuns(uri: Uri, id: string): boolean {
    return this.#runs.get(uri)?.has(id) === true;
  }

  /**
   * Scores every case that has runs made here: after a reload their verdicts are there again. Where the
   * predicates of a workspace would have to run for it, nothing is scored until a person asks.
   */
  async scoreKeptRuns(): Promise<void> {
    for (const [uri, runs] of this.#runs) {
      const snapshot = await this.snapshot(uri);
      if (!snapshot || snapshot.around.config.predicates !== undefined) continue;
      await this.rescore(snapshot, new Set(runs.keys()));
    }
  }

  /**
   * Scores cases of a file by their recorded runs and keeps the results.
   *
   * @param ids the cases; all of them where undefined
   * @returns the scores made, by case id; an id that the file does not have is left out
   */
  async rescore(snapshot: Snapshot, ids?: ReadonlySet<string>): Promise<CaseScores> {
    const { uri } = snapshot.file;
    this.#busy.add(uri);
    const made = await this.#score(snapshot, ids).finally(() => this.#busy.delete(uri));
    for (const [id, score] of made) this.scores.set(uri, id, score);
    // Who asked for scores is told of them, be they those of before.
    this.scores.touch(uri);
    return made;
  }

  /** Scores again what has a score, after an edit of the case, its trace or its manifest. */
  async refreshScores(uri: Uri): Promise<void> {
    const before = new Map(this.scores.of(uri));
    const snapshot = before.size > 0 ? await this.snapshot(uri) : undefined;
    if (!snapshot) return;
    const made = await this.#score(snapshot, new Set(before.keys()));
    for (const [id, placed] of before) {
      // What was taken back, or made anew, meanwhile stays so.
      if (this.scores.of(uri).get(id) !== placed) continue;
      const score = made.get(id);
      if (score) this.scores.set(uri, id, score);
      else this.scores.delete(uri, id);
    }
  }

  async #score(snapshot: Snapshot, ids?: ReadonlySet<string>): Promise<CaseScores> {
    const { uri } = snapshot.file;
    const { dependents } = this.workspace.store;
    const runs = this.#runs.get(uri);
    const made = new Map<string, PlacedScore>();
    for (const unit of snapshot.contents.units) {
      const id = unitId(unit);
      if (id === undefined || made.has(id) || (ids && !ids.has(id))) continue;
      const options = runs?.get(id) ?? this.#scoreOptions;
      for (const trace of options.traces ?? []) dependents.note(uri, trace);
      made.set(id, await this.scorer.score(snapshot, unit, options));
    }
    return made;
  }

  /** Every finding that stands in a file: lint, and scores of its cases and of those that name it. */
  findings(snapshot: Snapshot): {
    readonly lint: readonly Finding[];
    readonly scores: readonly Finding[];
  } {
    const scores = this.scores.findingsIn(snapshot.file.uri);
    return { lint: this.linter.lint(snapshot), scores };
  }
}

const SUBJECT_KINDS: ReadonlySet<string> = new Set(['case', 'golden', 'dataset']);
