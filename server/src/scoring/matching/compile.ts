import type {
  Expectation,
  ExpectedCall,
  ExpectedPath,
  PathOutcome,
} from '../../model/expectation.ts';
import type { Toolset } from '../../model/tool.ts';
import { type ArgumentTest, originsOf, prepare } from './match.ts';
import { predecessors, producersOf } from './relations.ts';
import { ToolBook, type ToolFacts } from './tool-facts.ts';

/** One argument that a golden call grades. */
export interface CompiledArgument {
  readonly name: string;
  readonly test: ArgumentTest;
  readonly optional: boolean;
  /** It holds a `from_call`. */
  readonly traced: boolean;
  /** Golden calls that its `from_call` names, at any depth. */
  readonly producers: readonly number[];
}

/** A golden call, ready to be graded against many emitted ones. */
export interface CompiledCall {
  readonly index: number;
  readonly call: ExpectedCall;
  readonly tool: ToolFacts;
  /** Those that are graded: none under `match.args: ignore`. */
  readonly args: readonly CompiledArgument[];
  /** Names of arguments that an emitted call may have without being extra. */
  readonly named: ReadonlySet<string>;
  readonly extrasBreak: boolean;
  /** For comparing an extra argument with its schema default. */
  readonly fallback: 'normalized' | 'exact';
  readonly traced: boolean;
}

/** Golden calls of one tool: what may be assigned to each other. */
export interface ToolBlock {
  readonly toolId: number;
  readonly goldens: readonly number[];
}

export interface CompiledPath {
  readonly path: ExpectedPath;
  readonly calls: readonly CompiledCall[];
  readonly blocks: readonly ToolBlock[];
  readonly predecessors: readonly (readonly number[])[];
  readonly traced: boolean;
  /** What is asked of a run that takes this path, beside its calls. */
  readonly outcome: PathOutcome;
  /** By tool id: the golden's `idempotency_key`, over the policy's. */
  keyOf(tool: ToolFacts): string | undefined;
}

/** A case, ready to score many runs. */
export interface CompiledCase {
  readonly expectation: Expectation;
  readonly tools: ToolBook;
  readonly paths: readonly CompiledPath[];
  /** A path without calls, where the case has none. */
  readonly empty: CompiledPath;
}

function compileCall(
  call: ExpectedCall,
  index: number,
  path: ExpectedPath,
  tools: ToolBook,
  toolset: Toolset,
): CompiledCall {
  const tool = tools.of(call.name);
  const fallback = tool.writes ? 'exact' : 'normalized';
  const ignored = new Set(call.ignoreArgs);
  const resolve = (refs: readonly string[]) =>
    producersOf(refs, index, path.calls, (a, b) => toolset.same(a, b));
  const args =
    call.argsMode === 'ignore'
      ? []
      : [...call.args].flatMap(([name, matcher]): CompiledArgument[] => {
          if (ignored.has(name)) return [];
          const test = prepare(matcher, { compare: call.compare, fallback }, resolve);
          const origins = originsOf(test);
          const producers = [...new Set(origins.flatMap((origin) => origin.producers))];
          const optional = test.kind === 'value' && test.optional;
          return [{ name, test, optional, traced: origins.length > 0, producers }];
        });
  return {
    index,
    call,
    tool,
    args,
    named: new Set([...call.args.keys(), ...ignored]),
    extrasBreak: call.argsMode === 'exact',
    fallback,
    traced: args.some((arg) => arg.traced),
  };
}

function blocksOf(calls: readonly CompiledCall[]): ToolBlock[] {
  const byTool = new Map<number, number[]>();
  for (const { tool, index } of calls) {
    const block = byTool.get(tool.id);
    if (block) block.push(index);
    else byTool.set(tool.id, [index]);
  }
  return [...byTool].map(([toolId, goldens]) => ({ toolId, goldens }));
}

/** The case's outcome, or that of the golden which an alternative names, beside the case's facts. */
function outcomeOf(
  { outcome }: ExpectedPath,
  { finalState, state, mustMention }: Expectation,
): PathOutcome {
  if (!outcome) return { finalState, state, mustMention };
  return { ...outcome, mustMention: [...mustMention, ...outcome.mustMention] };
}

function compilePath(
  path: ExpectedPath,
  expectation: Expectation,
  tools: ToolBook,
  toolset: Toolset,
): CompiledPath {
  const calls = path.calls.map((call, i) => compileCall(call, i, path, tools, toolset));
  const producers = calls.map(({ args }) => args.flatMap((arg) => arg.producers));
  const keys = new Map<number, string>();
  for (const { call, tool } of calls) {
    if (call.idempotencyKey !== undefined && !keys.has(tool.id)) {
      keys.set(tool.id, call.idempotencyKey);
    }
  }
  return {
    path,
    calls,
    blocks: blocksOf(calls),
    predecessors: predecessors(path, producers),
    traced: calls.some((call) => call.traced),
    outcome: outcomeOf(path, expectation),
    keyOf: (tool) => keys.get(tool.id) ?? tool.idempotencyKey,
  };
}

const compiled = new WeakMap<Expectation, { toolset: Toolset; of: CompiledCase }>();

/** Prepares a case for scoring; remembered for as long as the expectation lives. */
export function compile(expectation: Expectation, toolset: Toolset): CompiledCase {
  const known = compiled.get(expectation);
  if (known && known.toolset === toolset) return known.of;
  const tools = new ToolBook(expectation, toolset);
  const none: ExpectedPath = {
    credit: 1,
    calls: [],
    callMode: 'groups',
    extraCalls: expectation.extraCalls,
  };
  const of: CompiledCase = {
    expectation,
    tools,
    paths: expectation.paths.map((path) => compilePath(path, expectation, tools, toolset)),
    empty: compilePath(none, expectation, tools, toolset),
  };
  compiled.set(expectation, { toolset, of });
  return of;
}
