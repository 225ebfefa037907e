import { phrase, say } from '../l10n/say.ts';
import { isInside, relativePath, type Uri } from '../workspace/files/uri.ts';
import { isGlob } from './document-links.ts';
import type { FeatureContext } from './host.ts';
import { code, escapeMarkdown } from './markdown.ts';
import type { PathRole } from './mentions.ts';

const WORDS: Readonly<Record<PathRole, string>> = {
  tools: phrase`Tool manifest`,
  trace: phrase`Recorded runs`,
  golden: phrase`Golden trajectory`,
  include: phrase`Cases`,
  predicates: phrase`Predicates`,
};

/** Where a path leads, and whether a file is there. */
export function fileHover(
  { workspace }: FeatureContext,
  uri: Uri | undefined,
  role: PathRole,
  name = '',
): string {
  if (!uri)
    return say`${say(WORDS[role])}: web addresses are not read, only files of the workspace.`;
  if (isGlob(name)) return say`${say(WORDS[role])}: every file that matches ${code(name)}.`;
  const folder = workspace.folders.find((each) => isInside(each, uri));
  const shown = folder ? relativePath(folder, uri) : uri;
  const presence = workspace.store.peekPresence(uri);
  const failure =
    workspace.store.peek(uri)?.failure ?? (presence?.ok === false ? presence.reason : undefined);
  return [
    `${say(WORDS[role])}: ${code(shown)}`,
    ...(failure === undefined ? [] : [say`It cannot be read: ${escapeMarkdown(failure)}.`]),
  ].join('\n\n');
}
