/** Whether the agent called what it may call, and asked where it had to (scoring.md §5). */
import type { Alignment } from '../matching/align.ts';
import type { CompiledCase, CompiledPath } from '../matching/compile.ts';
import type { CallView, RunView } from '../matching/run-view.ts';
import type { ToolFacts } from '../matching/tool-facts.ts';

export interface Behavior {
  /** The final reply asks something, or the run says so. */
  readonly asked: boolean;
  /** Calls that `no_write` and `clarify` forbid, whatever the case's behaviour. */
  readonly acts: readonly CallView[];
  readonly forbidden: readonly CallView[];
  readonly unconfirmed: readonly CallView[];
  /** Unmatched calls that are no retries. */
  readonly extras: readonly CallView[];
  /** Those of the extras that fail the verdict. */
  readonly gatingExtras: readonly CallView[];
  /** Unmatched calls of tools that no manifest knows. */
  readonly hallucinated: readonly CallView[];
}

const QUESTION = /[?？؟]/;

/** Whether the reply that ended the run asks something, or the run says that it did. */
export const asks = (run: RunView): boolean =>
  run.run.clarified === true || QUESTION.test(run.finalReply ?? '');

/** Nothing is said of calls: the case expects none and has no `tool_behavior`. */
export const leavesCallsOpen = (of: CompiledCase, path: CompiledPath): boolean =>
  path.calls.length === 0 && of.expectation.behavior === undefined;

/** Whether an unmatched call that is no retry fails the verdict. */
function gates(of: CompiledCase, compiled: CompiledPath, call: CallView): boolean {
  if (call.inert || leavesCallsOpen(of, compiled)) return false;
  if (of.expectation.behavior === 'no_call') return true;
  const { path } = compiled;
  const allowed = path.callMode === 'exact' ? 'none' : path.extraCalls;
  if (allowed !== 'reads') return allowed === 'none';
  const { consequence, listed } = call.tool;
  return !(consequence === 'read' || (consequence === 'unknown' && listed));
}

/** Messages that hold the calls, by the place of the call; undefined where one cannot be placed. */
function placesOf(run: RunView): (call: CallView) => number | undefined {
  const offset = run.messages.length - run.ownMessages.length;
  const byId = new Map<string, number[]>();
  for (const [i, message] of run.ownMessages.entries()) {
    for (const { id } of message.toolCalls ?? []) {
      if (id === undefined) continue;
      const places = byId.get(id);
      if (places) places.push(offset + i);
      else byId.set(id, [offset + i]);
    }
  }
  return ({ call, index }) => {
    if (call.id === undefined) return undefined;
    // Real logs repeat ids: the first call of an id stands in the first message that has it.
    const nth = run.calls.filter(
      (other) => other.index < index && other.call.id === call.id,
    ).length;
    return byId.get(call.id)?.[nth];
  };
}

function findUnconfirmed(run: RunView, retryOf: Int32Array): CallView[] {
  if (!run.calls.some(({ tool }) => tool.confirm >= 0)) return [];
  const candidates = run.calls.filter(
    ({ tool, failed, call, index }) =>
      tool.confirm >= 0 &&
      !failed &&
      call.status !== 'input_required' &&
      retryOf[index] === -1 &&
      call.approvalId === undefined,
  );
  const { messages } = run;
  const placeOf = placesOf(run);
  const asked = messages.findIndex(
    ({ role, content }) => role === 'assistant' && QUESTION.test(content),
  );
  const confirmedFrom =
    asked < 0 ? -1 : messages.findIndex(({ role }, i) => role === 'user' && i > asked);
  return candidates.filter((call) => {
    const place = placeOf(call);
    return place !== undefined && (confirmedFrom < 0 || confirmedFrom >= place);
  });
}

/** Sorts the calls of a run by what the case says of their tools. */
export function judgeBehavior(
  of: CompiledCase,
  path: CompiledPath,
  run: RunView,
  { goldenOf }: Alignment,
  retryOf: Int32Array,
): Behavior {
  const acts: CallView[] = [];
  const forbidden: CallView[] = [];
  const extras: CallView[] = [];
  const hallucinated: CallView[] = [];
  for (const call of run.calls) {
    const { tool, index } = call;
    if (tool.forbidden) forbidden.push(call);
    const matched = goldenOf[index] !== -1;
    const retry = retryOf[index] !== -1;
    if (!matched && !retry) extras.push(call);
    if (!matched && tool.hallucinated) hallucinated.push(call);
    if (!matched && (retry || call.inert)) continue;
    if (tool.writes || (tool.consequence === 'unknown' && !tool.listed && !isGolden(path, tool))) {
      acts.push(call);
    }
  }
  return {
    asked: asks(run),
    acts,
    forbidden,
    unconfirmed: findUnconfirmed(run, retryOf),
    extras,
    gatingExtras: extras.filter((call) => gates(of, path, call)),
    hallucinated,
  };
}

const isGolden = (path: CompiledPath, tool: ToolFacts): boolean =>
  path.blocks.some(({ toolId }) => toolId === tool.id);
