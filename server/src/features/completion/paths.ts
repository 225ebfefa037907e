import { CompletionItemKind } from 'vscode-languageserver-types';
import type { CallNode } from '../../model/located.ts';
import { readTexts } from '../../model/read-parts.ts';
import type { ToolSchema } from '../../model/tool.ts';
import { isObject, type Json } from '../../model/value.ts';
import { neverFit } from '../../rules/flow/from-call-type.ts';
import { resolve } from '../../rules/flow/order.ts';
import { readOutput } from '../../rules/flow/outputs.ts';
import { jsonType } from '../../rules/flow/selection.ts';
import { findNode, type Path, toValue } from '../../syntax/index.ts';
import { plainText } from '../markdown.ts';
import { argumentAt, schemaAt } from './arguments.ts';
import { type Offer, scalar } from './offer.ts';
import { consumerAt } from './references.ts';
import { propertiesOf, type Schema, schemaTypes } from './schema-values.ts';
import type { Site } from './site.ts';
import { preview } from './text.ts';

interface Found {
  readonly path: string;
  readonly types: ReadonlySet<string>;
  readonly detail: string;
}

/** A path into an output, and whether a value of the wanted type stands there. */
export interface OutputPath extends Found {
  readonly fits: boolean;
}

/** More paths than these nobody reads. */
const MAX_PATHS = 200;
const MAX_DEPTH = 8;
/** Items of a list that are looked at for their properties. */
const MAX_ITEMS = 20;

const member = (name: string): string =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)
    ? `.${name}`
    : `['${JSON.stringify(name).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}']`;

/** The paths of the scalars in a value, items of lists taken together, each with a first sample. */
function pathsInValue(value: Json): Found[] {
  const found = new Map<string, { types: Set<string>; sample: Json }>();
  const visit = (each: Json, path: string, depth: number): void => {
    if (depth > MAX_DEPTH || found.size >= MAX_PATHS) return;
    if (Array.isArray(each)) {
      for (const item of each.slice(0, MAX_ITEMS)) visit(item, `${path}[*]`, depth + 1);
    } else if (isObject(each)) {
      for (const [name, item] of Object.entries(each)) visit(item, path + member(name), depth + 1);
    } else {
      const known = found.get(path);
      if (known) known.types.add(jsonType(each));
      else found.set(path, { types: new Set([jsonType(each)]), sample: each });
    }
  };
  visit(value, '$', 0);
  return [...found].map(([path, { types, sample }]) => ({ path, types, detail: preview(sample) }));
}

/** The same from the schema of an output, with types instead of samples. */
function pathsInSchema(schema: ToolSchema): Found[] {
  const found: Found[] = [];
  const visit = (at: Path, path: string, depth: number): void => {
    const here = schema.at(at);
    if (depth > MAX_DEPTH || found.length >= MAX_PATHS || here === undefined) return;
    const types = schemaTypes(here);
    const properties = propertiesOf(here);
    if (properties.length > 0) {
      for (const { name } of properties) visit([...at, name], path + member(name), depth + 1);
    } else if (types.has('array')) {
      visit([...at, 0], `${path}[*]`, depth + 1);
    } else {
      found.push({ path, types, detail: [...types].join(' | ') });
    }
  };
  visit([], '$', 0);
  return found;
}

function pathsOf({ scope }: Site, call: CallNode): Found[] {
  const output = call.returns && readOutput(toValue(call.returns.node));
  if (output?.kind === 'value') return pathsInValue(output.value);
  const schema = call.name && scope.toolset.outputSchema(call.name.value);
  return schema && output === undefined ? pathsInSchema(schema) : [];
}

/** What a call's output holds for a value of a schema: what fits first. */
export function fittingPaths(site: Site, calls: readonly CallNode[], schema: Schema): OutputPath[] {
  const wanted = schemaTypes(schema);
  const found = calls.flatMap((call) => pathsOf(site, call));
  const fits = ({ types }: Found): boolean => wanted.size === 0 || !neverFit(types, wanted);
  return found
    .map((each) => ({ ...each, fits: fits(each) }))
    .sort((a, b) => Number(b.fits) - Number(a.fits));
}

/** JSONPaths into the output of the calls that the matcher's `from_call` names. */
export function outputPaths(site: Site, path: Path): Offer[] {
  const place = argumentAt(site, path);
  const matcher = place?.matcher && findNode(site.root, place.matcher);
  const consumer = consumerAt(site, path);
  if (!place || matcher?.kind !== 'map' || !consumer) return [];
  const { trajectory, call, context } = consumer;
  const calls = readTexts(matcher, 'from_call').flatMap(({ value }) => {
    const resolution = resolve(trajectory, call, value, context.scope.toolset);
    return resolution.kind === 'call' ? [resolution.call] : [];
  });
  return fittingPaths(site, calls, schemaAt(place)).map(offerOf);
}

/** JSONPaths into the end state that a case expects. */
export function statePaths(site: Site): Offer[] {
  const { subject } = site;
  const state = subject.kind === 'golden' ? subject.finalState : subject.expected?.finalState;
  return state ? pathsInValue(state.value).map(offerOf) : [];
}

const offerOf = ({ path, detail }: Found): Offer => ({
  label: plainText(path),
  kind: CompletionItemKind.Value,
  ...(detail && { detail }),
  write: { value: scalar(path) },
});
