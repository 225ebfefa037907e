/** Finds what a mention is about, and every other mention of the same. */
import type { Tool } from '../model/tool.ts';
import { type Segment, segmentAt, toSegmentOffset } from '../syntax/index.ts';
import type { Unit } from '../workspace/files/contents.ts';
import type { Uri } from '../workspace/files/uri.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import { frameMentions } from './frame-mentions.ts';
import { type Mention, type MentionOf, unitMentions } from './mentions.ts';

/** A mention, and the file that it stands in. */
export interface FoundMention<M extends Mention = Mention> {
  readonly snapshot: Snapshot;
  readonly mention: M;
}

const mentionsOfUnit = (snapshot: Snapshot, unit: Unit): readonly Mention[] =>
  unitMentions(snapshot.around.anchor, unit, snapshot.scopeOf(unit).toolset);

/** Every mention of a file, for what looks at all of them. */
export const allMentions = (snapshot: Snapshot): readonly Mention[] => [
  ...frameMentions(snapshot),
  ...snapshot.contents.units.flatMap((unit) => mentionsOfUnit(snapshot, unit)),
];

/** The mention at an offset of a file. */
export function mentionAt(snapshot: Snapshot, offset: number): Mention | undefined {
  const place = segmentAt(snapshot.file.source, offset);
  if (!place) return undefined;
  const at = toSegmentOffset(place.segment, offset);
  const found = mentionsOfSegment(snapshot, place.segment, at).filter(
    ({ token }) => token.start <= at && at <= token.end,
  );
  // One text may hold two names: the one at the offset counts.
  return found.findLast(({ text }) => text.start <= at && at <= text.end) ?? found[0];
}

function mentionsOfSegment(snapshot: Snapshot, { tree }: Segment, at: number): Mention[] {
  const frame = frameMentions(snapshot).filter((mention) => mention.tree === tree);
  const unit = snapshot.contents.units.find(
    ({ tree: its, subject: { node } }) => its === tree && node.start <= at && at <= node.end,
  );
  return unit ? [...frame, ...mentionsOfUnit(snapshot, unit)] : frame;
}

/** Every mention, in the files given, of what a mention is about; it is itself among them. */
export function sameMentions(
  from: FoundMention,
  snapshots: Iterable<Snapshot>,
): readonly FoundMention[] {
  const { mention, snapshot } = from;
  const isSame = SAME[mention.kind](snapshot, mention as never) as (
    there: Snapshot,
    other: Mention,
  ) => boolean;
  const own = mention.kind === 'call' ? [snapshot] : snapshots;
  const found: FoundMention[] = [];
  for (const there of own) {
    for (const other of candidates(there, mention)) {
      if (other.kind === mention.kind && isSame(there, other)) {
        found.push({ snapshot: there, mention: other });
      }
    }
  }
  return found;
}

/** Mentions that may be the same: a case is only looked into where its text has the name at all. */
function candidates(there: Snapshot, mention: Mention): readonly Mention[] {
  const word = SEARCHED[mention.kind](mention as never);
  const has = (text: string) => word === undefined || text.includes(word);
  if (!has(there.file.text)) return [];
  // A call is spoken of in its own case alone.
  if (mention.kind === 'call' && mention.unit) return mentionsOfUnit(there, mention.unit);
  return [
    ...frameMentions(there),
    ...there.contents.units
      .filter(({ tree }) => has(tree.text))
      .flatMap((unit) => mentionsOfUnit(there, unit)),
  ];
}

/** A word that every mention of the same has in its text; undefined where there is none to rely on. */
const SEARCHED: { readonly [K in Mention['kind']]: (mention: MentionOf<K>) => string | undefined } =
  {
    tool: ({ name }) => wordOf(name.split(/__|[./]/).at(-1) ?? name),
    call: ({ name }) => wordOf(name),
    case: ({ name }) => wordOf(name),
    runner: ({ name }) => wordOf(name),
    golden: () => undefined,
    file: ({ name }) => wordOf(name.split(/[\\/]/).at(-1) ?? name),
  };

/** Text that needs escapes is written in more than one way. */
const wordOf = (name: string): string | undefined => (/^[\w .-]+$/.test(name) ? name : undefined);

type Same<M extends Mention> = (
  snapshot: Snapshot,
  mention: M,
) => (there: Snapshot, other: M) => boolean;

const SAME: { readonly [K in Mention['kind']]: Same<MentionOf<K>> } = {
  tool: (snapshot, mention) => {
    const tool = toolOf(snapshot, mention);
    const toolset = mention.unit && snapshot.scopeOf(mention.unit).toolset;
    return (there, other) => {
      const its = toolOf(there, other);
      if (tool && its) return tool.uri === its.uri && tool.name === its.name;
      // A name outside of cases and manifests means every tool that bears it.
      if (isBound(mention) && isBound(other) && (tool || its)) return false;
      const known = toolset ?? (other.unit && there.scopeOf(other.unit).toolset);
      return other.name === mention.name || (known?.same(other.name, mention.name) ?? false);
    };
  },
  call:
    (_, { name, trajectory }) =>
    (_there, other) =>
      other.name === name && other.trajectory === trajectory,
  case: (snapshot, mention) => {
    const set = setOf(snapshot);
    return (there, other) => other.name === mention.name && setOf(there) === set;
  },
  runner:
    (snapshot, { name }) =>
    (there, other) =>
      other.name === name && there.around.config.uri === snapshot.around.config.uri,
  golden:
    (_, { name, uri }) =>
    (_there, other) =>
      other.name === name && other.uri === uri,
  file:
    (_, { uri }) =>
    (_there, other) =>
      uri !== undefined && other.uri === uri,
};

const isBound = ({ unit, isDefinition }: Mention): boolean => unit !== undefined || isDefinition;

/** The tool that a mention is about, where its manifest is known. */
export function toolOf(
  snapshot: Snapshot,
  { unit, name, isDefinition }: MentionOf<'tool'>,
): Pick<Tool, 'uri' | 'name'> | undefined {
  if (isDefinition) return { uri: snapshot.file.uri, name };
  const [first] = snapshot.contents.units;
  const around = unit ?? first;
  return around && snapshot.scopeOf(around).toolset.find(name);
}

/** What is defined in a file that may be any of the workspace's. */
const DEFINED_ELSEWHERE: ReadonlySet<Mention['kind']> = new Set(['case', 'golden', 'runner']);

/** Whether other files may define, or speak of, what stands at an offset. */
export function isWide(
  { snapshot }: { readonly snapshot: Snapshot },
  offset: number,
  reach: 'spoken of' | 'defined',
): boolean {
  const mention = mentionAt(snapshot, offset);
  if (!mention || mention.kind === 'call') return false;
  return reach === 'spoken of' || DEFINED_ELSEWHERE.has(mention.kind);
}

/** The dataset that a file's cases belong to; undefined for those that no dataset includes. */
export const setOf = ({ file, around }: Snapshot): Uri | undefined =>
  file.kind === 'dataset' ? file.uri : around.includedBy?.uri;
