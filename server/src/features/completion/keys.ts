import { CompletionItemKind } from 'vscode-languageserver-types';
import { say } from '../../l10n/say.ts';
import { SEVERITIES } from '../../model/finding.ts';
import { DECIDING_KEYS } from '../../model/read-matcher.ts';
import { type KeyInfo, type PlaceInfo, placeAt } from '../../model/schema/lookup.ts';
import { PREDICATE_NAMES } from '../../rules/behaviour/predicates.ts';
import type { Path } from '../../syntax/index.ts';
import {
  type ArgumentPlace,
  argumentAt,
  argumentNames,
  argumentProperties,
  MATCHER_KEYS,
  requiredArguments,
} from './arguments.ts';
import { ruleKeys } from './names.ts';
import { BLANK, type Content, type Offer, scalar, TEXT } from './offer.ts';
import { consumerAt, producers } from './references.ts';
import { addressOf, callAt, type Site } from './site.ts';
import { toolKeys } from './tools.ts';

const DECIDING: ReadonlySet<string> = new Set(DECIDING_KEYS);

/** Mappings whose keys are names from elsewhere. */
const NAMED: readonly (readonly [address: RegExp, keys: (site: Site) => Offer[]])[] = [
  [/^tools_digest$/, toolKeys(TEXT)],
  [/^policies$/, toolKeys({ kind: 'open', of: 'map' })],
  [/^rules$/, ruleKeys(['off', ...SEVERITIES])],
];

/** The keys that the mapping at a path may have. */
export function keysAt(site: Site, path: Path): Offer[] {
  const call = callAt(site, path);
  if (call?.rest.length === 1 && call.rest[0] === 'args') return argumentNames(site, call);
  const argument = argumentAt(site, path);
  if (argument?.part === 'literal') return argumentProperties(site, argument);
  if (argument?.part === 'value') return matcherOrProperties(site, path, argument);
  const address = addressOf(site, path);
  const named = NAMED.find(([pattern]) => pattern.test(address));
  return named ? named[1](site) : formatKeys(site, path);
}

/**
 * Inside an argument's value: properties of a literal, and the keys that make a matcher; where one of
 * either stands already, only more of its kind.
 */
function matcherOrProperties(site: Site, path: Path, argument: ArgumentPlace): Offer[] {
  const isKey = site.cursor.side === 'key' && !site.cursor.fresh;
  const written = writtenKeys(site);
  const properties = argumentProperties(site, argument);
  const names = new Set(properties.map(({ label }) => label));
  const foreign = written.filter((key) => !MATCHER_KEYS.has(key) || names.has(key));
  const decided = written.some((key) => DECIDING.has(key) && !names.has(key));
  const wanted = matcherKeysBeside(written, decided);
  const matcher = formatKeys(site, path).filter(({ label }) => wanted.has(label));
  return [
    ...(decided ? [] : properties),
    ...(foreign.length > 0 ? [] : isKey ? matcher : matcher.map(onOneLine)),
  ];
}

/** A modifier says something only beside what it modifies. */
function matcherKeysBeside(written: readonly string[], decided: boolean): ReadonlySet<string> {
  if (!decided) return DECIDING;
  return new Set(
    [...MATCHER_KEYS].filter(
      (key) =>
        (key !== 'path' || written.includes('from_call')) &&
        (key !== 'tolerance' || written.includes('compare')),
    ),
  );
}

/** A matcher that is begun as a value fits the line. */
const onOneLine = (offer: Offer): Offer =>
  'key' in offer.write
    ? {
        ...offer,
        write: {
          value: { kind: 'map', flow: true, entries: [[offer.write.key, offer.write.value]] },
        },
      }
    : offer;

/** The format's own keys, required ones first, without those that one that is written rules out. */
function formatKeys(site: Site, path: Path): Offer[] {
  const info = placeAt(site.kind, site.root, path);
  if (!info) return [];
  const written = new Set(writtenKeys(site));
  const excluded = new Set(
    info.exclusive.flatMap((group) => (group.some((key) => written.has(key)) ? group : [])),
  );
  const keys = info.keys.filter(({ name }) => !excluded.has(name));
  return [
    ...keys.filter(({ required }) => required),
    ...keys.filter(({ required }) => !required),
  ].map(
    (key): Offer => ({
      label: key.name,
      kind: CompletionItemKind.Property,
      ...(key.required && { detail: say`required` }),
      ...(key.description && { documentation: key.description }),
      write: { key: key.name, value: contentOfKey(site, [...path, key.name], key) },
    }),
  );
}

/** The keys beside the one that is typed. */
const writtenKeys = ({ cursor }: Site): readonly string[] =>
  cursor.side === 'key' && !cursor.fresh ? cursor.existingKeys : [];

/** Keys that begin with more than their type tells. */
const BEGINNINGS: readonly (readonly [
  address: RegExp,
  content: (site: Site, path: Path) => Content | undefined,
])[] = [
  [/^call\.args$/, argumentsOfCall],
  [/^call\.args\..*\bfrom_call$/, producerChoice],
  [/^call\.args\..*\bpredicate$/, () => ({ kind: 'stop', choices: PREDICATE_NAMES })],
  [/^call\.args\..*\bpath$/, () => ({ kind: 'stop', text: '$.' })],
  [/^call\.args\..*\bfrom_user$/, () => scalar(true)],
  [/^call\.args\..*\ballowed$/, () => ({ kind: 'list', items: [BLANK] })],
  [/^call\.optional$|^must_clarify$|^call\.args\..*\boptional$/, () => scalar(true)],
];

function contentOfKey(site: Site, path: Path, key: KeyInfo): Content {
  const address = addressOf(site, path);
  const beginning = BEGINNINGS.find(([pattern]) => pattern.test(address));
  const content = beginning?.[1](site, path);
  return content ?? contentOfPlace(placeAt(site.kind, site.root, path), key);
}

function argumentsOfCall(site: Site, path: Path): Content | undefined {
  const tool = callAt(site, path)?.call?.name?.value;
  const schema = tool === undefined ? null : site.scope.toolset.schema(tool);
  const entries = requiredArguments(schema);
  return entries.length === 0 ? undefined : { kind: 'map', entries };
}

function producerChoice(site: Site, path: Path): Content {
  const consumer = consumerAt(site, path);
  const choices = consumer ? producers(consumer).map(({ name }) => name) : [];
  return choices.length === 0 ? BLANK : { kind: 'stop', choices };
}

/** What a key's value begins as, by the first of the types that it may have. */
function contentOfPlace(info: PlaceInfo | undefined, { types }: KeyInfo): Content {
  const [first] = types;
  if (first === 'object') return { kind: 'open', of: 'map' };
  if (first === 'array') {
    const item = info?.item?.types ?? [];
    const isPlain = item.length === 1 && item[0] === 'string';
    return isPlain ? { kind: 'list', items: [TEXT] } : { kind: 'open', of: 'list' };
  }
  if (info && info.values.length > 0) return { kind: 'stop', choices: info.values };
  if (first === 'boolean') return { kind: 'stop', choices: [true, false] };
  return first === 'string' ? TEXT : BLANK;
}
