import { getEntry } from '../syntax/index.ts';
import type { MapNode, Node, SegmentTree } from '../syntax/node.ts';
import { PASS_RULES, TOOL_BEHAVIORS } from './expectation.ts';
import type { CaseNode, ExpectedNode, IncludeNode, PathNode } from './located.ts';
import { readTrajectory } from './read-calls.ts';
import { readOutcome } from './read-outcome.ts';
import {
  asBoolean,
  asInteger,
  asNumber,
  asOneOf,
  asText,
  memoized,
  readJson,
  readKey,
  readList,
  readMap,
  readSubject,
  readTexts,
} from './read-parts.ts';

/**
 * Reads a case from a node, by default the tree's root. Undefined where that is no mapping. The same
 * node gives the same object.
 */
export const readCase: (tree: SegmentTree, node?: Node | null) => CaseNode | undefined = memoized(
  (tree, node) => ({
    kind: 'case',
    caseId: readKey(node, 'case_id', asText),
    replies: readJson(node, 'replies'),
    category: readKey(node, 'category', asText),
    language: readKey(node, 'language', asText),
    permissionGroup: readKey(node, 'permission_group', asText),
    riskTags: readList(node, 'risk_tags', asText),
    tags: readList(node, 'tags', asText),
    holdout: readKey(node, 'holdout', asBoolean),
    expected: readExpected(node),
    traces: readTexts(node, 'trace'),
    runner: readKey(node, 'runner', asText),
    trials: readKey(node, 'trials', asInteger),
    passRule: readKey(node, 'pass_rule', asOneOf(PASS_RULES)),
    weight: readKey(node, 'weight', asNumber),
    // Spread last: objects that begin as a copy have a hidden class each, which is as large as they are.
    ...readSubject(tree, node),
  }),
);

/** Reads an item of a dataset's `cases`: a case, or the glob of the files that hold them. */
export const readCaseItem: (
  tree: SegmentTree,
  node?: Node | null,
) => CaseNode | IncludeNode | undefined = memoized((tree, node) => {
  const glob = readKey(node, 'include', asText);
  return glob ? { kind: 'include' as const, tree, node, glob } : readCase(tree, node)!;
});

function readExpected(map: MapNode): ExpectedNode | undefined {
  const entry = readMap(map, 'expected');
  if (!entry) return undefined;
  const { key, value: node } = entry;
  return {
    key,
    node,
    toolBehavior: readKey(node, 'tool_behavior', asOneOf(TOOL_BEHAVIORS)),
    mustClarify: readKey(node, 'must_clarify', asBoolean),
    allowedTools: readList(node, 'allowed_tools', asText),
    forbiddenTools: readList(node, 'forbidden_tools', asText),
    confirmBefore: readList(node, 'confirm_before', asText),
    golden: readKey(node, 'golden', asText),
    anyOf: readAnyOf(node),
    maxCalls: readKey(node, 'max_calls', asInteger),
    mustNotMention: readList(node, 'must_not_mention', asText),
    ...readOutcome(node),
  };
}

function readAnyOf(map: MapNode): ExpectedNode['anyOf'] {
  const entry = getEntry(map, 'any_of');
  if (entry?.value.kind !== 'seq') return undefined;
  const paths = entry.value.items
    .filter((item) => item.kind === 'map')
    .map(
      (node): PathNode => ({
        node,
        name: readKey(node, 'name', asText),
        credit: readKey(node, 'credit', asNumber),
        trajectory: readTrajectory(node),
        golden: readKey(node, 'golden', asText),
      }),
    );
  return { key: entry.key, node: entry.value, paths };
}
