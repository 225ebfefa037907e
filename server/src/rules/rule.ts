import type { Manifest } from '../manifest/index.ts';
import type { Config } from '../model/config.ts';
import type { ArgsMode, CallMode, Comparison } from '../model/expectation.ts';
import type { Finding, Place, Severity } from '../model/finding.ts';
import type {
  CallNode,
  CaseNode,
  DatasetNode,
  GoldenNode,
  TrajectoryNode,
} from '../model/located.ts';
import type { ToolDefinition, Toolset } from '../model/tool.ts';
import type { Json } from '../model/value.ts';
import type { SegmentTree, Span } from '../syntax/node.ts';

/** A golden trajectory that a `golden:` path led to, or why it did not. */
export type GoldenLookup =
  | { readonly kind: 'found'; readonly uri: string; readonly golden: GoldenNode }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly ids: readonly string[] };

/** Whether a file that a case names can be read; `undefined` where that is not known (yet). */
export type FileLookup =
  | { readonly ok: true; readonly uri: string }
  | { readonly ok: false; readonly reason: string; readonly nearest: readonly string[] };

/**
 * What a case or golden is judged against, beyond its own text. Immutable: as long as nothing in it
 * changes it is the same object, and findings cached for a segment under it stay valid.
 */
export interface Scope {
  readonly uri: string;
  readonly toolset: Toolset;
  readonly config: Config;
  /** The dataset that the case stands in, with its defaults. */
  readonly dataset?: DatasetNode;
  /** What the configuration's predicate module exports; undefined where that is not known. */
  readonly predicateNames?: ReadonlySet<string>;
  golden(reference: string): GoldenLookup;
  file(path: string): FileLookup | undefined;
  /** As `file`, for a manifest: it also has to have a tool. */
  manifest(path: string): FileLookup | undefined;
  /** The definition that a label of `tools_digest` vouches for, as far as the lock file knows it. */
  definitionOf(label: string): ToolDefinition | undefined;
}

/** A trajectory written in the linted segment, with the match settings that hold for it. */
export interface TrajectoryContext {
  readonly node: TrajectoryNode;
  readonly callMode: CallMode;
  argsMode(call: CallNode): ArgsMode;
  /** Arguments that are never graded, as the nearest `match` says. */
  ignoreArgs(call: CallNode): readonly string[];
  /** How arguments are compared by default; undefined: by consequence. */
  compare(call: CallNode): Comparison | undefined;
}

export interface CaseContext {
  readonly scope: Scope;
  readonly subject: CaseNode | GoldenNode;
  readonly trajectories: readonly TrajectoryContext[];
}

export interface ReportExtras {
  readonly severity?: Severity;
  readonly related?: Finding['related'];
  readonly data?: Json;
  readonly unnecessary?: boolean;
  readonly deprecated?: boolean;
}

/** Reports a finding of the rule on a span of the linted segment. */
export type Report = (span: Span, message: string, extras?: ReportExtras) => void;

/** One way to mend a finding: replacements in the finding's own segment. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly (Span & { readonly text: string })[];
  /** The one to take without thinking; shown first. */
  readonly preferred?: boolean;
  /** Changes no meaning that was valid before: `source.fixAll.callsheet` applies it. */
  readonly safe?: boolean;
}

export type Edit = Fix['edits'][number];

export type RuleTable =
  | 'shape'
  | 'manifest'
  | 'flow'
  | 'behaviour'
  | 'dataset'
  | 'manifest-file'
  | 'configuration'
  | 'score';

interface RuleBase {
  readonly id: string;
  readonly table: RuleTable;
  readonly severity: Severity | 'off';
  /** For the rules page: one sentence that says when it is found. */
  readonly summary: string;
  /** For the rules page: why it matters, an example that is wrong and one that is right (Markdown). */
  readonly details: string;
}

/** A rule that looks at one case or golden trajectory. */
export interface CaseRule extends RuleBase {
  check(context: CaseContext, report: Report): void;
  fix?(finding: Finding, context: CaseContext): readonly Fix[];
}

/** A rule whose findings are made elsewhere (by the parser, the workspace or scoring): its documentation. */
export interface DocumentedRule extends RuleBase {
  readonly check?: undefined;
  /** Fixes need no more than the text of the segment. */
  fix?(finding: Finding, tree: SegmentTree): readonly Fix[];
}

/** What a manifest's own rules look at. */
export interface ManifestContext {
  readonly manifest: Manifest;
  readonly config: Config;
}

/** A rule that looks at the tools of one manifest. */
export interface ManifestRule extends DocumentedRule {
  checkManifest(context: ManifestContext, report: PlaceReport): void;
}

/** What a dataset's own rules look at. */
export interface DatasetContext {
  readonly uri: string;
  readonly dataset: DatasetNode;
  readonly config: Config;
  /** The tools that the dataset offers its cases. */
  readonly toolset: Toolset;
  /** Every case, written in the dataset or included by it, as far as it can be read. */
  readonly cases: readonly CaseContext[];
}

/** A rule that looks at a dataset as a whole. */
export interface DatasetRule extends DocumentedRule {
  checkDataset(context: DatasetContext, report: PlaceReport): void;
}

/** Reports a finding of the rule at a place, e.g. a tool's. */
export type PlaceReport = (place: Place, message: string, extras?: ReportExtras) => void;

export type Rule = CaseRule | DocumentedRule;

export type { Finding, Place, Severity };
