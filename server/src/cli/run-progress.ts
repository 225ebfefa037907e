import { plain, plainLines, plural } from '../report/text.ts';
import type { RunProgress } from '../workspace/running/run-cases.ts';
import type { Terminal } from './terminal.ts';

/** Why a trial has no answer; it may quote several lines. */
const reason = (failure: string): string => plainLines(failure, '    ');

/** Tells how a run gets on: in one line that is written over on a terminal, in plain lines elsewhere. */
export class ProgressLines {
  #shown = false;

  constructor(private readonly terminal: Terminal) {}

  readonly told = (progress: RunProgress): void => {
    const { done, total, failed, caseId, trial, failure, elapsedMs } = progress;
    const name = `${plain(caseId)}, trial ${trial}`;
    if (!this.terminal.live) {
      const how = failure === undefined ? `${(elapsedMs / 1000).toFixed(1)} s` : reason(failure);
      this.terminal.err(`[${done}/${total}] ${name}: ${how}\n`);
      return;
    }
    if (failure !== undefined) this.line(`${name}: ${reason(failure)}`);
    const failures = failed === 0 ? '' : `, ${failed} without an answer`;
    this.#clear();
    this.terminal.err(`${done} of ${plural(total, 'trial')}${failures}`);
    this.#shown = true;
  };

  /** A line that stays. */
  line(text: string): void {
    this.#clear();
    this.terminal.err(`${text}\n`);
  }

  #clear(): void {
    if (this.#shown) this.terminal.err('\r\u001b[K');
    this.#shown = false;
  }

  end(): void {
    this.#clear();
  }
}
