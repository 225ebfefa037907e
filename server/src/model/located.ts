/**
 * Files as written: the parts of the format, each with the node it stands in. Read leniently: a part
 * whose shape is wrong is left out here, and reported by the shape rules. Rules and editor features
 * work on these; scoring works on `expectation.ts`.
 */
import type { Entry, MapNode, Node, ScalarNode, SegmentTree, SeqNode } from '../syntax/node.ts';
import type {
  ArgsMode,
  CallMode,
  Comparison,
  ExtraCalls,
  PassRule,
  ToolBehavior,
} from './expectation.ts';
import type { Json } from './value.ts';

/** A value, the node it was read from, and its key where it has one. */
export interface Located<T> {
  readonly value: T;
  readonly node: Node;
  readonly key?: ScalarNode;
}

export interface LocatedList<T> {
  readonly key: ScalarNode;
  readonly node: Node;
  readonly items: readonly Located<T>[];
}

/** One entry of `tools`: a path with an alias, or tools written inline. */
export type ToolsSource =
  | { readonly kind: 'path'; readonly path: Located<string>; readonly alias?: Located<string> }
  | { readonly kind: 'inline'; readonly node: SeqNode };

/** `match` as written, on a case, golden, dataset or call. */
export interface MatchNode {
  readonly key: ScalarNode;
  readonly node: MapNode;
  readonly calls?: Located<CallMode>;
  readonly args?: Located<ArgsMode>;
  readonly extraCalls?: Located<ExtraCalls>;
  readonly compare?: Located<Comparison>;
  readonly ignoreArgs?: LocatedList<string>;
}

export interface ArgumentNode {
  readonly name: string;
  readonly entry: Entry;
}

export interface CallNode {
  /** Place in its trajectory, from 0. */
  readonly index: number;
  readonly node: MapNode;
  readonly id?: Located<string>;
  readonly name?: Located<string>;
  /** The `args` entry, where it is a mapping. */
  readonly args?: { readonly key: ScalarNode; readonly node: MapNode };
  readonly arguments: readonly ArgumentNode[];
  readonly group?: Located<number>;
  readonly turn?: Located<number>;
  readonly after: readonly Located<string>[];
  readonly hasAfter: boolean;
  readonly optional: boolean;
  readonly returns?: Located<Json>;
  readonly fails?: { readonly key: ScalarNode; readonly node: MapNode };
  readonly idempotencyKey?: Located<string>;
  readonly match?: MatchNode;
}

/** The calls of one golden trajectory, as written in one place. */
export interface TrajectoryNode {
  /** The `calls` key. */
  readonly key: ScalarNode;
  readonly node: SeqNode;
  readonly calls: readonly CallNode[];
}

/** One of `any_of`. */
export interface PathNode {
  readonly node: MapNode;
  readonly name?: Located<string>;
  readonly credit?: Located<number>;
  readonly trajectory?: TrajectoryNode;
  readonly golden?: Located<string>;
}

export interface StateNode {
  readonly key: ScalarNode;
  readonly node: MapNode;
  readonly ignore: readonly Located<string>[];
  readonly ordered: readonly Located<string>[];
  readonly money: readonly { readonly path: Located<string>; readonly exponent: number }[];
  readonly subset: boolean;
}

/** What a case's `expected` and a golden trajectory have in common. */
export interface OutcomeNode {
  readonly trajectory?: TrajectoryNode;
  readonly match?: MatchNode;
  readonly finalState?: Located<Json>;
  readonly state?: StateNode;
  /** Each item is one fact: a text, or `{any: [...]}`. */
  readonly mustMention?: LocatedList<readonly string[]>;
}

