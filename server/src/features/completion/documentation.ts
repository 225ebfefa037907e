import type { CompletionItem } from 'vscode-languageserver-types';

/** What an item of a list carries, so that its documentation can be found. */
interface Ticket {
  readonly list: number;
  readonly index: number;
}

/**
 * Keeps the documentation of the last list back until an editor asks for it, one item at a time: that of
 * a hundred tools is long.
 */
export class Documentation {
  #list = 0;
  #texts: readonly CompletionItem['documentation'][] = [];

  /** The items without their documentation; those of the list before are forgotten. */
  defer(items: readonly CompletionItem[]): CompletionItem[] {
    this.#list += 1;
    this.#texts = items.map(({ documentation }) => documentation);
    return items.map(({ documentation, ...item }, index) =>
      documentation === undefined
        ? item
        : { ...item, data: { list: this.#list, index } satisfies Ticket },
    );
  }

  /** The item with its documentation, where it is of the last list. */
  resolve(item: CompletionItem): CompletionItem {
    const ticket = item.data as Partial<Ticket> | undefined;
    const documentation =
      ticket?.list === this.#list && ticket.index !== undefined
        ? this.#texts[ticket.index]
        : undefined;
    return documentation === undefined ? item : { ...item, documentation };
  }
}
