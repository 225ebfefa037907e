import { CompletionItemKind } from 'vscode-languageserver-types';
import { SEVERITIES } from '../../model/finding.ts';
import { type PlaceInfo, placeAt } from '../../model/schema/lookup.ts';
import { findNode, type Path } from '../../syntax/index.ts';
import { argumentAt, argumentValues, takesList } from './arguments.ts';
import { anyFilePaths, goldenReferences } from './files.ts';
import { keysAt } from './keys.ts';
import { matcherOffers } from './matchers.ts';
import {
  datasetCases,
  gradedArguments,
  metricNames,
  policyArguments,
  predicateNames,
  ruleOffers,
  runnerNames,
  serverNames,
} from './names.ts';
import { asItem, type Offer, scalar } from './offer.ts';
import { outputPaths, statePaths } from './paths.ts';
import { afterIds, fromCallNames } from './references.ts';
import { seenValues } from './seen.ts';
import { addressOf, type Site } from './site.ts';
import { callNames, toolNames, wholeCalls } from './tools.ts';

type Source = (site: Site, path: Path) => Offer[];

/** Where values are known that no type tells, by address (see `addressOf`). */
const SOURCES: readonly (readonly [address: RegExp, source: Source])[] = [
  [/^call$/, wholeCalls],
  [/^call\.name$/, callNames],
  [/^(?:allowed_tools|forbidden_tools|confirm_before)\.#$/, toolNames],
  [/^gates\.#\.where\.tool$|^sandbox\.(?:reset|snapshot)\.tool$/, toolNames],
  [/^messages\.#\.tool_calls\.#\.(?:function\.)?name$/, toolNames],
  [/^call\.after(?:\.#)?$/, afterIds],
  [/^call\.(?:idempotency_key|match\.ignore_args\.#)$|^match\.ignore_args\.#$/, gradedArguments],
  [/^policies\.[^.]+\.idempotency_key$/, policyArguments],
  [/^state\.(?:ignore\.#|ordered\.#|money\.#\.path)$/, statePaths],
  [/^tools(?:\.#)?(?:\.path)?$/, anyFilePaths('tools', /\.(?:ya?ml|json)$/)],
  [/^(?:any_of\.#\.)?golden$/, goldenReferences],
  [/^trace(?:\.#)?$|^source\.trace$/, anyFilePaths('trace', /\.jsonl?$/)],
  [/^runner$|^default_runner$/, runnerNames],
  [/^sandbox\.server$/, serverNames],
  [/^gates\.#\.metric$/, metricNames],
  [/^near_neighbors\.#\.#$/, datasetCases],
  [/^rules\./, () => ['off', ...SEVERITIES].map(valueOffer)],
  [/(?:^|\.)x-callsheet-disable\.#$/, ruleOffers],
];

const valueOffer = (value: string | boolean): Offer => ({
  label: String(value),
  kind: CompletionItemKind.EnumMember,
  write: { value: scalar(value) },
});

/** By the key of the matcher that the value stands under. */
const MATCHER_SOURCES = new Map<string, Source>([
  ['from_call', fromCallNames],
  ['path', outputPaths],
  ['predicate', predicateNames],
]);

/** Lists in lists are offered this deep. */
const MAX_DEPTH = 2;

/** The values that may stand at a path: scalars, mappings by their first key, lists by their first item. */
export function valuesAt(site: Site, path: Path, depth = 0): Offer[] {
  const argument = argumentAt(site, path);
  const info = placeAt(site.kind, site.root, path);
  const address = addressOf(site, path);
  const known = argument
    ? argumentSource(site, path)
    : (SOURCES.find(([pattern]) => pattern.test(address))?.[1](site, path) ?? []);
  const isList = argument
    ? takesList(argument, path)
    : info?.types.includes('array') || isNamed(address);
  return [
    ...withoutListed(site, path, known),
    ...(info && (!argument || isModelled(argument.part)) ? enumerated(info) : []),
    ...(isList && depth < MAX_DEPTH ? valuesAt(site, [...path, 0], depth + 1).map(asItem) : []),
    ...keysAt(site, path),
  ];
}

/** A list of names that the models do not know. */
const isNamed = (address: string): boolean => /(?:^|\.)x-callsheet-disable$/.test(address);

const isModelled = (part: string): boolean => part !== 'value' && part !== 'literal';

function argumentSource(site: Site, path: Path): Offer[] {
  const place = argumentAt(site, path);
  if (!place) return [];
  const values = [...argumentValues(place), ...seenValues(site, place)];
  if (place.part === 'literal') return values;
  if (place.part === 'value') return [...values, ...matcherOffers(site, path, place)];
  return MATCHER_SOURCES.get(place.part)?.(site, path) ?? [];
}

/** The enumeration or the flags that the format has at a place. */
const enumerated = ({ values, types }: PlaceInfo): Offer[] => [
  ...values.map(valueOffer),
  ...(types.includes('boolean') ? [true, false].map(valueOffer) : []),
];

/** What a list of names has already is not offered again. */
function withoutListed(site: Site, path: Path, offers: Offer[]): Offer[] {
  const list = typeof path.at(-1) === 'number' ? findNode(site.root, path.slice(0, -1)) : undefined;
  if (list?.kind !== 'seq') return offers;
  const listed = new Set(
    list.items.map((item) => (item.kind === 'scalar' ? String(item.value) : undefined)),
  );
  return offers.filter(({ label }) => !listed.has(label));
}