export interface ExpectedNode extends OutcomeNode {
  readonly key: ScalarNode;
  readonly node: MapNode;
  readonly toolBehavior?: Located<ToolBehavior>;
  readonly mustClarify?: Located<boolean>;
  readonly allowedTools?: LocatedList<string>;
  readonly forbiddenTools?: LocatedList<string>;
  readonly confirmBefore?: LocatedList<string>;
  readonly golden?: Located<string>;
  readonly anyOf?: {
    readonly key: ScalarNode;
    readonly node: SeqNode;
    readonly paths: readonly PathNode[];
  };
  readonly maxCalls?: Located<number>;
  readonly mustNotMention?: LocatedList<string>;
}

/** Keys that cases, goldens and datasets share. */
export interface SubjectNode {
  readonly tree: SegmentTree;
  readonly node: MapNode;
  readonly title?: Located<string>;
  readonly userMessage?: Located<string>;
  readonly messages?: Located<Json>;
  /** The `tools` key's sources in order; undefined where the key is absent. */
  readonly tools?: {
    readonly key: ScalarNode;
    readonly node: Node;
    readonly sources: readonly ToolsSource[];
  };
  readonly toolsDigest?: {
    readonly key: ScalarNode;
    readonly node: MapNode;
    readonly digests: readonly Located<string>[];
  };
}

export interface CaseNode extends SubjectNode {
  readonly kind: 'case';
  readonly caseId?: Located<string>;
  readonly replies?: Located<Json>;
  readonly category?: Located<string>;
  readonly language?: Located<string>;
  readonly permissionGroup?: Located<string>;
  readonly riskTags?: LocatedList<string>;
  readonly tags?: LocatedList<string>;
  readonly holdout?: Located<boolean>;
  readonly expected?: ExpectedNode;
  readonly traces: readonly Located<string>[];
  readonly runner?: Located<string>;
  readonly trials?: Located<number>;
  readonly passRule?: Located<PassRule>;
  readonly weight?: Located<number>;
}

export interface GoldenNode extends SubjectNode, OutcomeNode {
  readonly kind: 'golden';
  readonly goldenId?: Located<string>;
  readonly baseline?: Located<Json>;
  readonly tolerance?: Located<Json>;
  readonly sourceTrace?: Located<string>;
  readonly sourceRunId?: Located<string>;
}

/** The frame of a dataset: everything but its inline cases. */
export interface DatasetNode extends SubjectNode {
  readonly kind: 'dataset';
  readonly name?: Located<string>;
  /** `defaults`, read as a case that has no `case_id`. */
  readonly defaults?: CaseNode;
  readonly defaultMatch?: MatchNode;
  readonly nearNeighbors: readonly {
    readonly node: Node;
    readonly ids: readonly Located<string>[];
  }[];
}

/** An item of `cases` that names files instead of being one. */
export interface IncludeNode {
  readonly kind: 'include';
  readonly tree: SegmentTree;
  readonly node: MapNode;
  readonly glob: Located<string>;
}

/** A matcher as written. Children follow the written structure. */
export type MatcherNode =
  | {
      readonly kind: 'matcher';
      readonly node: MapNode;
      readonly allowed?: { readonly key: ScalarNode; readonly node: SeqNode };
      readonly fromCall?: { readonly key: ScalarNode; readonly refs: readonly Located<string>[] };
      readonly path?: Located<string>;
      readonly fromUser?: Located<boolean>;
      readonly predicate?: Located<string | Json>;
      readonly optional?: Located<boolean>;
      readonly compare?: Located<Comparison>;
      readonly tolerance?: Located<number>;
    }
  /** A literal without a matcher inside. */
  | { readonly kind: 'literal'; readonly node: Node }
  | {
      readonly kind: 'object';
      readonly node: MapNode;
      readonly children: readonly { readonly entry: Entry; readonly matcher: MatcherNode }[];
    }
  | { readonly kind: 'list'; readonly node: SeqNode; readonly children: readonly MatcherNode[] }
  /** Matcher keys beside foreign keys, or modifiers alone: neither a matcher nor a literal. */
  | { readonly kind: 'mixed'; readonly node: MapNode; readonly at: ScalarNode };
