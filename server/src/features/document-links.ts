import type { DocumentLink } from 'vscode-languageserver-types';
import type { FeatureContext } from './host.ts';
import { allMentions } from './mention-search.ts';

/** Beyond this many a file is a list of paths that nobody follows one by one. */
const MAX_LINKS = 5_000;

/** The paths in a file that lead to a file which is there. */
export function documentLinks({ workspace, snapshot }: FeatureContext): DocumentLink[] {
  const links: DocumentLink[] = [];
  for (const mention of allMentions(snapshot)) {
    if (mention.kind !== 'file' || !mention.uri || isGlob(mention.name)) continue;
    if (workspace.store.peekPresence(mention.uri)?.ok === false) continue;
    if (workspace.store.peek(mention.uri)?.failure !== undefined) continue;
    const range = snapshot.file.rangeOf(mention.tree, mention.text);
    if (range) links.push({ range, target: mention.uri });
    if (links.length >= MAX_LINKS) break;
  }
  return links;
}

export const isGlob = (path: string): boolean => /[*?{}[\]!]/.test(path);
