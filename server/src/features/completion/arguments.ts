import { CompletionItemKind } from 'vscode-languageserver-types';
import { phrase, say } from '../../l10n/say.ts';
import { DECIDING_KEYS, MODIFIER_KEYS } from '../../model/read-matcher.ts';
import type { Tool, ToolSchema } from '../../model/tool.ts';
import { isObject } from '../../model/value.ts';
import type { Path } from '../../syntax/index.ts';
import { plainText } from '../markdown.ts';
import { argumentText, typeText } from '../tool-text.ts';
import { type Content, contentOf, type EntryContent, type Offer } from './offer.ts';
import {
  draftOf,
  type KnownValue,
  knownValues,
  propertiesOf,
  type Schema,
  schemaTypes,
} from './schema-values.ts';
import { type CallPlace, callAt, type Site } from './site.ts';
import { preview } from './text.ts';

/** The keys of a matcher. */
export const MATCHER_KEYS: ReadonlySet<string> = new Set<string>([
  ...DECIDING_KEYS,
  ...MODIFIER_KEYS,
]);

/** A place inside an argument of an expected call. */
export interface ArgumentPlace {
  readonly call: CallPlace;
  readonly tool?: Tool;
  readonly schema: ToolSchema | null;
  /** From the argument's name down, as its schema counts: matchers left out. */
  readonly at: Path;
  /**
   * `value`: a literal or a matcher; `literal`: inside `allowed`; else the key of the matcher whose value
   * this is, or is in.
   */
  readonly part: string;
  /** Of the matcher's mapping, where the place is inside one. */
  readonly matcher?: Path;
}

/** What a path means inside an argument; undefined where it leads to none. */
export function argumentAt(site: Site, path: Path): ArgumentPlace | undefined {
  const call = callAt(site, path);
  if (call?.rest[0] !== 'args' || call.rest.length < 2) return undefined;
  const { toolset } = site.scope;
  const name = call.call?.name?.value;
  const tool = name === undefined ? undefined : toolset.find(name);
  const schema = tool ? toolset.schema(tool.name) : null;
  const start = path.length - call.rest.length;
  let at: Path = [String(call.rest[1])];
  let part = 'value';
  let matcher: Path | undefined;
  for (const [index, step] of call.rest.entries()) {
    if (index < 2) continue;
    if (part === 'allowed') part = 'literal';
    else if (part !== 'value' && part !== 'literal') continue;
    else if (part === 'value' && isMatcherKey(schema?.at(at), step)) {
      part = String(step);
      matcher = path.slice(0, start + index);
    } else at = [...at, step];
  }
  return { call, ...(tool && { tool }), schema, at, part, ...(matcher && { matcher }) };
}

/** A property of that name is no matcher's key. */
const isMatcherKey = (schema: Schema, step: string | number): boolean =>
  MATCHER_KEYS.has(String(step)) && !propertiesOf(schema).some(({ name }) => name === String(step));

/** The schema at a place in an argument; undefined where nothing is known. */
export const schemaAt = ({ schema, at }: ArgumentPlace): Schema => schema?.at(at);

/** The arguments that a tool requires, each begun by its type. */
export function requiredArguments(schema: ToolSchema | null): EntryContent[] {
  if (!schema) return [];
  return schema.argumentNames
    .filter((name) => schema.required.has(name))
    .map((name) => [name, argumentContent(schema, [name])]);
}

const argumentContent = (schema: ToolSchema, path: Path): Content =>
  draftOf(schema.at(path), (name) => schema.at([...path, name]));

/** The names of a call's arguments: required first. */
export function argumentNames(site: Site, { call }: CallPlace): Offer[] {
  const { toolset } = site.scope;
  const tool = call?.name && toolset.find(call.name.value);
  const schema = tool ? toolset.schema(tool.name) : null;
  if (!tool || !schema) return [];
  return schema.argumentNames.map((name) =>
    argumentOffer(site, tool, schema, [name], schema.required.has(name)),
  );
}

/** The properties of an argument that is an object, down to any depth of its schema. */
export function argumentProperties(site: Site, place: ArgumentPlace): Offer[] {
  const { tool, schema, at } = place;
  if (!tool || !schema) return [];
  return propertiesOf(schemaAt(place)).map(({ name, required }) =>
    argumentOffer(site, tool, schema, [...at, name], required),
  );
}

function argumentOffer(
  { scope }: Site,
  tool: Tool,
  schema: ToolSchema,
  path: Path,
  required: boolean,
): Offer {
  const name = String(path.at(-1));
  const documentation = argumentText(scope.toolset, tool, path);
  return {
    label: name,
    kind: CompletionItemKind.Field,
    detail: plainText(`${typeText(schema.at(path))}${required ? ` · ${say`required`}` : ''}`),
    ...(documentation !== undefined && { documentation }),
    write: { key: name, value: argumentContent(schema, path) },
  };
}

const ORIGINS: Readonly<Record<KnownValue['from'], { detail: string; kind: CompletionItemKind }>> =
  {
    default: { detail: phrase`default`, kind: CompletionItemKind.Value },
    const: { detail: phrase`the only value`, kind: CompletionItemKind.EnumMember },
    enum: { detail: '', kind: CompletionItemKind.EnumMember },
    example: { detail: phrase`example`, kind: CompletionItemKind.Value },
    boolean: { detail: '', kind: CompletionItemKind.Value },
  };

/** The values that an argument's schema names. */
export function argumentValues(place: ArgumentPlace): Offer[] {
  return knownValues(schemaAt(place)).map(({ value, from }) => {
    const { detail, kind } = ORIGINS[from];
    return {
      label: isObject(value) || Array.isArray(value) ? preview(value) : plainText(String(value)),
      kind,
      ...(detail && { detail: say(detail) }),
      write: { value: contentOf(value) },
    };
  });
}

/** Whether a list may stand at a place in an argument, as far as the schema says. */
export const takesList = (place: ArgumentPlace, path: Path): boolean =>
  place.part === 'value' || place.part === 'literal'
    ? schemaTypes(schemaAt(place)).has('array')
    : path.at(-1) === 'allowed' || path.at(-1) === 'from_call';
