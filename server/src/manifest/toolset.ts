import type { Tool, ToolPolicy, ToolSchema, Toolset } from '../model/tool.ts';
import { consequenceOf, indexNames } from '../model/toolset.ts';
import type { Schema } from './keywords.ts';
import type { Manifest } from './read.ts';
import { createToolSchema } from './schema.ts';

export interface ToolsetPart {
  readonly manifest: Manifest;
  /** The prefix under which the case takes the manifest. */
  readonly alias?: string;
}

/** Prepared schemas, as long as the manifest they come from is in memory. */
const prepared = new WeakMap<object, ToolSchema | null>();

function prepare(schema: Schema | undefined): ToolSchema | null {
  if (schema === undefined || typeof schema === 'boolean') return null;
  const known = prepared.get(schema);
  if (known !== undefined) return known;
  const made = createToolSchema(schema);
  prepared.set(schema, made);
  return made;
}

/**
 * Takes the manifests of a case together. Of two tools by one name the first listed counts; both stay in
 * `tools`.
 *
 * @param policies by tool name, as the configuration writes it: aliases are names there too
 * @param complete whether every manifest that the case names could be read
 */
export function createToolset(
  parts: readonly ToolsetPart[],
  policies: ReadonlyMap<string, ToolPolicy>,
  complete: boolean,
): Toolset {
  const tools: Tool[] = parts.flatMap(({ manifest, alias }) =>
    alias === undefined ? manifest.tools : manifest.tools.map((tool) => ({ ...tool, alias })),
  );
  const names = indexNames(tools);
  const found = new Map<string, ToolPolicy>();
  const policy = (name: string): ToolPolicy => {
    let known = policies.get(name) ?? found.get(name);
    if (!known) {
      known = [...policies].find(([other]) => names.same(name, other))?.[1] ?? {};
      found.set(name, known);
    }
    return known;
  };
  return {
    tools,
    complete,
    find: (name) => names.find(name),
    same: (a, b) => names.same(a, b),
    schema: (name) => prepare(names.find(name)?.schemas?.input),
    outputSchema: (name) => prepare(names.find(name)?.schemas?.output),
    consequence: (name) => consequenceOf(names.find(name), policy(name)),
    policy,
  };
}
