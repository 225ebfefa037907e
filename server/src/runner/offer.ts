import type { Run } from '../model/run.ts';
import type { JsonObject } from '../model/value.ts';
import type { OpenTools, Runner } from './runner.ts';

/** A tool as an agent is offered it, which may be under other words than those of the case. */
export interface OfferedTool {
  /** As MCP lists it. */
  readonly tool: JsonObject & { readonly name: string };
  /** Its name in the case; undefined for a tool that the case does not have. */
  readonly own?: string;
  /** The case's name of each argument that is offered under another, by the offered one. */
  readonly args?: ReadonlyMap<string, string>;
}

/** What an agent is offered in one trial. */
export type Offer = readonly OfferedTool[];

/**
 * A runner whose agent is offered other tools than the case's own. Its runs are in the words of the case,
 * and say in their `meta` what was offered.
 *
 * @param offer by a trial's seed
 */
export const underOffer = (
  inner: Runner,
  label: string,
  ownNames: readonly string[],
  offer: (seed: number) => Offer,
): Runner => ({
  async run(request, context) {
    const offered = offer(request.seed);
    const outcome = await inner.run(
      { ...request, tools: offered.map(({ tool }) => tool) },
      context,
    );
    if (!outcome.ok) return outcome;
    const run = new OwnWords(offered, ownNames).run(outcome.run);
    // The labels of the case's own tools would not be those of what was offered.
    return {
      ok: true,
      run: { ...run, toolsDigest: new Map(), meta: { ...run.meta, tools: label } },
    };
  },
});

/** Marks a word of the case that was not offered: an agent cannot know it, and must not pass by it. */
const UNOFFERED = 'unoffered_';

const undotted = (name: string): string => name.replaceAll('.', '_');

/** Puts the words of calls that were made under an offer back into those of the case. */
export class OwnWords {
  readonly #offered = new Map<string, OfferedTool>();
  readonly #withheld = new Set<string>();

  constructor(offer: Offer, ownNames: Iterable<string>) {
    for (const each of offer) this.#offered.set(undotted(each.tool.name), each);
    for (const name of ownNames) {
      if (!this.#offered.has(undotted(name))) this.#withheld.add(undotted(name));
    }
  }

  name(offered: string): string {
    const key = undotted(offered);
    if (this.#withheld.has(key)) return `${UNOFFERED}${offered}`;
    return this.#offered.get(key)?.own ?? offered;
  }

  args(offeredName: string, args: JsonObject): JsonObject {
    const renamed = this.#offered.get(undotted(offeredName))?.args;
    if (!renamed || renamed.size === 0) return args;
    const withheld = new Set(renamed.values());
    return Object.fromEntries(
      Object.entries(args).map(([name, value]) => [
        renamed.get(name) ?? (withheld.has(name) ? `${UNOFFERED}${name}` : name),
        value,
      ]),
    );
  }

  /** A run in the words of the case. */
  run(run: Run): Run {
    return {
      ...run,
      calls: run.calls.map((call) => ({
        ...call,
        name: this.name(call.name),
        ...(call.arguments && { arguments: this.args(call.name, call.arguments) }),
      })),
      messages: run.messages.map((message) => ({
        ...message,
        ...(message.toolCalls && {
          toolCalls: message.toolCalls.map((call) => ({ ...call, name: this.name(call.name) })),
        }),
      })),
    };
  }

  /** Tools that are called by their offered words, and know those of the case. */
  tools(tools: OpenTools): OpenTools {
    return {
      ...tools,
      call: (name, args, signal) => tools.call(this.name(name), this.args(name, args), signal),
    };
  }
}
