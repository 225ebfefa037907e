/**
 * The assignment problem: which rows take which columns so that the sum of weights is greatest. Beside
 * one optimum it tells all of them, since what a sum leaves open is decided by more than a sum.
 */
import { stronglyConnected } from './components.ts';

/** A weight that forbids a pair. */
export const FORBIDDEN = Number.NEGATIVE_INFINITY;

export interface Optimum {
  /** Row → column, or -1. */
  readonly match: Int32Array;
  /** Row → the columns that it may have in an optimum, ascending; -1, last, for none. */
  readonly options: readonly (readonly number[])[];
  /** Column → 1 where every optimum takes it. */
  readonly must: Uint8Array;
}

/**
 * Solves by shortest augmenting paths (Jonker and Volgenant), in O(rows² · columns).
 *
 * @param weights row by row; whole numbers below 2^52, or `FORBIDDEN`
 * @param idle what a row is worth that takes no column
 */
export function assign(
  rows: number,
  columns: number,
  weights: Float64Array,
  idle: Float64Array,
): Optimum {
  // Columns count from 1; 0 is the root of the search for a row's place.
  const u = new Float64Array(rows);
  const v = new Float64Array(columns + 1);
  const holder = new Int32Array(columns + 1).fill(-1);
  const way = new Int32Array(columns + 1);
  const least = new Float64Array(columns + 1);
  const done = new Uint8Array(columns + 1);
  for (let row = 0; row < rows; row++) {
    holder[0] = row;
    least.fill(Number.POSITIVE_INFINITY);
    done.fill(0);
    let leastIdle = Number.POSITIVE_INFINITY;
    let idleAt = 0;
    let at = 0;
    for (;;) {
      done[at] = 1;
      const from = holder[at]!;
      const base = u[from]!;
      const offset = from * columns - 1;
      let delta = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let j = 1; j <= columns; j++) {
        if (done[j] === 1) continue;
        const reduced = -weights[offset + j]! - base - v[j]!;
        if (reduced < least[j]!) {
          least[j] = reduced;
          way[j] = at;
        }
        // Of equal columns a free one ends the search.
        if (least[j]! < delta || (least[j] === delta && holder[j] === -1)) {
          delta = least[j]!;
          next = j;
        }
      }
      if (-idle[from]! - base < leastIdle) {
        leastIdle = -idle[from]! - base;
        idleAt = at;
      }
      const idles = leastIdle < delta;
      if (idles) delta = leastIdle;
      if (delta === Number.POSITIVE_INFINITY) throw new Error('a row can neither work nor idle');
      for (let j = 0; j <= columns; j++) {
        if (done[j] === 1) {
          u[holder[j]!]! += delta;
          v[j]! -= delta;
        } else least[j]! -= delta;
      }
      leastIdle -= delta;
      at = idles ? idleAt : next;
      if (idles || holder[at] === -1) break;
    }
    while (at !== 0) {
      holder[at] = holder[way[at]!]!;
      at = way[at]!;
    }
  }
  const match = new Int32Array(rows).fill(-1);
  for (let j = 1; j <= columns; j++) if (holder[j] !== -1) match[holder[j]!] = j - 1;
  const options = Array.from(match, (_, row) => {
    const tight: number[] = [];
    for (let j = 0; j < columns; j++) {
      if (-weights[row * columns + j]! - u[row]! - v[j + 1]! === 0) tight.push(j);
    }
    if (-idle[row]! - u[row]! === 0) tight.push(-1);
    return tight;
  });
  const must = Uint8Array.from({ length: columns }, (_, j) => (v[j + 1]! < 0 ? 1 : 0));
  return { match, options, must };
}

type Moves = [row: number, column: number][];

const NO_MOVES: Moves = [];

/** Optima of one or several problems side by side, to walk through in order. */
export class Optima {
  readonly match: Int32Array;
  private readonly holder: Int32Array;
  private readonly fixed: Uint8Array;
  /** Row → the columns that it has in some optimum, ascending; -1, last, for none. */
  readonly options: readonly (readonly number[])[];
  readonly must: Uint8Array;
  /** Rows that have a choice, ascending. */
  readonly loose: readonly number[];
  private readonly cameFrom: Int32Array;
  private readonly takes: Int32Array;
  /** Row by row, from the column -1 on: 1 where it is among the row's options. */
  private readonly possible: Uint8Array;

