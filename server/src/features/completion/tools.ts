import { CompletionItemKind } from 'vscode-languageserver-types';
import type { Tool, Toolset } from '../../model/tool.ts';
import type { Path } from '../../syntax/index.ts';
import { plainText } from '../markdown.ts';
import { toolText } from '../tool-text.ts';
import { requiredArguments } from './arguments.ts';
import { type Content, type EntryContent, type Offer, scalar, type Written } from './offer.ts';
import { callAt, type Site } from './site.ts';
import { signature } from './text.ts';

/** The tools that a name may mean: the case's; in a configuration those of every manifest. */
export const toolsetOf = ({ kind, scope, context }: Site): Toolset =>
  kind === 'config' ? context.workspace.knownTools.all(scope.config) : scope.toolset;

/** Each tool that a name may mean, deprecated ones last. */
function offerTools(
  site: Site,
  write: (name: string, args: readonly EntryContent[]) => Written,
): Offer[] {
  const toolset = toolsetOf(site);
  const counts = new Map<string, number>();
  for (const { name } of toolset.tools) counts.set(name, (counts.get(name) ?? 0) + 1);
  const offers = toolset.tools.map((tool): Offer => {
    // Two servers may have a tool by one name: their prefixes tell them apart.
    const isShared = (counts.get(tool.name) ?? 0) > 1;
    const name = isShared && tool.alias ? `${tool.alias}__${tool.name}` : tool.name;
    const { detail, documentation, args } = factsOf(toolset, tool, name);
    return {
      label: name,
      kind: CompletionItemKind.Function,
      detail,
      documentation,
      ...(tool.deprecated && { deprecated: true }),
      write: write(name, args),
    };
  });
  const once = [...new Map(offers.map((offer) => [offer.label, offer])).values()];
  return [
    ...once.filter(({ deprecated }) => !deprecated),
    ...once.filter(({ deprecated }) => deprecated),
  ];
}

/** What is shown of a tool, and what a call of it begins with. */
interface ToolFacts {
  readonly detail: string;
  readonly documentation: string;
  readonly args: readonly EntryContent[];
}

/** Toolsets stay the same until a manifest changes, and large ones take a while to put into words. */
const known = new WeakMap<Toolset, Map<string, ToolFacts>>();

function factsOf(toolset: Toolset, tool: Tool, name: string): ToolFacts {
  const facts = known.get(toolset) ?? new Map<string, ToolFacts>();
  known.set(toolset, facts);
  const before = facts.get(name);
  if (before) return before;
  const title = tool.title ?? tool.annotations?.title;
  const entries = requiredArguments(toolset.schema(name));
  const made: ToolFacts = {
    detail: [signature(toolset, name), title && plainText(title)].filter(Boolean).join(' · '),
    documentation: toolText(tool, toolset),
    args: entries.length === 0 ? [] : [['args', { kind: 'map', entries }]],
  };
  facts.set(name, made);
  return made;
}

/** Names alone. */
export const toolNames = (site: Site): Offer[] =>
  offerTools(site, (name) => ({ value: scalar(name) }));

/** Names as keys of a mapping, each with what its value begins as. */
export const toolKeys =
  (value: Content) =>
  (site: Site): Offer[] =>
    offerTools(site, (name) => ({ key: name, value }));

/** The name of a call, with the arguments that its tool requires where the call has none yet. */
export function callNames(site: Site, path: Path): Offer[] {
  const { cursor, context } = site;
  const text = context.snapshot.file.text;
  const rest = /^[^\r\n]*/.exec(text.slice(cursor.replace.end))![0];
  const node = callAt(site, path)?.node;
  const hasArguments = node?.entries.some(({ key }) => key.value === 'args') ?? false;
  const hasRoom = cursor.inFlow || rest.trim() === '';
  return offerTools(site, (name, args) => ({
    value: scalar(name),
    beside: hasArguments || !hasRoom ? [] : args,
  }));
}

/** Whole calls, with the arguments that their tools require. */
export const wholeCalls = (site: Site): Offer[] =>
  offerTools(site, (name, args) => ({
    value: { kind: 'map', entries: [['name', scalar(name)], ...args] },
  }));
