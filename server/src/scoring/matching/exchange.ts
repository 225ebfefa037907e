import type { Optima } from './assign.ts';
import { better, type Judge } from './judge.ts';

/** So many exchanges are tried: every pair of 200 calls once, of 100 four times. What is found by then counts. */
const MAX_EXCHANGES = 20_000;

/** Exchanges pairs, or a call for an idle one, for as long as that makes an alignment better. */
export class Exchange {
  readonly match: Int32Array;
  private readonly optima: Optima;
  private readonly judge: Judge;
  private readonly taken: Uint8Array;
  /** Golden → how many of its relations are kept, or -1 where that has to be counted again. */
  private readonly kept: Int32Array;
  private left = MAX_EXCHANGES;

  constructor(optima: Optima, start: Int32Array, judge: Judge) {
    this.optima = optima;
    this.judge = judge;
    this.match = Int32Array.from(start);
    this.taken = new Uint8Array(optima.must.length);
    for (const column of start) if (column >= 0) this.taken[column] = 1;
    this.kept = new Int32Array(start.length).fill(-1);
  }

  run(): Int32Array {
    const { loose, options } = this.optima;
    for (let improved = true; improved && this.left > 0; ) {
      improved = false;
      for (const [i, a] of loose.entries()) {
        for (const column of options[a]!) if (this.move(a, column)) improved = true;
        for (let k = i + 1; k < loose.length && this.left > 0; k++) {
          const b = loose[k]!;
          if (this.isContent(a) && this.isContent(b)) continue;
          if (this.swap(a, b)) improved = true;
        }
      }
    }
    return this.match;
  }

  private isContent(golden: number): boolean {
    return this.keptBy(golden) === this.judge.countOf(golden);
  }

  private keptBy(golden: number): number {
    if (this.kept[golden] === -1) this.kept[golden] = this.judge.keptBy(this.match, golden);
    return this.kept[golden]!;
  }

  /** Two calls of one tool change places: only relations can tell the difference. */
  private swap(a: number, b: number): boolean {
    const { match, optima, judge } = this;
    const mine = match[a]!;
    const theirs = match[b]!;
    if (mine === theirs || !optima.allows(a, theirs) || !optima.allows(b, mine)) return false;
    this.left--;
    const before = this.keptBy(a) + this.keptBy(b) - judge.keptByBoth(match, a, b);
    match[a] = theirs;
    match[b] = mine;
    const after = judge.keptBy(match, a) + judge.keptBy(match, b) - judge.keptByBoth(match, a, b);
    if (after > before) {
      this.kept.fill(-1);
      return true;
    }
    match[a] = mine;
    match[b] = theirs;
    return false;
  }

  /** A golden call takes an idle call, or none. */
  private move(golden: number, column: number): boolean {
    const { match, taken, judge } = this;
    const { must } = this.optima;
    const mine = match[golden]!;
    if (column === mine || (mine >= 0 && must[mine]) || (column >= 0 && taken[column]))
      return false;
    this.left--;
    const before = [this.keptBy(golden), ...judge.outcomeOf(golden, mine)];
    match[golden] = column;
    if (better([judge.keptBy(match, golden), ...judge.outcomeOf(golden, column)], before)) {
      if (mine >= 0) taken[mine] = 0;
      if (column >= 0) taken[column] = 1;
      this.kept.fill(-1);
      return true;
    }
    match[golden] = mine;
    return false;
  }
}
