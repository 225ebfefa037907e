import { say } from '../l10n/say.ts';
import { equalJson } from '../model/json-text.ts';
import type { ToolDefinition, ToolSchema } from '../model/tool.ts';
import { isObject, type Json } from '../model/value.ts';
import { bfcl } from './dialects/bfcl.ts';
import { gemini } from './dialects/gemini.ts';
import { type Change, type ChangeKind, diffArguments, shown } from './drift-arguments.ts';
import { renamedTool } from './drift-similar.ts';
import type { Schema } from './keywords.ts';
import { createToolSchema } from './schema.ts';

export type { Change, ChangeKind };

/** What became of one tool. */
export interface ToolDrift {
  /** As it was called; for an added tool, as it is called now. */
  readonly name: string;
  readonly before?: ToolDefinition;
  readonly after?: ToolDefinition;
  readonly changes: readonly Change[];
}

/**
 * Both dialects that spell types in their own way, applied to any schema: a definition does not say which
 * it was written in, and neither touches what JSON Schema says in its own words.
 */
const inJsonSchema = (schema: Schema): Schema =>
  [gemini, bfcl].reduce((each, { normalise }) => normalise?.(each) ?? each, schema);

const schemas = new WeakMap<ToolDefinition, ToolSchema | null>();

/** A definition's input schema, to be asked about arguments; null where it has none that can be. */
export function definitionSchema(definition: ToolDefinition): ToolSchema | null {
  const known = schemas.get(definition);
  if (known !== undefined) return known;
  const { input_schema: schema = {} } = definition;
  const made = isObject(schema) ? createToolSchema(inJsonSchema(schema)) : null;
  schemas.set(definition, made);
  return made;
}

const sameField = (a: unknown, b: unknown): boolean =>
  a === undefined || b === undefined ? a === b : equalJson(a as Json, b as Json);

function diffInput(before: ToolDefinition, after: ToolDefinition): Change[] {
  if (sameField(before.input_schema, after.input_schema)) return [];
  const [a, b] = [definitionSchema(before), definitionSchema(after)];
  const changes = a && b ? diffArguments(a, b) : [];
  return changes.length > 0 ? changes : [{ kind: 'input', message: say`input schema changed` }];
}

function diffAnnotations(before: ToolDefinition, after: ToolDefinition): Change[] {
  const [a, b] = [before, after].map(
    (tool) => new Map(Object.entries(tool.annotations ?? {})) as ReadonlyMap<string, Json>,
  );
  return [...new Set([...a!.keys(), ...b!.keys()])]
    .filter((name) => !sameField(a!.get(name), b!.get(name)))
    .map((name) => ({
      kind: 'annotation',
      message: say`annotation \`${name}\` changed from ${shown(a!.get(name))} to ${shown(b!.get(name))}`,
    }));
}

/** What is different between two definitions of one tool; empty where nothing is. */
export function diffTool(before: ToolDefinition, after: ToolDefinition): Change[] {
  const changes: Change[] = [];
  if (before.name !== after.name) {
    changes.push({ kind: 'renamed', message: say`renamed to \`${after.name}\``, to: after.name });
  }
  for (const field of ['title', 'description'] as const) {
    if (before[field] !== after[field])
      changes.push({ kind: field, message: say`${field} edited` });
  }
  changes.push(...diffInput(before, after));
  if (!sameField(before.output_schema, after.output_schema)) {
    changes.push({ kind: 'output', message: say`output schema changed` });
  }
  return [...changes, ...diffAnnotations(before, after)];
}

/** By name; of two tools by one name the first counts, as in a toolset. */
function byName(tools: Iterable<ToolDefinition>): Map<string, ToolDefinition> {
  const named = new Map<string, ToolDefinition>();
  for (const tool of tools) if (!named.has(tool.name)) named.set(tool.name, tool);
  return named;
}

/**
 * What became of each tool from one state of the tools to another, in the order of the old state, added
 * tools last. A tool that went and one that came are one renamed tool where they are much alike.
 */
export function diffTools(
  before: Iterable<ToolDefinition>,
  after: Iterable<ToolDefinition>,
): ToolDrift[] {
  const [old, now] = [byName(before), byName(after)];
  const come = new Map([...now].filter(([name]) => !old.has(name)));
  const drifts: ToolDrift[] = [];
  for (const [name, tool] of old) {
    let match = now.get(name);
    if (!match) {
      match = renamedTool(tool, come.values());
      if (match) come.delete(match.name);
    }
    if (!match) {
      drifts.push({ name, before: tool, changes: [{ kind: 'removed', message: say`removed` }] });
      continue;
    }
    const changes = diffTool(tool, match);
    if (changes.length > 0) drifts.push({ name, before: tool, after: match, changes });
  }
  for (const [name, tool] of come) {
    drifts.push({ name, after: tool, changes: [{ kind: 'added', message: say`added` }] });
  }
  return drifts;
}
