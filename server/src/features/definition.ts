import type { LocationLink } from 'vscode-languageserver-types';
import type { Place } from '../model/finding.ts';
import type { CallNode } from '../model/located.ts';
import type { Tool } from '../model/tool.ts';
import { type MapNode, type Node, nodesAt, type Path, type SegmentTree } from '../syntax/index.ts';
import type { Uri } from '../workspace/files/uri.ts';
import { type Location, locate } from '../workspace/locate.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import { frameToolset } from './frame.ts';
import type { FeatureContext } from './host.ts';
import { type FoundMention, mentionAt, sameMentions } from './mention-search.ts';
import type { Mention, MentionOf } from './mentions.ts';
import { argumentAt, targetAt } from './target.ts';

const TOP = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/**
 * Where what stands at an offset is defined: a tool and its arguments in the manifest, a call, a case, a
 * golden trajectory, a runner, a file.
 *
 * @param snapshots the files of the workspace, for names that are defined in others
 */
export function definition(
  context: FeatureContext,
  offset: number,
  snapshots: readonly Snapshot[],
): LocationLink[] {
  const { snapshot } = context;
  const mention = mentionAt(snapshot, offset);
  const found = mention
    ? { origin: mention, places: DEFINERS[mention.kind](context, mention as never, snapshots) }
    : argumentDefinition(context, offset);
  if (!found) return [];
  const { tree, token } = found.origin;
  const originSelectionRange = snapshot.file.rangeOf(tree, token);
  return found.places.map(({ uri, range }) => ({
    targetUri: uri,
    targetRange: range,
    targetSelectionRange: range,
    ...(originSelectionRange && { originSelectionRange }),
  }));
}

type Definer<M extends Mention> = (
  context: FeatureContext,
  mention: M,
  snapshots: readonly Snapshot[],
) => Location[];

/** The other mentions of the same that give it its name. */
const definitionsAmong: Definer<Mention> = ({ snapshot }, mention, snapshots) =>
  sameMentions({ snapshot, mention }, snapshots)
    .filter(({ mention: { isDefinition } }) => isDefinition)
    .map(locationOf);

const DEFINERS: { readonly [K in Mention['kind']]: Definer<MentionOf<K>> } = {
  tool: (context, mention) => {
    const { workspace, snapshot } = context;
    if (mention.calls) return mention.calls.map((call) => callLocation(snapshot, mention, call));
    if (mention.isDefinition) return [locationOf({ snapshot, mention })];
    const tool = toolset(context, mention).find(mention.name);
    return tool ? [locate(workspace, snapshot.file, toolPlace(tool))] : [];
  },
  call: ({ snapshot }, mention) =>
    mention.calls.map((call) => callLocation(snapshot, mention, call)),
  case: definitionsAmong,
  runner: definitionsAmong,
  golden: (context, mention, snapshots) => {
    const found = definitionsAmong(context, mention, snapshots);
    return found.length > 0 ? found : goldenDefinition(context, mention);
  },
  file: ({ workspace, snapshot }, { uri, role, unit, name }) => {
    if (!uri) return [];
    const golden = role === 'golden' && unit ? snapshot.scopeOf(unit).golden(name) : undefined;
    if (golden?.kind === 'found' && golden.golden.goldenId) {
      const { tree, goldenId } = golden.golden;
      const { start, end } = goldenId.node;
      return [locate(workspace, snapshot.file, { tree, start, end, uri: golden.uri })];
    }
    return workspace.store.peekPresence(uri)?.ok ? [{ uri, range: TOP }] : [];
  },
};

/** A golden trajectory in a file that is not one by its name. */
function goldenDefinition(
  { workspace, snapshot }: FeatureContext,
  { uri, name }: MentionOf<'golden'>,
): Location[] {
  for (const { tree, subject } of workspace.peek(uri, 'golden')?.contents.units ?? []) {
    if (subject.kind !== 'golden' || subject.goldenId?.value !== name) continue;
    const { start, end } = subject.goldenId.node;
    return [locate(workspace, snapshot.file, { tree, start, end, uri })];
  }
  return [];
}

/** A mention's own text, as an editor counts it. */
export function locationOf({ snapshot, mention }: FoundMention): Location {
  const { file } = snapshot;
  return { uri: file.uri, range: file.rangeOf(mention.tree, mention.text) ?? TOP };
}

function callLocation({ file }: Snapshot, { tree }: Mention, call: CallNode): Location {
  const { start, end } = call.id?.node ?? call.name?.node ?? call.node;
  return { uri: file.uri, range: file.rangeOf(tree, { start, end }) ?? TOP };
}

const toolset = (context: FeatureContext, { unit }: Mention) =>
  unit ? context.snapshot.scopeOf(unit).toolset : frameToolset(context);

const toolPlace = ({ place, uri }: Tool): Place & { uri: Uri } => ({ ...place, uri });

/** An argument's key leads to the property of the tool's schema. */
function argumentDefinition(
  { workspace, snapshot }: FeatureContext,
  offset: number,
):
  | { origin: { tree: SegmentTree; token: { start: number; end: number } }; places: Location[] }
  | undefined {
  const target = targetAt(snapshot, offset);
  const argument = target?.onKey ? argumentAt(target) : undefined;
  const name = target?.call?.call.name?.value;
  if (!target || !argument || name === undefined) return undefined;
  const tool = snapshot.scopeOf(target.unit).toolset.find(name);
  if (!tool) return undefined;
  const span = propertyOf(tool, [argument.name, ...argument.inside]) ?? tool.place;
  const { start, end } = span;
  const place = { tree: tool.place.tree, start, end, uri: tool.uri };
  return {
    origin: { tree: target.unit.tree, token: target.span },
    places: [locate(workspace, snapshot.file, place)],
  };
}

/** The key of an argument's property in the manifest's text. */
function propertyOf({ place }: Tool, path: Path): Node | undefined {
  const { chain } = nodesAt(place.tree.root, place.start);
  let map = chain.findLast((node) => node.kind === 'map');
  let found: Node | undefined;
  for (const step of path) {
    if (typeof step === 'number') continue;
    const entry = map && nearestProperty(map, step);
    if (!entry) return found;
    found = entry.key;
    map = entry.value.kind === 'map' ? entry.value : undefined;
  }
  return found;
}

/** The entry of a name in the nearest `properties` below a mapping, whatever the manifest's dialect. */
function nearestProperty(map: MapNode, name: string) {
  let level: Node[] = [map];
  for (let depth = 0; depth < 6 && level.length > 0; depth++) {
    const next: Node[] = [];
    for (const node of level) {
      if (node.kind === 'seq') for (const each of node.items) next.push(each);
      if (node.kind !== 'map') continue;
      for (const { key, value } of node.entries) {
        if (key.value === 'properties' && value.kind === 'map') {
          const own = value.entries.find((entry) => String(entry.key.value) === name);
          if (own) return own;
        } else next.push(value);
      }
    }
    level = next;
  }
  return undefined;
}
