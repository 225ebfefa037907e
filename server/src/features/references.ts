import { type DocumentHighlight, DocumentHighlightKind } from 'vscode-languageserver-types';
import type { Location } from '../workspace/locate.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import { locationOf } from './definition.ts';
import type { FeatureContext } from './host.ts';
import { type FoundMention, mentionAt, sameMentions } from './mention-search.ts';

/**
 * Every place that speaks of what stands at an offset.
 *
 * @param snapshots the files of the workspace
 */
export function references(
  { snapshot }: FeatureContext,
  offset: number,
  includeDeclaration: boolean,
  snapshots: readonly Snapshot[],
): Location[] {
  const mention = mentionAt(snapshot, offset);
  if (!mention) return [];
  const found = sameMentions({ snapshot, mention }, snapshots).filter(
    ({ mention: { isDefinition } }) => includeDeclaration || !isDefinition,
  );
  return withoutRepeats(found).map(locationOf);
}

/** The same, within the file. */
export function documentHighlights(
  { snapshot }: FeatureContext,
  offset: number,
): DocumentHighlight[] {
  const mention = mentionAt(snapshot, offset);
  if (!mention) return [];
  return withoutRepeats(sameMentions({ snapshot, mention }, [snapshot])).map((found) => ({
    range: locationOf(found).range,
    kind: found.mention.isDefinition ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
  }));
}

/** What came through several aliases stands in the text once. */
export function withoutRepeats(found: readonly FoundMention[]): readonly FoundMention[] {
  const seen = new Map<object, Set<string>>();
  return found.filter(({ mention: { tree, text } }) => {
    const spans = seen.get(tree) ?? new Set();
    seen.set(tree, spans);
    const key = `${text.start}-${text.end}`;
    return !spans.has(key) && spans.add(key);
  });
}
