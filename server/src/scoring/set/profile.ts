import type { Config } from '../../model/config.ts';
import type { Expectation, PassRule } from '../../model/expectation.ts';
import { CONSEQUENCES, type Consequence, type Toolset } from '../../model/tool.ts';

export type Weights = Config['weights'];

/** What places a case in a set, known without running it: its slices and its weight. */
export interface CaseProfile {
  readonly category?: string;
  readonly language?: string;
  readonly permissionGroup?: string;
  readonly tags: readonly string[];
  /** Tools that its golden, allowed or forbidden tools name, by their own names, sorted. */
  readonly tools: readonly string[];
  /** The highest of the tools that it expects, forbids or wants confirmed; `read` where none is known. */
  readonly consequence: Exclude<Consequence, 'unknown'>;
  /** The case's `weight` × the highest consequence weight of the same tools. */
  readonly weight: number;
  readonly passRule: PassRule;
}

/** The name under which figures of a tool are kept: its own, whatever alias it was called by. */
export const toolName = (toolset: Toolset, name: string): string =>
  toolset.find(name)?.name ?? name;

/** A tool's consequence; unknown weighs as read (scoring.md §6). */
const knownConsequence = (toolset: Toolset, name: string): Exclude<Consequence, 'unknown'> => {
  const consequence = toolset.consequence(name);
  return consequence === 'unknown' ? 'read' : consequence;
};

/**
 * Reads a case's slices, weight and pass rule (scoring.md §7, format.md `pass_rule`).
 *
 * @param weights the configuration's weights by consequence; a tool's policy may set its own
 */
export function caseProfile(
  expectation: Expectation,
  toolset: Toolset,
  weights: Weights,
): CaseProfile {
  const golden = expectation.paths.flatMap((path) => path.calls.map((call) => call.name));
  const { forbiddenTools, confirmBefore, allowedTools = [] } = expectation;
  const consequential = [...golden, ...forbiddenTools, ...confirmBefore];
  const rank = Math.max(
    0,
    ...consequential.map((name) => CONSEQUENCES.indexOf(knownConsequence(toolset, name))),
  );
  const consequence = CONSEQUENCES[rank]!;
  const toolWeights = consequential.map(
    (name) => toolset.policy(name).weight ?? weights[knownConsequence(toolset, name)],
  );
  const cautious =
    consequence !== 'read' ||
    expectation.behavior === 'no_write' ||
    expectation.behavior === 'clarify';
  const named = [...golden, ...allowedTools, ...forbiddenTools];
  return {
    category: expectation.category,
    language: expectation.language,
    permissionGroup: expectation.permissionGroup,
    tags: [...new Set(expectation.tags)],
    tools: [...new Set(named.map((name) => toolName(toolset, name)))].sort(),
    consequence,
    weight: expectation.weight * (toolWeights.length > 0 ? Math.max(...toolWeights) : weights.read),
    passRule: expectation.passRule ?? (cautious ? 'all' : 'majority'),
  };
}
