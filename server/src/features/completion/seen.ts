/** Values that an argument had elsewhere: in recorded runs, and in other calls of the file. */
import { CompletionItemKind } from 'vscode-languageserver-types';
import { say } from '../../l10n/say.ts';
import { isObject, type Json } from '../../model/value.ts';
import { findNode, toValue } from '../../syntax/index.ts';
import { linksOf } from '../../workspace/links/links.ts';
import { traceOf } from '../../workspace/links/traces.ts';
import { plainText } from '../markdown.ts';
import { trajectoriesOf } from '../target.ts';
import { type ArgumentPlace, schemaAt } from './arguments.ts';
import { contentOf, type Offer } from './offer.ts';
import { knownValues } from './schema-values.ts';
import type { Site } from './site.ts';

/** More values than these are no help. */
const MAX_VALUES = 20;
/** The longest record that is read for this, in characters: a keystroke does not wait for more. */
const MAX_RECORD = 4_000_000;
/** Cases of a file that are looked at. */
const MAX_UNITS = 200;

/** Scalars alone: a structure is better begun by its schema. Where a schema lists its values, none. */
export function seenValues(site: Site, place: ArgumentPlace): Offer[] {
  const listed = knownValues(schemaAt(place)).some(
    ({ from }) => from === 'enum' || from === 'const' || from === 'boolean',
  );
  if (listed || !place.tool) return [];
  const offers = [
    ...recorded(site, place).map((value) => seenOffer(value, say`in a recorded run`)),
    ...written(site, place).map((value) => seenOffer(value, say`in another call`)),
  ];
  const { replace } = site.cursor;
  const typed = site.context.snapshot.file.text.slice(replace.start, replace.end);
  const isTyped = (label: string): boolean => typed.replaceAll(/^["']|["']$/g, '') === label;
  return offers
    .filter((offer) => offer !== undefined)
    .filter(({ label }) => !isTyped(label))
    .slice(0, MAX_VALUES);
}

/** Of the case's recorded runs, as far as they have been read. */
function recorded(site: Site, { tool, at }: ArgumentPlace): (Json | undefined)[] {
  const { toolset, config, uri } = site.scope;
  return linksOf(uri, site.subject).traces.flatMap((trace) => {
    const state = site.context.workspace.store.peek(trace);
    if (!state?.document || state.text.length > MAX_RECORD) return [];
    return traceOf(state, config.errorPattern)
      .runs.flatMap(({ calls }) => calls)
      .filter(({ name }) => tool !== undefined && toolset.same(name, tool.name))
      .map((call) => (call.arguments === undefined ? undefined : valueAt(call.arguments, at)));
  });
}

function valueAt(value: Json, path: readonly (string | number)[]): Json | undefined {
  let here: Json | undefined = value;
  for (const step of path) {
    if (Array.isArray(here)) here = here[Number(step)];
    else here = isObject(here) && Object.hasOwn(here, step) ? here[step] : undefined;
  }
  return here;
}

function written(site: Site, { tool, at }: ArgumentPlace): (Json | undefined)[] {
  return site.context.snapshot.contents.units
    .slice(0, MAX_UNITS)
    .flatMap((unit) => trajectoriesOf(unit))
    .flatMap(({ calls }) => calls)
    .filter(({ name }) => name?.value === tool?.name)
    .map(({ args }) => {
      const node = args && findNode(args.node, at);
      return node?.kind === 'scalar' && node.start < node.end ? toValue(node) : undefined;
    });
}

function seenOffer(value: Json | undefined, detail: string): Offer | undefined {
  if (value === undefined || value === null || typeof value === 'object') return undefined;
  const label = plainText(String(value));
  return { label, kind: CompletionItemKind.Value, detail, write: { value: contentOf(value) } };
}
