import { linearPattern } from '../model/pattern.ts';
import type { Reply } from './runner.ts';

/** What the user still has to say, played as the assistant's messages come. */
export class ScriptedUser {
  readonly #left: Reply[];

  constructor(replies: readonly Reply[]) {
    this.#left = [...replies];
  }

  /**
   * The answer to a message that ends the assistant's turn: the first reply left that nothing keeps back.
   *
   * @returns undefined where the user has nothing more to say to this
   */
  answer(message: string): string | undefined {
    const index = this.#left.findIndex(({ when }) => when === undefined || fits(when, message));
    return index < 0 ? undefined : this.#left.splice(index, 1)[0]?.content;
  }
}

/** A text is looked for whatever its case; `/…/` is a pattern, which with a trailing `i` ignores case. */
function fits(when: string, message: string): boolean {
  const [, source, flag] = /^\/(.+)\/(i?)$/s.exec(when) ?? [];
  if (source !== undefined) {
    return linearPattern(flag ? `(?i)${source}` : source)?.test(message) === true;
  }
  return message.toLowerCase().includes(when.toLowerCase());
}
