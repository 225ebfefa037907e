import type { Consequence, Tool, ToolPolicy } from './tool.ts';

/** What the name rules need to know of a tool. */
export interface NamedTool {
  readonly name: string;
  /** Of the manifest source that the tool came through. */
  readonly alias?: string;
}

const undotted = (name: string): string => name.replaceAll('.', '_');

/**
 * All names that mean a tool (scoring.md §1): its own, those that the alias of its manifest gives it
 * (`server__tool`, `mcp__server__tool`), and each of them with dots written as underscores. The tool's
 * own name comes first.
 */
export function nameVariants(tool: NamedTool): readonly string[] {
  const { name, alias } = tool;
  const names =
    alias === undefined ? [name] : [name, `${alias}__${name}`, `mcp__${alias}__${name}`];
  return [...new Set([...names, ...names.map(undotted)])];
}

/** Which tool a written or emitted name means. */
export interface NameIndex<T extends NamedTool> {
  /** By literal name first, then through an alias; of several the first listed. */
  find(name: string): T | undefined;
  /** Whether two names mean the same tool. */
  same(a: string, b: string): boolean;
}

/** Looks names up among the tools of one case. */
export function indexNames<T extends NamedTool>(tools: readonly T[]): NameIndex<T> {
  const literal = new Map<string, T>();
  const byVariant = new Map<string, T[]>();
  for (const tool of tools) {
    if (!literal.has(tool.name)) literal.set(tool.name, tool);
    for (const name of nameVariants(tool)) {
      const known = byVariant.get(name);
      if (known) known.push(tool);
      else byVariant.set(name, [tool]);
    }
  }
  const meanings = (name: string): readonly T[] => byVariant.get(name) ?? [];
  return {
    find: (name) => literal.get(name) ?? meanings(name)[0],
    same(a, b) {
      if (a === b) return true;
      if (literal.has(a) && literal.has(b)) return false;
      const others = meanings(b);
      if (meanings(a).some((tool) => others.includes(tool))) return true;
      // Names that no manifest has can still be one name, written for a model that takes no dots.
      return meanings(a).length === 0 && others.length === 0 && undotted(a) === undotted(b);
    },
  };
}

/**
 * What calling a tool does to the world: what the configuration says, else what the annotations say in
 * words, else unknown. A hint that is not given says nothing.
 */
export function consequenceOf(
  tool: Pick<Tool, 'annotations'> | undefined,
  policy: ToolPolicy | undefined,
): Consequence {
  if (policy?.consequence !== undefined) return policy.consequence;
  const hints = tool?.annotations;
  if (hints?.readOnlyHint === true) return 'read';
  if (hints?.destructiveHint === true) return 'destructive';
  if (hints?.readOnlyHint === false || hints?.destructiveHint === false) return 'write';
  return 'unknown';
}
