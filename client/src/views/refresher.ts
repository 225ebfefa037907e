import type { Disposable, Event } from 'vscode';

/** Something that is seen at times, and has work to do only then. */
export interface Seen {
  readonly visible: boolean;
  readonly onChanged: Event<unknown>;
}

/**
 * Does the work that a view shows: while nobody sees it, none at all; while somebody does, once for many
 * changes, and never twice at a time.
 */
export class Refresher implements Disposable {
  #stale = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #working = false;
  readonly #listener: Disposable;

  /**
   * @param work may fail; it is tried again with the next change
   * @param pauseMs how long a change waits for others, in milliseconds
   */
  constructor(
    private readonly seen: Seen,
    private readonly work: () => Promise<unknown>,
    private readonly pauseMs: number,
  ) {
    this.#listener = seen.onChanged(() => this.#schedule(0));
  }

  /** What is shown may be different now. */
  soon(): void {
    this.#stale = true;
    this.#schedule(this.pauseMs);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#stale = false;
    this.#listener.dispose();
  }

  #schedule(pauseMs: number): void {
    if (!this.#stale || !this.seen.visible || this.#working) return;
    this.#timer ??= setTimeout(() => void this.#run(), pauseMs);
  }

  async #run(): Promise<void> {
    this.#timer = undefined;
    if (!this.seen.visible) return;
    this.#stale = false;
    this.#working = true;
    try {
      await this.work();
    } catch {
      // The server says in its own words what is wrong, or is not there yet.
    } finally {
      this.#working = false;
      this.#schedule(this.pauseMs);
    }
  }
}
