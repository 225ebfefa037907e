import type { CaseNode, DatasetNode, GoldenNode } from './located.ts';

const merged = new WeakMap<CaseNode, { readonly under: CaseNode; readonly result: CaseNode }>();

/**
 * A case with the keys that its dataset's `defaults` give it; `case_id` and `expected` are its own.
 * Nodes of keys that come from the dataset belong to the dataset's tree.
 */
export function withDefaults(own: CaseNode, dataset: DatasetNode | undefined): CaseNode {
  const under = dataset?.defaults;
  if (!under) return own;
  const known = merged.get(own);
  if (known?.under === under) return known.result;
  const asked = own.userMessage !== undefined || own.messages !== undefined;
  const result: CaseNode = {
    ...own,
    title: own.title ?? under.title,
    // The two say the same thing in two ways: a case that writes one takes neither from its dataset.
    userMessage: asked ? own.userMessage : under.userMessage,
    messages: asked ? own.messages : under.messages,
    tools: own.tools ?? under.tools,
    toolsDigest: own.toolsDigest ?? under.toolsDigest,
    replies: own.replies ?? under.replies,
    category: own.category ?? under.category,
    language: own.language ?? under.language,
    permissionGroup: own.permissionGroup ?? under.permissionGroup,
    riskTags: own.riskTags ?? under.riskTags,
    tags: own.tags ?? under.tags,
    holdout: own.holdout ?? under.holdout,
    traces: own.traces.length > 0 ? own.traces : under.traces,
    runner: own.runner ?? under.runner,
    trials: own.trials ?? under.trials,
    passRule: own.passRule ?? under.passRule,
    weight: own.weight ?? under.weight,
  };
  merged.set(own, { under, result });
  return result;
}

/** The references to golden trajectories that a case makes, `golden` before those of `any_of`. */
export function goldenReferences(subject: CaseNode | GoldenNode): readonly string[] {
  if (subject.kind === 'golden') return [];
  const { golden, anyOf } = subject.expected ?? {};
  return [golden, ...(anyOf?.paths.map((path) => path.golden) ?? [])].flatMap((reference) =>
    reference ? [reference.value] : [],
  );
}
