/**
 * The assignment problem: which rows take which columns so that the sum of weights is greatest. Beside
 * one optimum it tells all of them, since what a sum leaves open is decided by more than a sum.
 */

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
  // Column `columns + r` stands for row r taking none. Index 0 is the root of the search.
  const width = columns + rows;
  const u = new Float64Array(rows + 1);
  const v = new Float64Array(width + 1);
  const holder = new Int32Array(width + 1);
  const way = new Int32Array(width + 1);
  const least = new Float64Array(width + 1);
  const done = new Uint8Array(width + 1);
  const cost = (row: number, column: number): number => {
    if (column < columns) return -weights[row * columns + column]!;
    return column - columns === row ? -idle[row]! : Number.POSITIVE_INFINITY;
  };
  for (let row = 1; row <= rows; row++) {
    holder[0] = row;
    least.fill(Number.POSITIVE_INFINITY);
    done.fill(0);
    let at = 0;
    do {
      done[at] = 1;
      const from = holder[at]!;
      let delta = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let j = 1; j <= width; j++) {
        if (done[j]) continue;
        const reduced = cost(from - 1, j - 1) - u[from]! - v[j]!;
        if (reduced < least[j]!) {
          least[j] = reduced;
          way[j] = at;
        }
        if (least[j]! < delta) {
          delta = least[j]!;
          next = j;
        }
      }
      if (next === 0) throw new Error('a row has neither a column nor leave to be idle');
      for (let j = 0; j <= width; j++) {
        if (done[j]) {
          u[holder[j]!]! += delta;
          v[j]! -= delta;
        } else least[j]! -= delta;
      }
      at = next;
    } while (holder[at] !== 0);
    do {
      const previous = way[at]!;
      holder[at] = holder[previous]!;
      at = previous;
    } while (at !== 0);
  }
  const match = new Int32Array(rows).fill(-1);
  for (let j = 1; j <= columns; j++) if (holder[j] !== 0) match[holder[j]! - 1] = j - 1;
  const options = Array.from(match, (_, row) => {
    const tight: number[] = [];
    for (let j = 0; j < columns; j++) {
      if (cost(row, j) - u[row + 1]! - v[j + 1]! === 0) tight.push(j);
    }
    const own = columns + row;
    if (cost(row, own) - u[row + 1]! - v[own + 1]! === 0) tight.push(-1);
    return tight;
  });
  const must = Uint8Array.from({ length: columns }, (_, j) => (v[j + 1]! < 0 ? 1 : 0));
  return { match, options, must };
}

/** Optima of one or several problems side by side, to walk through in order. */
export class Optima {
  readonly match: Int32Array;
  private readonly holder: Int32Array;
  private readonly fixed: Uint8Array;
  readonly options: readonly (readonly number[])[];
  readonly must: Uint8Array;
  /** Rows that have a choice, ascending. */
  readonly loose: readonly number[];

  constructor({ match, options, must }: Optimum) {
    this.match = Int32Array.from(match);
    this.options = options;
    this.must = must;
    this.holder = new Int32Array(must.length).fill(-1);
    for (const [row, column] of match.entries()) if (column >= 0) this.holder[column] = row;
    this.fixed = new Uint8Array(match.length);
    this.loose = [...match.keys()].filter((row) =>
      options[row]!.some((column) => column !== match[row] && this.detour(row, column) !== null),
    );
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
        const undo = column === this.match[row] ? [] : this.take(row, column);
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
  private take(row: number, column: number): [row: number, column: number][] | null {
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
  private detour(row: number, column: number): [row: number, column: number][] | null {
    const { match, holder, must, fixed } = this;
    const released = match[row]!;
    const pool = match.length;
    const start = column >= 0 && holder[column]! >= 0 ? holder[column]! : pool;
    if (start < pool && fixed[start]) return null;
    const cameFrom = new Int32Array(pool + 1).fill(-2);
    const takes = new Int32Array(pool + 1).fill(-1);
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
        if (released === -1 || !must[released]) {
          return this.moves(row, column, at, -1, cameFrom, takes);
        }
        for (let other = 0; other < pool; other++) {
          if (match[other] === -1 || !must[match[other]!]) visit(other, match[other]!);
        }
      } else {
        for (const option of this.options[at]!) {
          if (option === match[at] || (option === column && option !== -1)) continue;
          if (option >= 0 && option === released) {
            return this.moves(row, column, at, option, cameFrom, takes);
          }
          visit(option >= 0 && holder[option]! >= 0 ? holder[option]! : pool, option);
        }
      }
    }
    return null;
  }

  private moves(
    row: number,
    column: number,
    last: number,
    taken: number,
    cameFrom: Int32Array,
    takes: Int32Array,
  ): [row: number, column: number][] {
    const moves: [number, number][] = [[row, column]];
    let takenByLater = taken;
    for (let at = last; at !== -1; at = cameFrom[at]!) {
      if (at < this.match.length) moves.push([at, takenByLater]);
      takenByLater = takes[at]!;
    }
    return moves;
  }
}
