/** What agents are offered in place of a case's own tools, to see what difference it makes. */
import {
  createToolset,
  diffTool,
  type Manifest,
  renamedTool,
  toolDefinition,
} from '../../manifest/index.ts';
import type { Config } from '../../model/config.ts';
import type { Tool, ToolDefinition, Toolset } from '../../model/tool.ts';
import { isObject, type JsonObject } from '../../model/value.ts';
import { jsonText } from '../../report/json.ts';
import type { Offer, OfferedTool } from '../../runner/offer.ts';
import { FileState } from '../files/file-state.ts';
import { fromPath } from '../files/uri.ts';
import { manifestOf } from '../links/toolsets.ts';

/** Another offer in place of a case's own tools. */
export interface ChangeOfTools {
  /** What it is called in reports. */
  readonly label: string;
  offer(own: readonly Tool[], seed: number): Offer;
}

/** The name by which a case calls a tool. */
const ownName = ({ name, alias }: Tool): string =>
  alias === undefined ? name : `${alias}__${name}`;

/** A tool as MCP lists it, under the name by which the case calls it. */
function mcpTool(tool: Tool): OfferedTool['tool'] {
  const { title, description, schemas, annotations } = tool;
  const input = schemas?.input;
  return {
    name: ownName(tool),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    inputSchema: isObject(input) ? input : { type: 'object' },
    ...(isObject(schemas?.output) && { outputSchema: schemas.output }),
    ...(annotations && { annotations: { ...annotations } as JsonObject }),
  };
}

/** The tools of a case as they are. */
export const ownOffer = (tools: readonly Tool[]): Offer =>
  tools.map((tool) => ({ tool: mcpTool(tool), own: ownName(tool) }));

/**
 * The tools of a case that a comparison of manifests is about: those that come from one of the files, or,
 * where the case names neither, those by the names of their tools.
 */
export function concernedTools(own: readonly Tool[], compared: readonly Manifest[]): Tool[] {
  const files = new Set(compared.map(({ uri }) => uri));
  const theirs = own.filter(({ uri }) => files.has(uri));
  const names = new Set(compared.flatMap(({ tools }) => tools.map(({ name }) => name)));
  return theirs.length > 0 ? theirs : own.filter(({ name }) => names.has(name));
}

/**
 * One of two compared manifests in place of a case's tools that they are about; its other tools stay. What
 * the manifest calls otherwise than the case does is told by likeness, as in `tools diff`.
 *
 * @param compared both manifests
 */
export const offering = (
  label: string,
  manifest: Manifest,
  compared: readonly Manifest[],
): ChangeOfTools => ({
  label,
  offer(own) {
    const replaced = concernedTools(own, compared);
    const ownOf = matched(replaced, manifest.tools);
    const alias = replaced[0]?.alias;
    const block = manifest.tools.map((now): OfferedTool => {
      const before = ownOf.get(now);
      return before ? inPlaceOf(before, now) : { tool: mcpTool(aliased(now, alias)) };
    });
    return own.flatMap((tool) => {
      if (!replaced.includes(tool)) return { tool: mcpTool(tool), own: ownName(tool) };
      return tool === replaced[0] ? block : [];
    });
  },
});

const aliased = (tool: Tool, alias: string | undefined): Tool =>
  alias === undefined ? tool : { ...tool, alias };

/** The tool of a case that each tool of a manifest is: by its name, else much alike under another. */
function matched(own: readonly Tool[], tools: readonly Tool[]): ReadonlyMap<Tool, Tool> {
  const ofName = new Map(own.map((tool) => [tool.name, tool]));
  const found = new Map(
    tools.flatMap((tool) => {
      const same = ofName.get(tool.name);
      return same ? [[tool, same] as const] : [];
    }),
  );
  const missing = own.filter((tool) => ![...found.values()].includes(tool));
  for (const tool of missing) {
    const candidates = new Map(
      tools.filter((each) => !found.has(each)).map((each) => [toolDefinition(each), each]),
    );
    const renamed = renamedTool(toolDefinition(tool), candidates.keys());
    if (renamed) found.set(candidates.get(renamed)!, tool);
  }
  return found;
}

function inPlaceOf(own: Tool, now: Tool): OfferedTool {
  return {
    tool: mcpTool(aliased(now, own.alias)),
    own: ownName(own),
    args: renamedArguments(toolDefinition(own), toolDefinition(now)),
  };
}

/** The old name of each argument that was renamed, by the new one. */
const renamedArguments = (before: ToolDefinition, after: ToolDefinition) =>
  new Map(
    diffTool(before, after).flatMap(({ kind, argument = [], to }) =>
      kind === 'argument-renamed' && argument.length === 1 && to !== undefined
        ? [[to, String(argument[0])] as const]
        : [],
    ),
  );

/**
 * A case's tools with those that it does not have and its agent was offered: a call of one is a wrong
 * choice, and no invention.
 */
export function withOffered(own: Toolset, offer: Offer, { policies }: Config): Toolset {
  const strange = offer.flatMap((each) => (each.own === undefined ? each.tool : []));
  if (strange.length === 0) return own;
  const text = jsonText({ tools: strange });
  const extra = manifestOf(FileState.of(fromPath('/offered.tools.json'), 'tools', text));
  const parts = [{ manifest: { ...extra, tools: own.tools } }, { manifest: extra }];
  return createToolset(parts, policies, own.complete);
}
