/** Cases as tests of promptfoo. What a test cannot ask for is a problem, never left out. */
import type { Expectation, ExpectedPath } from '../model/expectation.ts';
import type { Toolset } from '../model/tool.ts';
import type { Json, JsonObject } from '../model/value.ts';
import { argumentAssertions } from './promptfoo-arguments.ts';
import { orderOf } from './promptfoo-order.ts';

/** Something that promptfoo has no word for. */
export interface Problem {
  /** The key of the case, from `expected` on where it stands there. */
  readonly key: string;
  readonly reason: string;
}

/** What a case says beside what is expected. */
export interface ExportedCase {
  readonly expectation: Expectation;
  readonly toolset: Toolset;
  readonly title?: string;
  /** Keys that are written and say how the case is run, such as `replies`. */
  readonly runKeys: readonly string[];
}

export type Exported =
  | { readonly ok: true; readonly test: JsonObject }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** How often a tool may be called; `*` stands for all of them together. */
interface Bounds {
  min?: number;
  max?: number;
}

const ALL = '*';

/** Collects the assertions of one test, and what stands in the way. */
class Draft {
  readonly problems: Problem[] = [];
  readonly assertions: JsonObject[] = [];
  private readonly bounds = new Map<string, Bounds>();

  readonly lose = (key: string, reason: string): void => {
    this.problems.push({ key, reason });
  };

  atLeast(name: string, count: number): void {
    const known = this.boundsOf(name);
    known.min = Math.max(count, known.min ?? 0);
  }

  atMost(name: string, count: number): void {
    const known = this.boundsOf(name);
    known.max = Math.min(count, known.max ?? Number.POSITIVE_INFINITY);
  }

  finish(): JsonObject[] {
    const counts = [...this.bounds].map(
      ([name, { min, max }]): JsonObject => ({
        type: 'trajectory:tool-used',
        value: {
          ...(name === ALL ? { pattern: ALL } : { name }),
          ...(min !== undefined && { min }),
          ...(max !== undefined && { max }),
        },
      }),
    );
    return [...this.assertions, ...counts];
  }

  private boundsOf(name: string): Bounds {
    const known = this.bounds.get(name) ?? {};
    this.bounds.set(name, known);
    return known;
  }
}

/** Makes a test of a case, or says what of it cannot be asked for. */
export function exportCase(of: ExportedCase): Exported {
  const { expectation } = of;
  const draft = new Draft();
  for (const key of of.runKeys) draft.lose(key, 'says how the case is run, which a test does not');
  const message = messageOf(expectation, draft);
  behavior(of, draft);
  tools(of, draft);
  path(of, draft);
  outcome(expectation, draft);
  if (draft.problems.length > 0) return { ok: false, problems: draft.problems };
  const assert = draft.finish();
  return {
    ok: true,
    test: {
      description: of.title ?? expectation.caseId,
      vars: { user_message: message },
      metadata: metadataOf(expectation),
      assert,
    },
  };
}

function messageOf({ messages }: Expectation, { lose }: Draft): string {
  const [only] = messages;
  if (only?.role === 'user' && messages.length === 1) return only.content;
  if (messages.length === 0) lose('user_message', 'is missing, and a test needs a prompt');
  else lose('messages', 'is a conversation, and a prompt is one message');
  return '';
}

function metadataOf(of: Expectation): JsonObject {
  const slices = {
    category: of.category,
    language: of.language,
    permission_group: of.permissionGroup,
    tags: of.tags.length > 0 ? [...of.tags] : undefined,
    holdout: of.holdout || undefined,
    weight: of.weight === 1 ? undefined : of.weight,
  };
  const written = Object.entries(slices).filter(([, value]) => value !== undefined);
  return { testCaseId: of.caseId, ...(Object.fromEntries(written) as JsonObject) };
}

function behavior({ expectation, toolset }: ExportedCase, draft: Draft): void {
  switch (expectation.behavior) {
    case 'no_call':
      draft.atMost(ALL, 0);
      break;
    case 'clarify':
      draft.lose('expected.tool_behavior', 'whether the agent asked cannot be asserted');
      break;
    case 'no_write':
      for (const name of toolsOf(toolset, 'expected.tool_behavior', draft)) {
        if (changes(name, toolset, expectation)) draft.atMost(name, 0);
      }
      break;
  }
}

