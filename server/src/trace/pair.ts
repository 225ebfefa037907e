interface Answerable {
  readonly id?: string | undefined;
  readonly name: string;
  readonly batch?: number | undefined;
}

interface Answer {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}

/**
 * Finds the call that each result answers: by id where that tells, else the nearest earlier call without
 * an answer. Ids repeat in real logs, or are missing; inside one batch, results come in the order of its
 * calls.
 */
export class Pairing<Call extends Answerable> {
  private readonly waiting: Call[] = [];

  add(call: Call): void {
    this.waiting.push(call);
  }

  /** Takes the call that a result answers; undefined where no waiting call can be meant. */
  take({ id, name }: Answer): Call | undefined {
    const byId = id === undefined ? [] : this.waiting.filter((call) => call.id === id);
    const candidates =
      byId.length > 0
        ? byId
        : this.waiting.filter(
            (call) =>
              (id === undefined || call.id === undefined) &&
              (name === undefined || call.name === name),
          );
    const nearest = candidates.at(-1);
    const call = candidates.find(({ batch }) => batch === nearest?.batch);
    if (call) this.waiting.splice(this.waiting.indexOf(call), 1);
    return call;
  }
}
