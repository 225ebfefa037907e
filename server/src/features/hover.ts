import type { Hover } from 'vscode-languageserver-types';
import { placeAt } from '../model/schema/lookup.ts';
import type { Tool, Toolset } from '../model/tool.ts';
import type { Json, JsonObject } from '../model/value.ts';
import type { Path } from '../syntax/index.ts';
import type { FeatureContext } from './host.ts';
import { code, escapeMarkdown, fence } from './markdown.ts';
import { argumentAt, referredCalls, type Target, targetAt, toolNameAt } from './target.ts';

/** What stands at an offset, explained. */
export function hover({ snapshot }: FeatureContext, offset: number): Hover | undefined {
  const target = targetAt(snapshot, offset);
  if (!target) return undefined;
  const { toolset } = snapshot.scopeOf(target.unit);
  const text =
    toolHover(toolset, target) ??
    referenceHover(toolset, target) ??
    argumentHover(toolset, target) ??
    keyHover(target);
  const range = snapshot.file.rangeOf(target.unit.tree, target.span);
  return text === undefined || !range
    ? undefined
    : { contents: { kind: 'markdown', value: text }, range };
}

function toolHover(toolset: Toolset, target: Target): string | undefined {
  const name = toolNameAt(target);
  const tool = name === undefined ? undefined : toolset.find(name);
  return tool && toolText(tool, toolset);
}

/** A tool with its consequence, its description and its arguments. */
export function toolText(tool: Tool, toolset: Toolset): string {
  const consequence = toolset.consequence(tool.name);
  const schema = toolset.schema(tool.name);
  const title = tool.title ?? tool.annotations?.title;
  const facts = [
    consequence === 'unknown' ? undefined : consequence,
    tool.deprecated ? 'deprecated' : undefined,
  ].filter((fact) => fact !== undefined);
  const lines = [
    `**${escapeMarkdown(tool.name)}**${title ? ` · ${escapeMarkdown(title)}` : ''}${facts.length ? ` · _${facts.join(', ')}_` : ''}`,
    ...(tool.description ? [escapeMarkdown(tool.description)] : []),
    ...(schema
      ? [argumentList(schema.argumentNames, (name) => argumentLine(toolset, tool, name))]
      : []),
  ];
  return lines.join('\n\n');
}

const argumentList = (names: readonly string[], line: (name: string) => string): string =>
  names.length === 0 ? '_No arguments._' : names.map(line).join('\n');

function argumentLine(toolset: Toolset, tool: Tool, name: string): string {
  const schema = toolset.schema(tool.name);
  const own = schema?.at([name]);
  const required = schema?.required.has(name) ? ' · required' : '';
  const description = typeof own === 'object' ? firstSentence(own.description) : '';
  return `- ${code(name)}: ${code(typeText(own))}${required}${description ? ` · ${escapeMarkdown(description)}` : ''}`;
}

const firstSentence = (text: Json | undefined): string =>
  typeof text === 'string' ? (/^[^\n]*?[.!?](?=\s|$)|^[^\n]*/.exec(text)?.[0] ?? '') : '';

/** A schema's type in a few words: `string`, `"a" | "b"`, `integer[]`. */
export function typeText(schema: JsonObject | boolean | undefined): string {
  if (schema === undefined || typeof schema === 'boolean') return 'any';
  if (Array.isArray(schema.enum)) return schema.enum.slice(0, 12).map(jsonText).join(' | ');
  if (schema.const !== undefined) return jsonText(schema.const);
  const types = [schema.type].flat().filter((type) => typeof type === 'string');
  if (types.length === 1 && types[0] === 'array') {
    const { items } = schema;
    const inner =
      typeof items === 'object' && items !== null && !Array.isArray(items) ? items : undefined;
    return `${typeText(inner)}[]`;
  }
  return types.length === 0 ? 'any' : types.join(' | ');
}

const jsonText = (value: Json): string =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)) ?? '';

/** An argument with its schema, from its key. */
function argumentHover(toolset: Toolset, target: Target): string | undefined {
  const argument = target.onKey ? argumentAt(target) : undefined;
  const name = target.call?.call.name?.value;
  const tool = name === undefined ? undefined : toolset.find(name);
  return argument && tool && argumentText(toolset, tool, [argument.name, ...argument.inside]);
}

/** An argument, or a part of one, with its type, its limits and its description. */
export function argumentText(toolset: Toolset, tool: Tool, path: Path): string | undefined {
  const schema = toolset.schema(tool.name);
  const own = schema?.at(path);
  if (!schema || own === undefined) return undefined;
  const required = path.length === 1 && schema.required.has(String(path[0])) ? ' · required' : '';
  const description = typeof own === 'object' ? own.description : undefined;
  return [
    `**${escapeMarkdown(String(path.at(-1)))}**: ${code(typeText(own))}${required} · ${escapeMarkdown(tool.name)}`,
    ...(typeof description === 'string' ? [escapeMarkdown(description)] : []),
    ...(typeof own === 'object' ? limitsText(own) : []),
  ].join('\n\n');
}

const LIMITS = [
  'default',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'examples',
];

const limitsText = (schema: JsonObject): string[] => {
  const limits = LIMITS.filter((key) => Object.hasOwn(schema, key)).map(
    (key) => `${key}: ${code(jsonText(schema[key] ?? null))}`,
  );
  return limits.length === 0 ? [] : [limits.join(' · ')];
};

/** The call that a `from_call` names, and what it recorded. */
function referenceHover(toolset: Toolset, target: Target): string | undefined {
  const [call] = referredCalls(target);
  if (!call) return undefined;
  const name = call.name?.value ?? '';
  const tool = toolset.find(name);
  const returns = call.returns && jsonPreview(call.returns.value);
  return [
    `Call ${call.index + 1}: **${escapeMarkdown(name)}**${call.id ? ` (${code(call.id.value)})` : ''}`,
    ...(tool?.description ? [escapeMarkdown(firstSentence(tool.description))] : []),
    ...(returns ? ['It returned:', fence(returns)] : []),
  ].join('\n\n');
}

const MAX_PREVIEW = 1_000;

function jsonPreview(value: Json): string {
  const text = JSON.stringify(
    value,
    (_, each) => (typeof each === 'bigint' ? String(each) : each),
    2,
  );
  return text.length > MAX_PREVIEW ? `${text.slice(0, MAX_PREVIEW)}…` : text;
}

/** A key of the format. */
function keyHover(target: Target): string | undefined {
  if (!target.onKey || argumentAt(target)) return undefined;
  const { kind, node } = target.unit.subject;
  const text = placeAt(kind, node, target.path)?.description;
  return text && `**${escapeMarkdown(String(target.path.at(-1)))}**\n\n${escapeMarkdown(text)}`;
}