/** Whether a call of a tool counts as a change: also where nobody has said what it does. */
function changes(name: string, toolset: Toolset, { allowedTools, paths }: Expectation): boolean {
  const consequence = toolset.consequence(name);
  if (consequence !== 'unknown') return consequence !== 'read';
  const named = [
    ...(allowedTools ?? []),
    ...paths.flatMap((each) => each.calls.map((c) => c.name)),
  ];
  return !named.some((other) => toolset.same(other, name));
}

/** The names of all tools; a problem where not all are known. */
function toolsOf(toolset: Toolset, key: string, { lose }: Draft): readonly string[] {
  if (toolset.complete && toolset.tools.length > 0) return toolset.tools.map(({ name }) => name);
  lose(key, 'is about all other tools, and no manifest says which there are');
  return [];
}

function tools({ expectation, toolset }: ExportedCase, draft: Draft): void {
  const { allowedTools, forbiddenTools, confirmBefore } = expectation;
  for (const name of forbiddenTools) draft.atMost(toolset.find(name)?.name ?? name, 0);
  if (allowedTools) {
    for (const name of toolsOf(toolset, 'expected.allowed_tools', draft)) {
      if (!allowedTools.some((allowed) => toolset.same(allowed, name))) draft.atMost(name, 0);
    }
  }
  if (confirmBefore.length > 0) {
    draft.lose('expected.confirm_before', 'whether the user agreed cannot be asserted');
  }
}

function path(of: ExportedCase, draft: Draft): void {
  const { paths } = of.expectation;
  const [only] = paths;
  if (paths.length > 1 || (only && only.credit !== 1)) {
    draft.lose('expected.any_of', 'of several trajectories, all would be asserted');
    return;
  }
  if (!only) return;
  const { toolset } = of;
  const nameOf = (name: string) => toolset.find(name)?.name ?? name;
  const calls = only.calls.map((call) => ({ ...call, name: nameOf(call.name) }));
  draft.assertions.push(...argumentAssertions(calls, toolset, draft.lose));
  const order = orderOf({ ...only, calls }, draft.lose);
  if (order === 'listed') {
    const mode = only.extraCalls === 'none' || only.callMode === 'exact' ? 'exact' : 'in_order';
    const steps = calls.map(({ name }) => name);
    for (const [index, { name, args, argsMode }] of calls.entries()) {
      const isAlone = steps.filter((step) => step === name).length === 1;
      const isAsked = argsMode !== 'ignore' && args.size > 0;
      if (isAlone || !isAsked) continue;
      draft.lose(`expected.calls[${index}].args`, `are asked of one of several calls of ${name}`);
    }
    draft.assertions.push({ type: 'trajectory:tool-sequence', value: { mode, steps } });
    if (mode === 'exact') return;
  } else {
    for (const [name, count] of countsOf(calls.map(({ name }) => name))) draft.atLeast(name, count);
  }
  others(of, only, draft, countsOf(calls.map(({ name }) => name)));
  const { baseline, tolerance } = only;
  if (baseline?.calls !== undefined) {
    const spread = tolerance?.calls ?? 1;
    draft.atLeast(ALL, Math.max(0, baseline.calls - spread));
    draft.atMost(ALL, baseline.calls + spread);
  }
}

/** Calls beside the trajectory, as `extra_calls` lets them pass. */
function others(
  { expectation, toolset }: ExportedCase,
  { extraCalls, calls }: ExpectedPath,
  draft: Draft,
  counts: ReadonlyMap<string, number>,
): void {
  if (extraCalls === 'none') draft.atMost(ALL, calls.length);
  if (extraCalls !== 'reads') return;
  const allowed = expectation.allowedTools ?? [];
  for (const name of toolsOf(toolset, 'expected.match.extra_calls', draft)) {
    const consequence = toolset.consequence(name);
    const isFree =
      consequence === 'read' ||
      (consequence === 'unknown' && allowed.some((each) => toolset.same(each, name)));
    if (!isFree) draft.atMost(name, counts.get(name) ?? 0);
  }
}

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function outcome(of: Expectation, draft: Draft): void {
  if (of.finalState !== undefined) {
    draft.lose('expected.final_state', 'the end state cannot be asserted');
  }
  if (of.passRule !== undefined) draft.lose('pass_rule', 'repeated runs are judged one by one');
  if (of.maxCalls !== undefined) draft.atMost(ALL, of.maxCalls);
  const assertion = (type: string, value: Json) => draft.assertions.push({ type, value });
  for (const fact of of.mustMention) {
    if (fact.length === 1) assertion('icontains', fact[0]!);
    else assertion('icontains-any', [...fact]);
  }
  for (const text of of.mustNotMention) assertion('not-icontains', text);
}
