/** Tools and arguments as Markdown, for hovers and for completion. */
import { say } from '../l10n/say.ts';
import type { Tool, Toolset } from '../model/tool.ts';
import type { Json, JsonObject } from '../model/value.ts';
import type { Path } from '../syntax/index.ts';
import { code, escapeMarkdown } from './markdown.ts';

/** A tool with its consequence, its description and its arguments. */
export function toolText(tool: Tool, toolset: Toolset): string {
  const consequence = toolset.consequence(tool.name);
  const schema = toolset.schema(tool.name);
  const title = tool.title ?? tool.annotations?.title;
  const facts = [
    consequence === 'unknown' ? undefined : consequence,
    tool.deprecated ? say`deprecated` : undefined,
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
  names.length === 0 ? `_${say`No arguments.`}_` : names.map(line).join('\n');

function argumentLine(toolset: Toolset, tool: Tool, name: string): string {
  const schema = toolset.schema(tool.name);
  const own = schema?.at([name]);
  const required = schema?.required.has(name) ? ` · ${say`required`}` : '';
  const description = typeof own === 'object' ? firstSentence(own.description) : '';
  return `- ${code(name)}: ${code(typeText(own))}${required}${description ? ` · ${escapeMarkdown(description)}` : ''}`;
}

/** The first sentence of a description, or its first line. */
export const firstSentence = (text: Json | undefined): string =>
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

/** A value on one line. */
export const jsonText = (value: Json): string =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)) ?? '';

/** An argument, or a part of one, with its type, its limits and its description. */
export function argumentText(toolset: Toolset, tool: Tool, path: Path): string | undefined {
  const schema = toolset.schema(tool.name);
  const own = schema?.at(path);
  if (!schema || own === undefined) return undefined;
  const required =
    path.length === 1 && schema.required.has(String(path[0])) ? ` · ${say`required`}` : '';
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
