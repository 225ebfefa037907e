import type { Memento } from 'vscode';
import type { CaseArguments } from '../../../server/src/protocol.ts';

/** What a panel shows. A page without scripts cannot say so itself: its title is all that comes back with it. */
export interface KeptReport {
  readonly title: string;
  /** The case; undefined for the report of all. */
  readonly of?: CaseArguments | undefined;
}

const KEY = 'callsheet.reports';

/** Panels that were not looked at since a reload are remembered up to this many. */
const MOST = 50;

/** Remembers over a reload what the panels show. */
export class KeptReports {
  /** Those of before the reload that have not come back: an editor hands a panel over once it is looked at. */
  #waiting: readonly KeptReport[];

  constructor(private readonly memory: Memento) {
    this.#waiting = memory.get<readonly KeptReport[]>(KEY, []);
  }

  /** What a panel of before the reload shows, by its title. */
  take(title: string): KeptReport | undefined {
    const found = this.#waiting.find((each) => each.title === title);
    this.#waiting = this.#waiting.filter((each) => each !== found);
    return found;
  }

  /** @param open what the panels show now */
  keep(open: readonly KeptReport[]): void {
    void this.memory.update(KEY, [...open, ...this.#waiting].slice(0, MOST));
  }
}