  constructor({ match, options, must }: Optimum) {
    const pool = match.length;
    this.match = Int32Array.from(match);
    this.must = must;
    this.holder = new Int32Array(must.length).fill(-1);
    for (const [row, column] of match.entries()) if (column >= 0) this.holder[column] = row;
    this.fixed = new Uint8Array(pool);
    this.cameFrom = new Int32Array(pool + 1);
    this.takes = new Int32Array(pool + 1);
    // A row can have a column if it and who holds that can change places in a circle.
    const circles = stronglyConnected(pool + 1, (at) => {
      if (at < pool) {
        const others = options[at]!.filter((column) => column !== match[at]);
        return others.map((column) => this.holderOf(column));
      }
      return Array.from(match.keys()).filter((row) => match[row] === -1 || !must[match[row]!]);
    });
    this.options = options.map((columns, row) =>
      columns.filter(
        (column) => column === match[row] || circles[this.holderOf(column)] === circles[row],
      ),
    );
    this.loose = [...match.keys()].filter((row) => this.options[row]!.length > 1);
    this.possible = new Uint8Array(pool * (must.length + 1));
    for (const row of this.loose) {
      for (const column of this.options[row]!) this.possible[this.cell(row, column)] = 1;
    }
  }

  private cell(row: number, column: number): number {
    return row * (this.must.length + 1) + column + 1;
  }

  /** Whether a row that has a choice may have a column, or -1 for none. */
  allows(row: number, column: number): boolean {
    return this.possible[this.cell(row, column)] === 1;
  }

  /** The row that has a column, or the pool. */
  private holderOf(column: number): number {
    const row = column < 0 ? -1 : this.holder[column]!;
    return row < 0 ? this.match.length : row;
  }

  /**
   * Visits the optima, the one first whose first row has the lowest column, until `visit` returns
   * false. The array that it is given is reused.
   *
   * @returns whether all were visited
   */
  each(visit: (match: Int32Array) => boolean): boolean {
    const walk = (k: number): boolean => {
      const row = this.loose[k];
      if (row === undefined) return visit(this.match);
      for (const column of this.options[row]!) {
        if (column >= 0 && this.isTaken(column)) continue;
        const undo = column === this.match[row] ? NO_MOVES : this.take(row, column);
        if (undo === null) continue;
        this.fixed[row] = 1;
        const goOn = walk(k + 1);
        this.fixed[row] = 0;
        this.restore(undo);
        if (!goOn) return false;
      }
      return true;
    };
    return walk(0);
  }

  /** Whether a column is held by a row that may not give it up. */
  private isTaken(column: number): boolean {
    const row = this.holder[column]!;
    return row >= 0 && this.fixed[row] === 1;
  }

  /** The optimum that `each` visits first. */
  first(): Int32Array {
    let first = this.match;
    this.each((match) => {
      first = Int32Array.from(match);
      return false;
    });
    return first;
  }

  /** Gives a row a column, moving others out of the way; the moves, or null where that cannot be. */
  private take(row: number, column: number): Moves | null {
    const moves = this.detour(row, column);
    if (moves === null) return null;
    const undo = moves.map(([mover]): [number, number] => [mover, this.match[mover]!]);
    this.restore(moves);
    return undo;
  }

  private restore(moves: readonly (readonly [row: number, column: number])[]): void {
    for (const [row] of moves) {
      const column = this.match[row]!;
      if (column >= 0 && this.holder[column] === row) this.holder[column] = -1;
    }
    for (const [row, column] of moves) {
      this.match[row] = column;
      if (column >= 0) this.holder[column] = row;
    }
  }

  /**
   * The moves after which `row` has `column` and the assignment is as good as before: a cycle, found
   * breadth first, of rows that each take what the next one gives up. The pool of idle columns and
   * idle rows takes part like a row; it cannot keep a column that every optimum takes.
   */
  private detour(row: number, column: number): Moves | null {
    const { match, must, fixed, cameFrom, takes } = this;
    const released = match[row]!;
    const pool = match.length;
    const start = this.holderOf(column);
    if (start < pool && fixed[start]) return null;
    // Mostly two rows just change places.
    if (start < pool && this.allows(start, released)) {
      return [
        [row, column],
        [start, released],
      ];
    }
    cameFrom.fill(-2);
    cameFrom[start] = -1;
    const queue = [start];
    for (let head = 0; head < queue.length; head++) {
      const at = queue[head]!;
      const visit = (next: number, taken: number) => {
        if (next === row || cameFrom[next] !== -2 || (next < pool && fixed[next])) return;
        cameFrom[next] = at;
        takes[next] = taken;
        queue.push(next);
      };
      if (at === pool) {
        if (released === -1 || !must[released]) return this.moves(row, column, at, -1);
        for (let other = 0; other < pool; other++) {
          if (match[other] === -1 || !must[match[other]!]) visit(other, match[other]!);
        }
      } else {
        for (const option of this.options[at]!) {
          if (option === match[at] || (option === column && option !== -1)) continue;
          if (option >= 0 && option === released) return this.moves(row, column, at, option);
          visit(this.holderOf(option), option);
        }
      }
    }
    return null;
  }

  /** Reads the moves back from the search: `last` takes `taken`, and so on to the start. */
  private moves(row: number, column: number, last: number, taken: number): Moves {
    const moves: Moves = [[row, column]];
    let next = taken;
    for (let at = last; at !== -1; at = this.cameFrom[at]!) {
      if (at < this.match.length) moves.push([at, next]);
      next = this.takes[at]!;
    }
    return moves;
  }
}
