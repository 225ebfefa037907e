import type { Expectation, ExpectedCall } from '../model/expectation.ts';
import type { EmittedCall } from '../model/run.ts';
import type { Toolset } from '../model/tool.ts';
import { isObject, type Json, type JsonObject } from '../model/value.ts';
import { valueFor } from './golden-values.ts';
import { CANCELLED, failureOf, type OpenTools, type Runner } from './runner.ts';

export interface GoldenPlay {
  readonly expectation: Expectation;
  readonly toolset: Pick<Toolset, 'schema' | 'same'>;
  readonly tools: OpenTools;
}

/**
 * Makes the calls of a golden trajectory itself, one after the other, and says what the case wants to be
 * said: where it is right, its score is perfect. What cannot be made shows on the line that asks for it,
 * and what the tools returned is in the run. Of several acceptable ways the first is taken.
 */
export const goldenRunner = (play: GoldenPlay): Runner => ({
  async run(_, { signal, onLog }) {
    const { expectation, toolset, tools } = play;
    const made = new Map<ExpectedCall, EmittedCall>();
    const outputOf = (reference: string): Json | undefined =>
      [...made].find(([{ id, name }]) => id === reference || toolset.same(name, reference))?.[1]
        .output;
    try {
      for (const call of inOrder(expectation.paths[0]?.calls ?? [], toolset)) {
        const args = argumentsOf(call, toolset, outputOf, onLog);
        const { status, output, error, effects } = await tools.call(call.name, args, signal);
        made.set(call, {
          id: `call_${made.size + 1}`,
          name: call.name,
          arguments: args,
          turn: call.turn ?? 0,
          batch: made.size,
          status,
          // Nobody is asked in a dry run, and nothing here depends on the answer.
          approvalId: 'dry-run',
          ...(output !== undefined && { output }),
          ...(error !== undefined && { error }),
          ...(effects !== undefined && { effects }),
        });
        if (status !== 'ok') onLog(`${call.name}: ${JSON.stringify(error ?? status)}\n`);
      }
    } catch (error) {
      return signal.aborted ? CANCELLED : failureOf(error);
    }
    const facts = expectation.mustMention.map(([first]) => first ?? '').join('; ');
    return {
      ok: true,
      run: {
        runId: '1',
        model: 'golden',
        calls: [...made.values()],
        messages: [],
        finalMessage: expectation.behavior === 'clarify' ? `${facts}?` : facts,
      },
    };
  },
});

function argumentsOf(
  call: ExpectedCall,
  toolset: Pick<Toolset, 'schema'>,
  outputOf: (reference: string) => Json | undefined,
  onLog: (text: string) => void,
): JsonObject {
  const args: [string, Json][] = [];
  for (const [name, matcher] of call.args) {
    const schema = toolset.schema(call.name)?.at([name]);
    const made = valueFor(matcher, { outputOf, ...(isObject(schema) && { schema }) });
    if (made.ok) args.push([name, made.value]);
    else if (!(matcher.kind === 'matcher' && matcher.optional))
      onLog(`${call.name}.${name}: ${made.reason}\n`);
  }
  return Object.fromEntries(args);
}

/** Groups in their order, and in each a call after those that it names; otherwise as they are listed. */
function inOrder(calls: readonly ExpectedCall[], toolset: Pick<Toolset, 'same'>): ExpectedCall[] {
  const left = [...calls].sort((a, b) => (a.group ?? 0) - (b.group ?? 0));
  const ordered: ExpectedCall[] = [];
  while (left.length > 0) {
    const isDue = (call: ExpectedCall) =>
      !namesOf(call).some((name) =>
        left.some((each) => each !== call && (each.id === name || toolset.same(each.name, name))),
      );
    // A cycle has no order; what is listed first is as good as any.
    const index = Math.max(0, left.findIndex(isDue));
    ordered.push(...left.splice(index, 1));
  }
  return ordered;
}

/** The ids and tool names of calls that a call comes after. */
function namesOf(call: ExpectedCall): string[] {
  const from: string[] = [];
  const visit = (matcher: Parameters<typeof valueFor>[0]): void => {
    if (matcher.kind === 'matcher') from.push(...(matcher.fromCall ?? []));
    else if (matcher.kind === 'list') matcher.items.forEach(visit);
    else for (const part of matcher.entries.values()) visit(part);
  };
  for (const matcher of call.args.values()) visit(matcher);
  return [...call.after, ...from];
}
