/**
 * What a case expects, as plain values: defaults of the dataset and the golden trajectory already
 * filled in, matchers recognised. Scoring reads nothing else of a case, so the same types serve the
 * editor, the command line and an importer.
 */
import type { Message } from './run.ts';
import type { Json } from './value.ts';

export const TOOL_BEHAVIORS = ['call', 'no_call', 'no_write', 'clarify'] as const;
export type ToolBehavior = (typeof TOOL_BEHAVIORS)[number];

export const COMPARISONS = [
  'normalized',
  'exact',
  'number',
  'instant',
  'set',
  'words',
  'loose',
] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const CALL_MODES = ['groups', 'exact', 'in_order', 'any_order'] as const;
export type CallMode = (typeof CALL_MODES)[number];

export const ARGS_MODES = ['exact', 'partial', 'ignore'] as const;
export type ArgsMode = (typeof ARGS_MODES)[number];

export const EXTRA_CALLS = ['none', 'reads', 'any'] as const;
export type ExtraCalls = (typeof EXTRA_CALLS)[number];

export const PASS_RULES = ['all', 'majority', 'any'] as const;
export type PassRule = (typeof PASS_RULES)[number];

/** A named predicate, or a JSON Schema that the value must satisfy. */
export type Predicate = string | { readonly schema: Json };

/** What one value must be. All the conditions given must hold. */
export interface ValueMatcher {
  readonly kind: 'matcher';
  readonly allowed?: readonly Json[];
  /** Ids or tool names of earlier calls; the value comes from one of them. */
  readonly fromCall?: readonly string[];
  /** RFC 9535 JSONPath into that call's output. */
  readonly path?: string;
  readonly fromUser?: boolean;
  readonly predicate?: Predicate;
  readonly optional: boolean;
  readonly compare?: Comparison;
  readonly tolerance?: number;
}

/** A literal object that holds a matcher somewhere inside. Keys are unique; order does not matter. */
export interface ObjectMatcher {
  readonly kind: 'object';
  readonly entries: ReadonlyMap<string, Matcher>;
}

/** A literal list that holds a matcher somewhere inside. */
export interface ListMatcher {
  readonly kind: 'list';
  readonly items: readonly Matcher[];
}

/**
 * A literal without a matcher inside is `{kind: 'matcher', allowed: [value]}`, at every depth, so a
 * reader of this type meets three kinds and no fourth.
 */
export type Matcher = ValueMatcher | ObjectMatcher | ListMatcher;

export const FAILURE_KINDS = ['timeout', 'http_error', 'tool_error', 'empty', 'malformed'] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

export interface InjectedFailure {
  readonly kind: FailureKind;
  readonly times: number;
  readonly status?: number;
  readonly message?: string;
  readonly effectApplied: boolean;
}

/** A golden call, with the match settings that hold for it after call, case, golden and dataset. */
export interface ExpectedCall {
  readonly id?: string;
  readonly name: string;
  readonly args: ReadonlyMap<string, Matcher>;
  readonly group?: number;
  readonly turn?: number;
  /** Ids, as written in `after`. */
  readonly after: readonly string[];
  /** Whether `after` is written on this call, also as an empty list. */
  readonly hasAfter: boolean;
  readonly optional: boolean;
  /** Undefined where nothing was recorded. */
  readonly returns?: Json;
  readonly fails?: InjectedFailure;
  readonly idempotencyKey?: string;
  readonly argsMode: ArgsMode;
  readonly ignoreArgs: readonly string[];
  /** Undefined: by consequence (scoring.md §2). */
  readonly compare?: Comparison;
}

/** One acceptable golden trajectory. */
export interface ExpectedPath {
  readonly name?: string;
  /** 0 to 1; ranks acceptable paths. */
  readonly credit: number;
  readonly calls: readonly ExpectedCall[];
  readonly callMode: CallMode;
  readonly extraCalls: ExtraCalls;
  /** Of the golden trajectory that the path names, where it has one. */
  readonly baseline?: Baseline;
  readonly tolerance?: BaselineTolerance;
  /**
   * What is asked of a run that takes an alternative whose calls stand in a golden trajectory: the end
   * state (the case's own, else the golden's) in place of `Expectation.finalState` and `state`, and the
   * golden's facts beside `Expectation.mustMention`. Set under `any_of` alone.
   */
  readonly outcome?: PathOutcome;
}

export interface PathOutcome {
  readonly finalState?: Json;
  readonly state: StateOptions;
  readonly mustMention: readonly Fact[];
}

export interface Baseline {
  readonly calls?: number;
  readonly latencyMs?: number;
  readonly costUsd?: number;
  readonly tokens?: number;
}

export interface BaselineTolerance {
  /** ± calls. */
  readonly calls: number;
  /** Factors. */
  readonly latency: number;
  readonly cost: number;
}

export interface StateOptions {
  /** JSONPaths whose selection is removed from both sides. */
  readonly ignore: readonly string[];
  /** JSONPaths of lists whose order counts. */
  readonly ordered: readonly string[];
  readonly money: readonly { readonly path: string; readonly exponent: number }[];
  readonly subset: boolean;
}

/** One fact, or several of which any will do. */
export type Fact = readonly string[];

/** All that scoring needs to know of a case. */
export interface Expectation {
  readonly caseId: string;
  /** The conversation before the run; the last user message is the task. */
  readonly messages: readonly Message[];
  /** Undefined where the case has none and no calls (only state or facts). `must_clarify` is `clarify`. */
  readonly behavior?: ToolBehavior;
  /** Whether `tool_behavior` is written, for the `need` matrix. */
  readonly behaviorExplicit: boolean;
  readonly allowedTools?: readonly string[];
  readonly forbiddenTools: readonly string[];
  readonly confirmBefore: readonly string[];
  /** Empty where no calls are expected; several for `any_of`. */
  readonly paths: readonly ExpectedPath[];
  /** The extra-call mode where there is no path. */
  readonly extraCalls: ExtraCalls;
  readonly maxCalls?: number;
  /** Undefined where none is expected. */
  readonly finalState?: Json;
  readonly state: StateOptions;
  readonly mustMention: readonly Fact[];
  readonly mustNotMention: readonly string[];
  /** Undefined: by consequence (format.md, `pass_rule`). */
  readonly passRule?: PassRule;
  readonly weight: number;
  readonly category?: string;
  readonly language?: string;
  readonly permissionGroup?: string;
  readonly tags: readonly string[];
  readonly holdout: boolean;
  /** Digests of the tools as the case was labelled. */
  readonly toolsDigest?: ReadonlyMap<string, string>;
}
