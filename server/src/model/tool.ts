import type { Place } from './finding.ts';
import type { Json, JsonObject } from './value.ts';

export const CONSEQUENCES = ['read', 'write', 'destructive'] as const;
/** What a call of a tool does to the world; `unknown` where nobody has said. */
export type Consequence = (typeof CONSEQUENCES)[number] | 'unknown';

export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** A tool as one manifest defines it, whatever the manifest's dialect. */
export interface Tool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** As the manifest writes it; absent where it writes none. */
  readonly inputSchema?: JsonObject | boolean;
  readonly outputSchema?: JsonObject | boolean;
  /**
   * The schemas in the words of JSON Schema, whatever the dialect, as arguments and outputs are checked by
   * them; absent where there is nothing usable to check by.
   */
  readonly schemas?: {
    readonly input?: JsonObject | boolean;
    readonly output?: JsonObject | boolean;
  };
  readonly annotations?: ToolAnnotations;
  readonly deprecated: boolean;
  /** The `name` value in the manifest: what go to definition opens. */
  readonly place: Place;
  readonly uri: string;
  /** The prefix under which the case's `tools` takes the manifest. */
  readonly alias?: string;
}

/** A tool as a label vouches for it, under the names of the digest; schemas as the manifest writes them. */
export interface ToolDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly input_schema?: JsonObject | boolean;
  readonly output_schema?: JsonObject | boolean;
  readonly annotations?: ToolAnnotations;
}

/** One problem of an argument's value against a tool's schema. */
export interface SchemaProblem {
  /** From the argument's value down to the offending part; empty for the value itself. */
  readonly path: readonly (string | number)[];
  readonly kind: 'type' | 'enum' | 'format' | 'invalid';
  /** A sentence's end, e.g. `expected integer, got string "two"`. */
  readonly message: string;
  /** For `enum` and `const`: the members. */
  readonly members?: readonly Json[];
  /** For `type`: the JSON types that would do. */
  readonly types?: readonly string[];
  /** The offending part is a key of the value at `path`, by this name. */
  readonly key?: string;
  /** Keys that may have been meant instead, nearest first. */
  readonly nearest?: readonly string[];
}

/**
 * A tool's input (or output) schema, asked about arguments. A schema that does not compile, or a part of
 * it that cannot be checked, knows nothing and objects to nothing.
 */
export interface ToolSchema {
  /** Argument names the schema names, required first, each in written order. */
  readonly argumentNames: readonly string[];
  readonly required: ReadonlySet<string>;
  /** Known directly or through `allOf`, `anyOf`, `oneOf`, `$ref`, `patternProperties`. */
  knows(argument: string): boolean;
  /** Whether unknown arguments are refused (`additionalProperties` absent or false). */
  readonly closed: boolean;
  /** The subschema at a path of property names and indexes, `$ref`s followed; undefined where unknown. */
  at(path: readonly (string | number)[]): JsonObject | boolean | undefined;
  /** The argument's schema default, undefined where there is none. */
  defaultOf(argument: string): Json | undefined;
  /** What is wrong with a value at a path (the argument's name first); empty where nothing is, or is known. */
  check(path: readonly (string | number)[], value: Json): readonly SchemaProblem[];
  /** Whether a whole argument object (or output) satisfies the schema; null where that is not known. */
  accepts(args: Json): boolean | null;
}

/** What the configuration says of a tool, over what its annotations say. */
export interface ToolPolicy {
  readonly consequence?: Exclude<Consequence, 'unknown'>;
  readonly idempotencyKey?: string;
  readonly idempotent?: boolean;
  readonly weight?: number;
}

/** The tools of one case: its manifests taken together, with the configuration's policies. */
export interface Toolset {
  readonly tools: readonly Tool[];
  /**
   * False where no manifest is named or one of them cannot be read: what a rule would say of a missing
   * name is then not known, and it stays silent.
   */
  readonly complete: boolean;
  /** By literal name or through an alias (`server__tool`, `mcp__server__tool`, dots as underscores). */
  find(name: string): Tool | undefined;
  /** Whether two names, as written or emitted, mean the same tool. */
  same(a: string, b: string): boolean;
  /** Null where the tool is unknown or has no schema that compiles. */
  schema(name: string): ToolSchema | null;
  outputSchema(name: string): ToolSchema | null;
  /** From the policies, else from what the annotations say in words, else `unknown`. */
  consequence(name: string): Consequence;
  policy(name: string): ToolPolicy;
}
