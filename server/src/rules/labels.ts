/** Labels: which tools a case vouches for, and what became of them. */
import { isLabel, renamedTool, toolDefinition, toolDigest, vouchesFor } from '../manifest/index.ts';
import { goldenReferences, withDefaults } from '../model/defaults.ts';
import type { Located, SubjectNode } from '../model/located.ts';
import type { Tool, ToolDefinition } from '../model/tool.ts';
import { perContext } from './memo.ts';
import type { CaseContext } from './rule.ts';
import { callSites } from './walk.ts';

/** The label of one tool. */
export interface Label {
  /** As the case calls the tool. */
  readonly name: string;
  readonly digest: Located<string>;
  /** The tool as the manifest has it now; undefined where it has none by the name. */
  readonly tool: Tool | undefined;
}

/** The labels of a case or golden, its dataset's where it has none of its own. */
export function labelsOf({ subject, scope }: CaseContext): {
  readonly labels: readonly Label[];
  /** Whether they stand in the case itself. */
  readonly own: boolean;
} {
  const full: SubjectNode =
    subject.kind === 'case' ? withDefaults(subject, scope.dataset) : subject;
  const labels = (full.toolsDigest?.digests ?? []).flatMap((digest): Label[] => {
    const name = digest.key?.value;
    if (name === undefined || !isLabel(digest.value)) return [];
    return [{ name: String(name), digest, tool: scope.toolset.find(String(name)) }];
  });
  return { labels, own: subject.toolsDigest !== undefined };
}

/** Whether a label still vouches for its tool. */
export const isCurrent = ({ digest, tool }: Label): boolean =>
  tool !== undefined && vouchesFor(digest.value, toolDigest(tool));

/** A place of a case that names a tool. */
export type Mention = Located<string>;

/** Where a case names tools itself: its calls, and what it allows and forbids. */
export const mentionsOf = perContext((context): readonly Mention[] => {
  const { subject } = context;
  const expected = subject.kind === 'case' ? subject.expected : undefined;
  return [
    ...callSites(context).flatMap(({ call }) => call.name ?? []),
    ...(expected?.allowedTools?.items ?? []),
    ...(expected?.forbiddenTools?.items ?? []),
  ];
});

/** The tools that the golden trajectories of a case call, by the place that names the trajectory. */
export const goldenMentions = perContext((context): readonly Mention[] => {
  const { subject, scope } = context;
  if (subject.kind === 'golden') return [];
  const { golden, anyOf } = subject.expected ?? {};
  const written = [golden, ...(anyOf?.paths.map((path) => path.golden) ?? [])];
  return goldenReferences(subject).flatMap((reference) => {
    const found = scope.golden(reference);
    const place = written.find((each) => each?.value === reference);
    if (found.kind !== 'found' || !place) return [];
    return (found.golden.trajectory?.calls ?? []).flatMap(({ name }): Mention[] =>
      name ? [{ ...place, value: name.value }] : [],
    );
  });
});

/** The tools that a case expects, allows or forbids, each once, under the name that it first goes by. */
export function toolsToLabel(context: CaseContext): ReadonlyMap<string, Tool> {
  const named = new Map<string, Tool>();
  const seen = new Set<Tool>();
  for (const { value } of [...mentionsOf(context), ...goldenMentions(context)]) {
    const tool = context.scope.toolset.find(value);
    if (!tool || seen.has(tool)) continue;
    seen.add(tool);
    named.set(value, tool);
  }
  return named;
}

/**
 * The tool that a labelled one, which the manifest has no more, has become; undefined where the lock file
 * does not know it, or no tool is clearly the one. A tool with a label of its own is itself.
 */
export function successorOf(
  context: CaseContext,
  { digest }: Label,
): { readonly before: ToolDefinition; readonly after: Tool } | undefined {
  const before = context.scope.definitionOf(digest.value);
  if (!before) return undefined;
  const labelled = new Set(labelsOf(context).labels.map(({ tool }) => tool));
  const candidates = new Map(
    context.scope.toolset.tools
      .filter((tool) => !labelled.has(tool))
      .map((tool) => [toolDefinition(tool), tool]),
  );
  const found = renamedTool(before, candidates.keys());
  return found && { before, after: candidates.get(found)! };
}
