import type { Finding } from '../../model/finding.ts';
import type { Uri } from '../files/uri.ts';
import { scoreFindings } from './placed-findings.ts';
import type { CaseScores, PlacedScore } from './scores.ts';

const NO_SCORES: CaseScores = new Map();

/**
 * The scores of cases by their files, and by the files that their findings stand in: a golden trajectory's
 * file shows what was found of the cases that name it.
 */
export class KeptScores {
  readonly #byFile = new Map<Uri, Map<string, PlacedScore>>();
  readonly #standing = new Map<Uri, Map<string, { readonly from: Uri; placed: PlacedScore }>>();
  #touched = new Set<Uri>();

  /** The scores of a file's cases, by case id. */
  of(uri: Uri): CaseScores {
    return this.#byFile.get(uri) ?? NO_SCORES;
  }

  /** Files that have, or had, scores. */
  get files(): IterableIterator<Uri> {
    return this.#byFile.keys();
  }

  /** Whether a file is among the scored ones. */
  has(uri: Uri): boolean {
    return this.#byFile.has(uri);
  }

  set(uri: Uri, id: string, placed: PlacedScore): void {
    const scores = this.#byFile.get(uri) ?? new Map<string, PlacedScore>();
    this.#byFile.set(uri, scores);
    const before = scores.get(id);
    if (before === placed) return;
    scores.set(id, placed);
    const now = targetsOf(uri, placed);
    for (const target of before ? targetsOf(uri, before) : []) {
      if (!now.has(target)) this.#leave(target, uri, id);
    }
    for (const target of now) {
      const there = this.#standing.get(target) ?? new Map();
      this.#standing.set(target, there);
      // In its old place, so that what is said keeps its order.
      there.set(keyOf(uri, id), { from: uri, placed });
      this.#touched.add(target);
    }
    this.#touched.add(uri);
  }

  /** Has the scores of a file count among those that changed. */
  touch(uri: Uri): void {
    this.#touched.add(uri);
  }

  delete(uri: Uri, id: string): void {
    const placed = this.#byFile.get(uri)?.get(id);
    if (!placed) return;
    this.#byFile.get(uri)?.delete(id);
    for (const target of targetsOf(uri, placed)) this.#leave(target, uri, id);
    this.#touched.add(uri);
  }

  /** Forgets the scores of a file; it stays among the scored ones, so that its readers are told. */
  clear(uri: Uri): void {
    this.touch(uri);
    for (const id of [...this.of(uri).keys()]) this.delete(uri, id);
  }

  /** Every finding of a score that stands in a file. */
  findingsIn(uri: Uri): Finding[] {
    const found: Finding[] = [];
    for (const { from, placed } of this.#standing.get(uri)?.values() ?? []) {
      for (const finding of scoreFindings(placed)) {
        if ((finding.place.uri ?? from) === uri) found.push(finding);
      }
    }
    return found;
  }

  /** The files whose scores, or findings of scores, are others than when this was asked last. */
  takeTouched(): ReadonlySet<Uri> {
    const touched = this.#touched;
    this.#touched = new Set();
    return touched;
  }

  #leave(target: Uri, uri: Uri, id: string): void {
    const there = this.#standing.get(target);
    there?.delete(keyOf(uri, id));
    if (there?.size === 0) this.#standing.delete(target);
    this.#touched.add(target);
  }
}

const keyOf = (uri: Uri, id: string): string => `${uri}#${id}`;

/** The files that the findings of a score stand in. */
const targetsOf = (uri: Uri, placed: PlacedScore): ReadonlySet<Uri> =>
  new Set(scoreFindings(placed).map(({ place }) => place.uri ?? uri));
