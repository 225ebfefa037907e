import type { JsonObject } from '../model/value.ts';

/** The names of tools as models' services take them: letters, digits, `_` and `-`, 64 at most. */
export class ToolNames {
  readonly #real = new Map<string, string>();

  constructor(tools: readonly JsonObject[]) {
    for (const { name } of tools) this.#real.set(this.sent(String(name)), String(name));
  }

  /** A name as it is sent. */
  sent(name: string): string {
    return name.replaceAll(/[^\w-]/g, '_').slice(0, 64);
  }

  /** The name that a sent one stands for; one that no tool has stays. */
  real(name: string): string {
    return this.#real.get(name) ?? name;
  }
}
