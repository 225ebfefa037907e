import { CompletionItemKind } from 'vscode-languageserver-types';
import type { Tool } from '../../model/tool.ts';
import type { Path } from '../../syntax/index.ts';
import { plainText } from '../markdown.ts';
import { toolText } from '../tool-text.ts';
import { requiredArguments } from './arguments.ts';
import { type Content, type EntryContent, type Offer, scalar, type Written } from './offer.ts';
import { callAt, type Site } from './site.ts';
import { signature } from './text.ts';

/** The case's tools, deprecated ones last. */
function offerTools(site: Site, write: (name: string) => Written): Offer[] {
  const { toolset } = site.scope;
  const counts = new Map<string, number>();
  for (const { name } of toolset.tools) counts.set(name, (counts.get(name) ?? 0) + 1);
  const offers = toolset.tools.map((tool): Offer => {
    // Two servers may have a tool by one name: their prefixes tell them apart.
    const isShared = (counts.get(tool.name) ?? 0) > 1;
    const name = isShared && tool.alias ? `${tool.alias}__${tool.name}` : tool.name;
    return {
      label: name,
      kind: CompletionItemKind.Function,
      detail: detailOf(site, tool, name),
      documentation: toolText(tool, toolset),
      ...(tool.deprecated && { deprecated: true }),
      write: write(name),
    };
  });
  return [
    ...offers.filter(({ deprecated }) => !deprecated),
    ...offers.filter(({ deprecated }) => deprecated),
  ];
}

function detailOf({ scope: { toolset } }: Site, tool: Tool, name: string): string {
  const title = tool.title ?? tool.annotations?.title;
  return [signature(toolset, name), title && plainText(title)].filter(Boolean).join(' · ');
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
  return offerTools(site, (name) => ({
    value: scalar(name),
    beside: hasArguments || !hasRoom ? [] : argumentsEntry(site, name),
  }));
}

/** Whole calls, with the arguments that their tools require. */
export const wholeCalls = (site: Site): Offer[] =>
  offerTools(site, (name) => ({
    value: {
      kind: 'map',
      entries: [['name', scalar(name)], ...argumentsEntry(site, name)],
    },
  }));

function argumentsEntry({ scope }: Site, tool: string): EntryContent[] {
  const entries = requiredArguments(scope.toolset.schema(tool));
  return entries.length === 0 ? [] : [['args', { kind: 'map', entries }]];
}
